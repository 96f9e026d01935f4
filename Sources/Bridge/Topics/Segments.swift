import Foundation

/// How a name of the home becomes a level of a topic.
///
/// Source: the MQTT contract, section 2.
enum Segments {
    /// How many scalars a segment has at most.
    static let limit = 64

    /// The segment that a name asks for: letters, digits and marks in lower case, anything else one `-`.
    static func base(of name: String) -> String {
        var kept = String.UnicodeScalarView()
        var isGap = false
        for scalar in name.unicodeScalars {
            guard isKept(scalar, after: isGap ? nil : kept.last) else {
                isGap = true
                continue
            }
            if isGap, !kept.isEmpty { kept.append("-") }
            isGap = false
            kept.append(contentsOf: scalar.properties.lowercaseMapping.unicodeScalars)
        }
        let composed = String(kept).precomposedStringWithCanonicalMapping
        let cut = trimmed(composed.unicodeScalars.prefix(limit))
        return cut.isEmpty ? "unnamed" : cut
    }

    /// The segment with a number, still within the limit.
    static func numbered(_ base: String, _ number: Int) -> String {
        let suffix = "-\(number)"
        return trimmed(base.unicodeScalars.prefix(limit - suffix.unicodeScalars.count)) + suffix
    }

    private static func isKept(_ scalar: Unicode.Scalar, after previous: Unicode.Scalar?) -> Bool {
        if scalar.isASCII { return isASCIILetterOrDigit(scalar) }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber:
            return true
        case .nonspacingMark, .spacingMark, .enclosingMark:
            return previous != nil && !scalar.properties.isVariationSelector
        default:
            return false
        }
    }

    private static func isASCIILetterOrDigit(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9": true
        default: false
        }
    }

    private static func trimmed(_ scalars: some BidirectionalCollection<Unicode.Scalar>) -> String {
        var scalars = scalars[...]
        while scalars.last == "-" { scalars = scalars.dropLast() }
        return String(String.UnicodeScalarView(scalars.drop { $0 == "-" }))
    }
}
