/// What the entities of one device are called there.
///
/// Home Assistant puts the device's name before an entity's, so that a name does not say it again; an entity without a
/// name of its own bears the device's.
struct EntityNames: Sendable {
    private let device: String
    /// Whether an entity bears the device's name.
    private var hasMain: Bool

    /// Takes the device's name and those that the table gives its entities.
    init(device: String, entities: [String?]) {
        self.device = device.lowercased()
        hasMain = entities.contains(nil)
    }

    /// The name of an entity; `nil` for that of the device.
    mutating func name(_ name: String?) -> String? {
        guard let name else { return nil }
        let own = name.lowercased()
        if own.hasPrefix("\(device) ") {
            let rest = name.dropFirst(device.count + 1)
            return rest.prefix(1).uppercased() + rest.dropFirst()
        }
        guard !hasMain, device == own || device.hasSuffix(" \(own)") else { return name }
        hasMain = true
        return nil
    }

    /// The id that Home Assistant is to make of an entity whose device has a name without letters and digits; `nil` for
    /// its own way.
    ///
    /// - Parameters:
    ///   - platform: Home Assistant's word.
    ///   - unique: What tells the entity from all others.
    /// - Returns: `PLATFORM.ID`.
    func defaultID(_ platform: String, unique: String) -> String? {
        guard !device.unicodeScalars.contains(where: { $0.properties.isAlphabetic || $0.properties.numericType != nil })
        else { return nil }
        let id = unique.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }
        return "\(platform).\(String(id))"
    }
}
