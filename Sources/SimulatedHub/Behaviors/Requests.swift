import ClusterTypes
import DataModel
import HomeGraph
import ModelReader

extension EndpointContext {
    /// Reads the fields of a command, which the codec has read and checked already.
    ///
    /// - Throws: `invalidArgument` where a caller that has no codec left something out.
    func read<Request: ClusterCommand>(
        _ fields: [UInt32: DataValue], as _: Request.Type = Request.self
    ) throws(HomeError) -> Request {
        if let request = Request(fields: fields) { return request }
        throw HomeError(.invalidArgument, "\(device.name): the command's fields are incomplete or of the wrong type")
    }
}

extension EndpointContext {
    /// The names of some bits of an attribute, as they stand in messages: `maintenanceMode, ledFeedback`.
    func names<Bits: OptionSet>(of bits: Bits, in key: AttributeKey<Bits>) -> String
    where Bits.RawValue: FixedWidthInteger {
        let attribute = trait(key.cluster)?.attributes.first { $0.id == key.id }
        guard case .bitmap(let type)? = attribute?.value.type else { return "\(bits.rawValue)" }
        return type.fields.filter { $0.mask & UInt64(truncatingIfNeeded: bits.rawValue) != 0 }.map(\.name)
            .joined(separator: ", ")
    }
}

extension Duration {
    /// Tenths of a second, the unit of transition times.
    static func tenths(_ count: some BinaryInteger) -> Duration { .milliseconds(Int64(count) * 100) }

    /// In tenths of a second, rounded up, at most 65534.
    var tenths: UInt16 {
        UInt16(clamping: min(65_534, Int((self / .milliseconds(100)).rounded(.up))))
    }
}
