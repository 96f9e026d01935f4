public import Conversions
public import DataModel
import ModelReader

extension DeviceLayout {
    /// Where the value of a part's attribute stands among the device's; `nil` where the part does not have it.
    public func offset(of attribute: AttributeID, endpoint: UInt16) -> Int? {
        part(endpoint: endpoint)?.traits.first { $0.cluster.id == attribute.cluster }?
            .offset(ofAttribute: attribute.id)
    }
}

extension DeviceRecord {
    /// Where the value of a part's attribute stands in the store; `nil` where the part does not have it.
    public func slot(of attribute: AttributeID, endpoint: UInt16) -> Int? {
        layout.offset(of: attribute, endpoint: endpoint).map { firstSlot + $0 }
    }
}

extension HomeStore {
    /// The raw value of a part's attribute; null where there is none.
    public func value(of attribute: AttributeID, endpoint: UInt16, of device: DeviceRecord) -> DataValue {
        device.slot(of: attribute, endpoint: endpoint).map { value(at: $0) } ?? .null
    }
}
