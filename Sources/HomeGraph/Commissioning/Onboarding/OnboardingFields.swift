/// What may stand behind the payload of a QR code.
///
/// Source: Matter Core Specification, section 5.1.5.
public struct OnboardingFields: Sendable, Hashable {
    /// A serial number: a text or a number.
    public enum SerialNumber: Sendable, Hashable {
        case text(String)
        case number(UInt64)
    }

    /// What tells the device from others of its kind.
    public var serialNumber: SerialNumber?
    /// How often the passcode is hashed, 1000 to 100000; always together with ``salt``.
    public var iterations: UInt64?
    /// What is hashed with the passcode, 16 to 32 octets.
    public var salt: [UInt8]?
    /// How many devices have the payload.
    public var numberOfDevices: UInt64?
    /// How long the device waits to be commissioned, in seconds.
    public var timeout: UInt64?

    /// No fields.
    public init() {}

    private enum Tag {
        static let serialNumber: UInt8 = 0, iterations: UInt8 = 1, salt: UInt8 = 2, devices: UInt8 = 3,
            timeout: UInt8 = 4
    }

    /// The fields as octets to stand behind a payload.
    public var octets: [UInt8] {
        var writer = TLVWriter()
        switch serialNumber {
        case .text(let text): writer.write(text, tag: Tag.serialNumber)
        case .number(let number): writer.write(number, tag: Tag.serialNumber)
        case nil: break
        }
        if let iterations { writer.write(iterations, tag: Tag.iterations) }
        if let salt { writer.write(salt, tag: Tag.salt) }
        if let numberOfDevices { writer.write(numberOfDevices, tag: Tag.devices) }
        if let timeout { writer.write(timeout, tag: Tag.timeout) }
        return writer.structure
    }

    fileprivate init(_ elements: [(tag: UInt8, value: TLVValue)]) throws(OnboardingFault) {
        for (tag, value) in elements {
            switch (tag, value) {
            case (Tag.serialNumber, .text(let text)): serialNumber = .text(text)
            case (Tag.serialNumber, .number(let number)): serialNumber = .number(number)
            case (Tag.iterations, .number(let number)): iterations = number
            case (Tag.salt, .octets(let octets)): salt = octets
            case (Tag.devices, .number(let number)): numberOfDevices = number
            case (Tag.timeout, .number(let number)): timeout = number
            case (...Tag.timeout, _): throw .furtherData("field \(tag) has a value of another kind than it is to have")
            default: break
            }
        }
        guard (iterations == nil) == (salt == nil) else {
            throw .furtherData("iterations and salt stand together or not at all")
        }
        if let salt, !(16...32).contains(salt.count) {
            throw .furtherData("the salt has \(salt.count) octets; 16 to 32 are allowed")
        }
        if let iterations, !(1000...100_000).contains(iterations) {
            throw .furtherData("\(iterations) iterations; 1000 to 100000 are allowed")
        }
    }
}

extension OnboardingPayload {
    /// Reads ``furtherData``.
    ///
    /// - Returns: `nil` where there are none, or something else than a structure of fields stands there.
    /// - Throws: ``OnboardingFault/furtherData(_:)`` for a structure that is broken.
    public func furtherFields() throws(OnboardingFault) -> OnboardingFields? {
        guard furtherData.first == TLVWriter.anonymousStructure else { return nil }
        return try OnboardingFields(TLVReader.elements(ofStructure: furtherData))
    }
}
