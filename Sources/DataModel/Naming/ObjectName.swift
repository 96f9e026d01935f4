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
}
