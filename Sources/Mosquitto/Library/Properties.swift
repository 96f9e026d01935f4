import CMosquitto

/// A list of MQTT 5 properties that is being made; freed at the end.
@safe struct Properties: ~Copyable {
    private(set) var list: OpaquePointer?

    init() {}

    deinit {
        var list = unsafe list
        unsafe mosquitto_property_free_all(&list)
    }

    /// Adds a number of four octets.
    mutating func add(_ identifier: mqtt5_property, _ value: UInt32) -> Bool {
        unsafe mosquitto_property_add_int32(&list, Int32(identifier.rawValue), value) == MOSQ_ERR_SUCCESS.rawValue
    }

    /// Adds octets; `false` where there are more than 65,535.
    mutating func add(_ identifier: mqtt5_property, octets: [UInt8]) -> Bool {
        guard let count = UInt16(exactly: octets.count) else { return false }
        return unsafe mosquitto_property_add_binary(&list, Int32(identifier.rawValue), octets, count)
            == MOSQ_ERR_SUCCESS.rawValue
    }

    /// Adds text; `false` where it is not UTF-8 or holds U+0000.
    mutating func add(_ identifier: mqtt5_property, text: [UInt8]) -> Bool {
        guard let text = String(validating: text, as: UTF8.self), !text.utf8.contains(0) else { return false }
        return unsafe mosquitto_property_add_string(&list, Int32(identifier.rawValue), text)
            == MOSQ_ERR_SUCCESS.rawValue
    }
}
