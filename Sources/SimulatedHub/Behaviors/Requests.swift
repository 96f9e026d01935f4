import ClusterTypes
import DataModel
import HomeGraph

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

extension Duration {
    /// Tenths of a second, the unit of transition times.
    static func tenths(_ count: some BinaryInteger) -> Duration { .milliseconds(Int64(count) * 100) }

    /// In tenths of a second, rounded up, at most 65534.
    var tenths: UInt16 {
        UInt16(clamping: min(65_534, Int((self / .milliseconds(100)).rounded(.up))))
    }
}
