/// Reads Prometheus' text format, by its description and without a word from who writes it.
///
/// Source: Prometheus, "Exposition formats", text-based format 0.0.4.
public struct MetricReader: Sendable {
    /// What is wrong with a text.
    public struct Fault: Error, CustomStringConvertible {
        /// What, and where.
        public let description: String
    }

    /// One line.
    public struct Sample: Sendable, Equatable {
        /// The name as it stands, with its suffix.
        public var name: String
        /// By name.
        public var labels: [String: String]
        /// The figure.
        public var value: Double
    }

    /// The help of each family.
    public private(set) var helps: [String: String] = [:]
    /// The type of each family.
    public private(set) var types: [String: String] = [:]
    /// The lines, in order.
    public private(set) var samples: [Sample] = []

    /// Reads a text.
    /// - Throws: ``Fault`` for what no scraper could take.
    public init(_ text: String) throws {
        guard text.unicodeScalars.last == "\n" else { throw Fault(description: "the last line does not end") }
        var begun: [String] = []
        // Scalar by scalar: for characters, a carriage return and the line's end are one.
        for line in text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
            if line.starts(with: "# ".unicodeScalars) {
                let words = line.split(separator: " ", maxSplits: 3).map { String($0) }
                guard words.count == 4 else { throw Fault(description: "half a comment: \(words)") }
                let name = words[2]
                switch words[1] {
                case "HELP" where helps[name] == nil:
                    helps[name] = words[3].replacing("\\n", with: "\n").replacing("\\\\", with: "\\")
                case "TYPE" where types[name] == nil && !begun.contains(name): types[name] = words[3]
                default: throw Fault(description: "out of place: \(words)")
                }
                continue
            }
            let sample = try Self.sample(Array(line))
            let family =
                ["_bucket", "_sum", "_count"].first { sample.name.hasSuffix($0) }.map {
                    String(sample.name.dropLast($0.count))
                }.flatMap { types[$0] == "histogram" ? $0 : nil } ?? sample.name
            guard types[family] != nil else { throw Fault(description: "\(sample.name) comes before its type") }
            // All lines of a family stand together.
            if begun.last != family {
                guard !begun.contains(family) else { throw Fault(description: "\(family) stands in two places") }
                begun.append(family)
            }
            guard !samples.contains(where: { $0.name == sample.name && $0.labels == sample.labels }) else {
                throw Fault(description: "twice: \(sample)")
            }
            samples.append(sample)
        }
    }

    /// The only figure of a name.
    public func value(_ name: String, _ labels: [String: String] = [:]) -> Double? {
        samples.first { $0.name == name && $0.labels == labels }?.value
    }

    private static func sample(_ line: [Unicode.Scalar]) throws -> Sample {
        var rest = line[...]
        let name = try self.name(&rest, allowing: [":"])
        var labels: [String: String] = [:]
        if rest.first == "{" {
            rest.removeFirst()
            while rest.first != "}" {
                let label = try self.name(&rest, allowing: [])
                guard rest.starts(with: ["=", "\""]), labels[label] == nil else {
                    throw Fault(description: "no value of \(label)")
                }
                rest.removeFirst(2)
                labels[label] = try quoted(&rest)
                if rest.first == "," { rest.removeFirst() }
            }
            rest.removeFirst()
        }
        guard rest.popFirst() == " " else { throw Fault(description: "no space after \(name)") }
        let text = String(String.UnicodeScalarView(rest))
        let special = ["+Inf": Double.infinity, "-Inf": -.infinity, "NaN": .nan]
        guard let value = special[text] ?? (text.contains { $0.isLetter && $0 != "e" } ? nil : Double(text)) else {
            throw Fault(description: "\(text) is no number")
        }
        return Sample(name: name, labels: labels, value: value)
    }

    private static func name(_ rest: inout ArraySlice<Unicode.Scalar>, allowing more: Set<Unicode.Scalar>) throws
        -> String
    {
        let letters = rest.prefix {
            $0.isASCII && ($0.properties.isAlphabetic || $0 == "_" || $0.properties.numericType != nil)
                || more.contains($0)
        }
        guard let first = letters.first, first.properties.numericType == nil else {
            throw Fault(description: "no name")
        }
        rest = rest.dropFirst(letters.count)
        return String(String.UnicodeScalarView(letters))
    }

    private static func quoted(_ rest: inout ArraySlice<Unicode.Scalar>) throws -> String {
        var text = String.UnicodeScalarView()
        while let scalar = rest.popFirst() {
            switch scalar {
            case "\"": return String(text)
            case "\\":
                switch rest.popFirst() {
                case "n": text.append("\n")
                case "\\": text.append("\\")
                case "\"": text.append("\"")
                default: throw Fault(description: "a backslash that escapes nothing")
                }
            default: text.append(scalar)
            }
        }
        throw Fault(description: "a value does not end")
    }
}
