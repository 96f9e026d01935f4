import FoundationEssentials

/// What system and extension say to each other where they are two processes: a line of JSON each.
enum ExtensionCall: Codable, Sendable, Hashable {
    case commission(home: MatterAddDeviceRequest.Home, payload: String, id: UUID)
    case rooms(home: MatterAddDeviceRequest.Home)
    case configure(name: String, room: MatterAddDeviceRequest.Room?)
}

/// The answer to a call.
enum ExtensionAnswer: Codable, Sendable, Hashable {
    case done
    case rooms([MatterAddDeviceRequest.Room])
    case failed(String)
}

extension Encodable {
    /// The value as a line of JSON.
    func line() throws -> Data {
        var line = try JSONEncoder().encode(self)
        line.append(UInt8(ascii: "\n"))
        return line
    }
}
