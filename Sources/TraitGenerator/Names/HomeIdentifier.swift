import ModelReader

extension Namespace {
    /// The Swift namespace of its traits.
    var swiftName: String {
        switch self {
        case .matter: "Matter"
        case .google: "Google"
        }
    }
}

extension ClusterDescriptor {
    /// The identifier in the Home APIs: `home.matter.0000.traits.0006`.
    var identifier: String { homeIdentifier("traits", id) }
}

extension DeviceTypeDescriptor {
    /// The identifier in the Home APIs: `home.matter.6006.types.0100`.
    var identifier: String { homeIdentifier("types", id) }
}

/// The vendor is in the upper half of a number, zero for Matter's own.
private func homeIdentifier(_ kind: String, _ id: UInt32) -> String {
    func digits(_ number: UInt32) -> String {
        let text = String(number, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - text.count)) + text
    }
    return "home.matter.\(digits(id >> 16)).\(kind).\(digits(id & 0xFFFF))"
}
