extension String {
    /// The text on one line of a terminal: a space for each control character and line break, so that what somebody
    /// sent cannot move the cursor or change the colours.
    package var onOneLine: String {
        // A control character never stands in one character with others, but for CR and LF, which are one line break.
        String(map { $0.unicodeScalars.allSatisfy(Self.isControl) ? " " : $0 })
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}
