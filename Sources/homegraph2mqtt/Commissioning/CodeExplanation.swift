import Bridge
import HomeGraph

/// What an onboarding code says, in lines for people; the passcode is left out, and so is a manual code, which has it.
struct CodeExplanation {
    /// The lines, payload by payload.
    let lines: [String]

    /// Explains a code.
    /// - Throws: Why it is none.
    init(_ code: String) throws(OnboardingFault) {
        var lines: [String] = []
        let payloads = try OnboardingPayload.read(code)
        for (number, payload) in payloads.enumerated() {
            if payloads.count > 1 { lines.append("payload \(number + 1) of \(payloads.count)") }
            for (label, text) in try Self.entries(payload) {
                lines.append(label + String(repeating: " ", count: max(1, 16 - label.count)) + text)
            }
        }
        self.lines = lines
    }

    private static func entries(
        _ payload: OnboardingPayload
    ) throws(OnboardingFault) -> [(label: String, text: String)] {
        var entries: [(String, String)] = []
        let isQR = payload.discoveryCapabilities != nil
        entries.append(("form", isQR ? "QR code" : "manual code, \(try payload.manualCode.count) digits"))
        entries.append(("vendor", vendor(payload.vendorID)))
        entries.append(("product", product(payload)))
        switch payload.discriminator {
        case .long(let discriminator):
            entries.append(("discriminator", "\(discriminator) (its upper 4 bits: \(payload.discriminator.short))"))
        case .short(let discriminator):
            entries.append(("discriminator", "\(discriminator), the upper 4 bits; a manual code has no more"))
        }
        entries.append(("flow", isQR ? flow(payload.flow) : "not said; a manual code has none"))
        if let capabilities = payload.discoveryCapabilities { entries.append(("found over", names(capabilities))) }
        entries += further(try payload.furtherFields(), octets: payload.furtherData.count)
        return entries
    }

    private static func vendor(_ id: UInt16?) -> String {
        switch id {
        case nil: "not said"
        case 0?: "any (0)"
        case let id? where id >= 0xFFF1: "\(id) (\(hexadecimal(id))), for tests"
        case let id?: "\(id) (\(hexadecimal(id)))"
        }
    }

    private static func product(_ payload: OnboardingPayload) -> String {
        switch payload.productID {
        case nil: "not said"
        case 0?: "any (0)"
        case let id?: "\(id) (\(hexadecimal(id)))"
        }
    }

    private static func flow(_ flow: OnboardingPayload.Flow) -> String {
        switch flow {
        case .standard: "standard: the device waits to be commissioned once it has power"
        case .userIntent: "user intent: press the device's button first"
        case .custom: "custom: do first what its vendor says"
        }
    }

    private static func names(_ capabilities: OnboardingPayload.DiscoveryCapabilities) -> String {
        let table: [(OnboardingPayload.DiscoveryCapabilities, String)] = [
            (.ble, "Bluetooth LE"), (.onNetwork, "the IP network"), (.wifiPAF, "Wi-Fi PAF"), (.nfc, "NFC"),
        ]
        let names = table.filter { capabilities.contains($0.0) }.map(\.1)
        return names.isEmpty ? "not said" : names.joined(separator: ", ")
    }

    private static func further(_ fields: OnboardingFields?, octets: Int) -> [(String, String)] {
        guard let fields else { return octets == 0 ? [] : [("further data", "\(octets) octets of an unknown form")] }
        var entries: [(String, String)] = []
        switch fields.serialNumber {
        case .text(let text): entries.append(("serial number", text.onOneLine))
        case .number(let number): entries.append(("serial number", "\(number)"))
        case nil: break
        }
        if let count = fields.numberOfDevices { entries.append(("devices", "\(count) have this code")) }
        if let timeout = fields.timeout { entries.append(("waits", "\(timeout) s to be commissioned")) }
        return entries
    }

    private static func hexadecimal(_ number: UInt16) -> String {
        let digits = String(number, radix: 16, uppercase: true)
        return "0x" + String(repeating: "0", count: 4 - digits.count) + digits
    }
}
