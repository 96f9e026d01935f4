import DataModel
import HomeGraph
import ModelReader
import Testing

@testable import SimulatedHub

extension EngineBench {
    /// The events so far: name and fields in order, `-` where one is absent or null, such as `shortRelease 1`.
    var story: [String] {
        events.map { report in
            ([report.event.name] + report.event.fields.map { Self.text(report.fields[$0.id]) })
                .joined(separator: " ")
        }
    }

    /// Values as whole numbers, `nil` for null, in the order of the paths.
    func numbers(_ paths: [String], of trait: String) throws -> [Int64?] {
        try paths.map { try number("\(trait).\($0)") }
    }

    /// The code that an order is refused with; `nil` where it is carried out.
    mutating func refusal(_ body: (inout EngineBench) throws -> Void) throws -> HomeError? {
        do {
            try body(&self)
            return nil
        } catch let error as HomeError {
            return error
        }
    }

    /// The value of `Trait.attribute` on an endpoint as a whole number; `nil` where it is null, or not supported.
    func known(_ path: String, _ endpoint: UInt16) throws -> Int64? {
        let dot = try #require(path.lastIndex(of: "."))
        let trait = engine.devices[0].layout.part(endpoint: endpoint)?.trait(named: String(path[..<dot]))
        guard trait?.attribute(named: String(path[path.index(after: dot)...])) != nil else { return nil }
        return switch try value(path, on: endpoint) {
        case .uint(let uint): Int64(exactly: uint)
        case .int(let int): int
        default: nil
        }
    }

    private static func text(_ value: DataValue?) -> String {
        switch value {
        case .int(let int)?: "\(int)"
        case .uint(let uint)?: "\(uint)"
        case .bool(let bool)?: "\(bool)"
        case .list(let values)?: "[" + values.map(text).joined(separator: ",") + "]"
        case .fields(let fields)?:
            fields.sorted { $0.key < $1.key }.map { text($0.value) }.joined(separator: "/")
        default: "-"
        }
    }
}
