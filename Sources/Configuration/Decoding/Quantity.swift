/// Numbers with a unit, as people write them.
enum Quantity {
    /// What a unit of time is in milliseconds.
    static let milliseconds: [String: Double] = [
        "ms": 1, "s": 1_000, "m": 60_000, "min": 60_000, "h": 3_600_000, "d": 86_400_000,
    ]

    /// What a unit of size is in bytes.
    static let bytes: [String: Double] = [
        "": 1, "b": 1, "kib": 1_024, "mib": 1_048_576, "kb": 1_000, "mb": 1_000_000,
    ]

    /// A number, zero or more, and what follows it, spaces around left out; `nil` where it does not begin with one.
    static func split(_ text: String) -> (number: Double, unit: String)? {
        let digits = text.prefix { ("0"..."9").contains($0) || $0 == "." }
        guard let number = Double(digits), number.isFinite else { return nil }
        let unit = text.dropFirst(digits.count).drop { $0 == " " }
        return (number, String(unit))
    }

    /// A duration as it would be written, in the largest unit that leaves no fraction.
    static func describe(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        guard attoseconds == 0 else {
            return "\(seconds * 1_000 + attoseconds / 1_000_000_000_000_000)ms"
        }
        let units: [(Int64, String)] = [(86_400, "d"), (3_600, "h"), (60, "m")]
        for (size, unit) in units where seconds != 0 && seconds % size == 0 { return "\(seconds / size)\(unit)" }
        return "\(seconds)s"
    }
}
