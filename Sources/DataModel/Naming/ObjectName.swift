/// The names that people give to structures, rooms, devices and groups.
///
/// Source: the third seed; the Home APIs cut names silently.
public enum ObjectName: Sendable {
    /// How many Unicode code points a name has at most.
    public static let longest = 60

    /// A name as it is kept: what is beyond 60 code points is cut off.
    ///
    /// - Returns: `nil` for a name that is empty or only white space.
    public static func kept(_ name: String) -> String? {
        let cut = String(String.UnicodeScalarView(name.unicodeScalars.prefix(longest)))
        return cut.allSatisfy(\.isWhitespace) ? nil : cut
    }

    /// Whether two names are the same to people: without space around them, in any letter case and normal form.
    public static func isSimilar(_ left: String, _ right: String) -> Bool { folded(left) == folded(right) }

    /// A name without what ``isSimilar(_:_:)`` passes over; strings are equal in any normal form.
    public static func folded(_ name: String) -> String {
        let trimmed = name.drop(while: \.isWhitespace)
        let end = trimmed.lastIndex { !$0.isWhitespace }
        return end.map { trimmed[...$0].lowercased() } ?? ""
    }
}
