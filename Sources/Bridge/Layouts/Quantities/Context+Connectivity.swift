import DataModel
import HomeGraph

extension DocumentOutput.Context {
    /// Whether the device that the document is of can be reached.
    var connectivity: ConnectivityState {
        guard store.isHubOnline else { return .offline }
        guard case .uint(let raw) = value(DeviceLayout.connectivityOffset) else { return .unknown }
        return UInt8(exactly: raw).flatMap(ConnectivityState.init(rawValue:)) ?? .unknown
    }
}
