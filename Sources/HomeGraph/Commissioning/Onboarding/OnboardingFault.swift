/// Why a text is no onboarding code; it never says the passcode.
public enum OnboardingFault: Error, Sendable, Hashable {
    /// There is nothing, or something that is neither `MT:…` nor digits.
    case form
    /// More characters than a code may have.
    case tooLong(Int)
    /// A character that QR codes do not have; lower case is none.
    case character
    /// No code has this many characters.
    case length(Int)
    /// Characters that stand for more than fits.
    case overflow
    /// The payload is shorter than one is.
    case truncated
    /// A version of the payload that is not known; only 0 is.
    case version(UInt8)
    /// A commissioning flow that is reserved.
    case flow
    /// Bits that are to be 0 are not.
    case padding
    /// A vendor number that nobody can have.
    case vendor(UInt32)
    /// A vendor with the product number 0, or a product number above 65535.
    case product
    /// A passcode that is forbidden, since it is easily guessed, or that is none.
    case passcode
    /// The check digit does not belong to the digits: one of them is wrong, or two changed places.
    case checkDigit
    /// The first digit is 8 or 9: a form that does not exist yet.
    case futureForm
    /// The code says that it has vendor and product, and is too short; or has them, and says that it has not.
    case vendorAndProduct
    /// The further data behind the payload are broken.
    case furtherData(String)
}

extension OnboardingFault: CustomStringConvertible {
    /// A sentence for people.
    public var description: String {
        switch self {
        case .form: "this is no onboarding code; one is MT: and letters, as in the QR code, or 11 or 21 digits"
        case .tooLong(let limit): "the code is longer than the \(limit) characters that one may have"
        case .character: "the code has a character that QR codes do not have; 0-9, A-Z, '-' and '.' are allowed"
        case .length(let count): "no code has \(count) characters; some are missing, or there are too many"
        case .overflow: "the code has characters that stand for no octets; at least one of them is wrong"
        case .truncated: "the code is too short; its end is missing"
        case .version(let version): "the code has version \(version); only version 0 is known"
        case .flow: "the code has a commissioning flow that is reserved"
        case .padding: "the code has bits set that are to be 0; at least one character is wrong"
        case .vendor(let vendor): "the code has the vendor number \(vendor), which nobody can have; 65524 is the last"
        case .product: "the code has a product number that its vendor cannot have; 1 to 65535 are allowed"
        case .passcode: "the code has a passcode that is forbidden or out of range"
        case .checkDigit: "the check digit does not fit; a digit is wrong, or two changed places"
        case .futureForm: "the code begins with 8 or 9, which is kept for forms to come"
        case .vendorAndProduct:
            "the first digit and the length do not agree; codes with vendor and product begin with 4 to 7 and have 21 digits, others have 11"
        case .furtherData(let problem): "the data behind the payload are broken: \(problem)"
        }
    }
}

extension HomeError {
    /// The error of a text that is no onboarding code.
    public init(_ fault: OnboardingFault) { self.init(.invalidArgument, "payload: \(fault)") }
}
