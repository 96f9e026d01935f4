import Foundation

/// How a name of the home becomes a level of a topic that people read.
///
/// It stays as it is, as far as it can: what no level may hold, or what bridges of this kind do not take, becomes one
/// `-`, white space at the ends goes, and the same letters are the same octets (NFC).
enum FriendlyNames {
    /// How many scalars a name has at most.
    static let limit = 64

    /// The level that a name asks for.
    static func base(of name: String) -> String {
        var kept = String.UnicodeScalarView()
        for scalar in name.precomposedStringWithCanonicalMapping.unicodeScalars {
            if isAllowed(scalar) {
                kept.append(scalar)
            } else if kept.last != "-" {
                kept.append("-")
            }
        }
        let cut = trimmed(String(String.UnicodeScalarView(kept.prefix(limit))))
        // Nothing but dashes says nothing.
        return cut.unicodeScalars.allSatisfy { $0 == "-" } ? "unnamed" : cut
    }

    /// The level with a number, still within the limit.
    static func numbered(_ base: String, _ number: Int) -> String {
        let suffix = " \(number)"
        return trimmed(String(base.unicodeScalars.prefix(limit - suffix.unicodeScalars.count))) + suffix
    }

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "/", "+", "#", "$": false
        default:
            switch scalar.properties.generalCategory {
            case .control, .surrogate, .unassigned, .privateUse, .lineSeparator, .paragraphSeparator: false
            default: !scalar.properties.isNoncharacterCodePoint
            }
        }
    }

    private static func trimmed(_ text: String) -> String { text.trimmingCharacters(in: .whitespaces) }
}
