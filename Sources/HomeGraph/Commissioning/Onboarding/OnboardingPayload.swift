/// What a device says about how to commission it: the content of its QR code or manual code.
///
/// The passcode is a secret: descriptions leave it out.
///
/// Source: Matter Core Specification, section 5.1.
public struct OnboardingPayload: Sendable, Hashable {
    /// What tells the device from others near it.
    public enum Discriminator: Sendable, Hashable {
        /// All 12 bits, from a QR code.
        case long(UInt16)
        /// The upper 4 bits, from a manual code.
        case short(UInt8)

        /// The upper 4 bits.
        public var short: UInt8 {
            switch self {
            case .long(let discriminator): UInt8(truncatingIfNeeded: (discriminator & 0xFFF) >> 8)
            case .short(let discriminator): discriminator & 0xF
            }
        }

        /// Whether both may be of one device: all bits agree that both have.
        public func mayBe(_ other: Discriminator) -> Bool {
            if case .long(let discriminator) = other { return matches(discriminator) }
            return short == other.short
        }

        /// Whether a device with this discriminator is meant.
        public func matches(_ discriminator: UInt16) -> Bool {
            switch self {
            case .long(let own): own == discriminator
            case .short: short == Discriminator.long(discriminator).short
            }
        }
    }

    /// What is to be done before a device can be commissioned.
    public enum Flow: UInt8, Sendable, Hashable, CaseIterable {
        /// Nothing.
        case standard = 0
        /// Somebody has to press a button on it.
        case userIntent = 1
        /// What its vendor says.
        case custom = 2
    }

    /// Where a device can be found.
    public struct DiscoveryCapabilities: OptionSet, Sendable, Hashable {
        /// The bits as they stand in the payload.
        public let rawValue: UInt8
        /// Takes the bits.
        public init(rawValue: UInt8) { self.rawValue = rawValue }
        /// Over Bluetooth Low Energy.
        public static let ble = DiscoveryCapabilities(rawValue: 1 << 1)
        /// On the IP network that it is on already.
        public static let onNetwork = DiscoveryCapabilities(rawValue: 1 << 2)
        /// Over Wi-Fi Public Action Frames.
        public static let wifiPAF = DiscoveryCapabilities(rawValue: 1 << 3)
        /// Over Near Field Communication.
        public static let nfc = DiscoveryCapabilities(rawValue: 1 << 4)
    }

    /// The greatest vendor number; the last four are for tests.
    public static let greatestVendor: UInt16 = 0xFFF4
    /// The greatest passcode.
    public static let greatestPasscode: UInt32 = 99_999_998

    /// Who made it; `nil` where the code does not say, 0 where it leaves it open.
    public var vendorID: UInt16?
    /// Which product it is; `nil` where the code does not say.
    public var productID: UInt16?
    /// What is to be done before.
    public var flow: Flow
    /// Where it can be found; `nil` where the code does not say.
    public var discoveryCapabilities: DiscoveryCapabilities?
    /// What tells it from others.
    public var discriminator: Discriminator
    /// The secret that proves that somebody has the device at hand.
    public var passcode: UInt32
    /// The octets behind the payload of a QR code, mostly none; ``furtherFields()`` reads them.
    public var furtherData: [UInt8]

    /// Describes a payload.
    public init(
        vendorID: UInt16?, productID: UInt16?, flow: Flow = .standard,
        discoveryCapabilities: DiscoveryCapabilities? = nil, discriminator: Discriminator, passcode: UInt32,
        furtherData: [UInt8] = []
    ) {
        self.vendorID = vendorID
        self.productID = productID
        self.flow = flow
        self.discoveryCapabilities = discoveryCapabilities
        self.discriminator = discriminator
        self.passcode = passcode
        self.furtherData = furtherData
    }

    /// Reads a QR text, also of several payloads, or a manual code.
    ///
    /// - Parameter text: `MT:…`, several joined by `*`; or 11 or 21 digits, with dashes and spaces as people like.
    /// - Returns: The payloads, at least one.
    /// - Throws: Why it is none.
    public static func read(_ text: String) throws(OnboardingFault) -> [OnboardingPayload] {
        text.utf8.starts(with: QRText.prefix) ? try QRText.payloads(of: text) : [try ManualCode.payload(of: text)]
    }

    /// Checks what the parts of any code have to keep to.
    ///
    /// - Throws: What is wrong.
    public func check() throws(OnboardingFault) {
        if let vendorID, vendorID > Self.greatestVendor { throw .vendor(UInt32(vendorID)) }
        if let vendorID, vendorID != 0, productID == 0 { throw .product }
        guard Self.isAllowed(passcode: passcode) else { throw .passcode }
    }

    /// Whether a passcode is one, and none of those that everybody would try first.
    public static func isAllowed(passcode: UInt32) -> Bool {
        guard (1...greatestPasscode).contains(passcode) else { return false }
        return passcode % 11_111_111 != 0 && passcode != 12_345_678 && passcode != 87_654_321
    }
}

extension OnboardingPayload: CustomStringConvertible, CustomReflectable {
    /// What it says, without the passcode.
    public var description: String {
        let vendor = vendorID.map { "vendor \($0)" } ?? "any vendor"
        let product = productID.map { "product \($0)" } ?? "any product"
        return "\(vendor), \(product), discriminator \(discriminator), flow \(flow)"
    }

    /// What debuggers and `dump` show: the description.
    public var customMirror: Mirror { Mirror(self, children: [("payload", description)]) }
}
