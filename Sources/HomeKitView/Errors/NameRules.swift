import DataModel

/// Which names HomeKit takes; unlike the home graph it cuts none, and refuses what is wrong with it.
///
/// Source: the HomeKit framework, `HMErrorCode` on names.
enum NameRules {
    private static let apostrophes: Set<Unicode.Scalar> = ["'", "\u{2019}"]

    /// Checks a name.
    ///
    /// - Throws: `missingParameter` for an empty one, `nameContainsProhibitedCharacters`,
    ///   `nameDoesNotStartWithValidCharacters`, `nameDoesNotEndWithValidCharacters`, `stringLongerThanMaximum`.
    static func check(_ name: String) throws(HMError) {
        let scalars = name.unicodeScalars
        guard let first = scalars.first, let last = scalars.last else {
            throw HMError(.missingParameter, "the name is empty")
        }
        if let bad = scalars.first(where: { !isInside($0) }) {
            throw HMError(
                .nameContainsProhibitedCharacters,
                "'\(bad)' is not allowed in a name; letters, symbols, numbers, spaces and apostrophes are")
        }
        guard isOutside(first) else {
            throw HMError(
                .nameDoesNotStartWithValidCharacters,
                "a name begins with a letter, a symbol or a number, not with '\(first)'")
        }
        guard isOutside(last) || isMark(last) else {
            throw HMError(
                .nameDoesNotEndWithValidCharacters,
                "a name ends with a letter, a symbol or a number, not with '\(last)'")
        }
        guard scalars.count <= ObjectName.longest else {
            throw HMError(.stringLongerThanMaximum, "a name has at most \(ObjectName.longest) characters")
        }
    }

    private static func isInside(_ scalar: Unicode.Scalar) -> Bool {
        isOutside(scalar) || isMark(scalar) || scalar.properties.generalCategory == .spaceSeparator
            || apostrophes.contains(scalar)
    }

    private static func isOutside(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber, .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol:
            true
        default: false
        }
    }

    /// What goes with the character before it: accents, and what joins and varies symbols.
    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: scalar == "\u{200D}"
        }
    }
}
