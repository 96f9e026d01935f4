/// The check digit of manual codes: it finds every wrong digit and every two digits that changed places.
///
/// Source: Matter Core Specification, section 5.1.4.1.5; J. Verhoeff, 1969.
enum Verhoeff: Sendable {
    /// What a digit counts for at its place from the right, in turn.
    private static let permutations: [[UInt8]] = [
        [0, 1, 2, 3, 4, 5, 6, 7, 8, 9], [1, 5, 7, 6, 2, 8, 3, 0, 9, 4], [5, 8, 0, 3, 7, 9, 6, 1, 4, 2],
        [8, 9, 1, 6, 0, 4, 3, 5, 2, 7], [9, 4, 5, 3, 1, 2, 6, 8, 7, 0], [4, 2, 8, 6, 5, 7, 3, 9, 0, 1],
        [2, 7, 9, 3, 8, 0, 6, 4, 1, 5], [7, 0, 4, 6, 9, 1, 3, 2, 5, 8],
    ]
    private static let inverses: [UInt8] = [0, 4, 3, 2, 1, 5, 6, 7, 8, 9]

    /// The product in the dihedral group of the pentagon: 0 to 4 turn it, 5 to 9 turn it over.
    private static func product(_ left: UInt8, _ right: UInt8) -> UInt8 {
        switch (left < 5, right < 5) {
        case (true, true): (left + right) % 5
        case (true, false): 5 + (left + right - 5) % 5
        case (false, true): 5 + (left - right) % 5
        case (false, false): (5 + left - right) % 5
        }
    }

    /// The check digit of digits, 0 to 9 each.
    static func checkDigit(of digits: some BidirectionalCollection<UInt8>) -> UInt8 {
        let sum = digits.reversed().enumerated().reduce(UInt8(0)) { sum, digit in
            product(sum, permutations[(digit.offset + 1) % permutations.count][Int(digit.element)])
        }
        return inverses[Int(sum)]
    }
}
