import CMosquitto
import Glibc

/// Reads properties that belong to the library; what is absent is `nil`.
@safe struct ReceivedProperties {
    private let list: OpaquePointer?

    init(_ list: OpaquePointer?) { unsafe self.list = list }

    func byte(_ identifier: mqtt5_property) -> UInt8? {
        var value: UInt8 = 0
        return unsafe mosquitto_property_read_byte(list, Int32(identifier.rawValue), &value, false) == nil
            ? nil : value
    }

    func int16(_ identifier: mqtt5_property) -> UInt16? {
        var value: UInt16 = 0
        return unsafe mosquitto_property_read_int16(list, Int32(identifier.rawValue), &value, false) == nil
            ? nil : value
    }

    func int32(_ identifier: mqtt5_property) -> UInt32? {
        var value: UInt32 = 0
        return unsafe mosquitto_property_read_int32(list, Int32(identifier.rawValue), &value, false) == nil
            ? nil : value
    }

    func text(_ identifier: mqtt5_property) -> [UInt8]? {
        var value: UnsafeMutablePointer<CChar>?
        guard unsafe mosquitto_property_read_string(list, Int32(identifier.rawValue), &value, false) != nil,
            let value = unsafe value
        else { return nil }
        defer { unsafe free(value) }
        return unsafe [UInt8](UnsafeRawBufferPointer(start: value, count: strlen(value)))
    }

    func octets(_ identifier: mqtt5_property) -> [UInt8]? {
        var value: UnsafeMutableRawPointer?
        var count: UInt16 = 0
        guard unsafe mosquitto_property_read_binary(list, Int32(identifier.rawValue), &value, &count, false) != nil
        else { return nil }
        defer { unsafe free(value) }
        return unsafe [UInt8](UnsafeRawBufferPointer(start: value, count: value == nil ? 0 : Int(count)))
    }
}
