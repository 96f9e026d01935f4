extension [UInt8] {
    /// Appends a whole number in decimal.
    mutating func append(decimal number: some FixedWidthInteger) {
        if number < 0 { append(UInt8(ascii: "-")) }
        guard let magnitude = UInt64(exactly: number.magnitude) else {
            append(contentsOf: String(number.magnitude).utf8)
            return
        }
        append(decimal: magnitude)
    }

    /// Appends a whole number of at most 64 bits in decimal.
    @inline(__always)
    private mutating func append(decimal magnitude: UInt64) {
        // From the last digit to the first; 20 are the most.
        var digits = InlineArray<20, UInt8>(repeating: 0)
        var first = digits.count
        var rest = magnitude
        repeat {
            let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
            first -= 1
            digits[first] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit)
            rest = quotient
        } while rest > 0
        for index in first..<digits.count { append(digits[index]) }
    }

    /// Appends the shortest decimal that reads back as the same double.
    mutating func append(shortest number: Double) {
        guard !appendWhole(number) else { return }
        append(plain: number.description.utf8, exponents: !(1e-6..<1e21).contains(number.magnitude))
    }

    /// Appends the shortest decimal that reads back as the same single.
    mutating func append(shortest number: Float) {
        guard !appendWhole(Double(number)) else { return }
        append(plain: number.description.utf8, exponents: !(1e-6..<1e21).contains(Double(number).magnitude))
    }

    /// Appends what needs no fraction, and null for what is no number.
    ///
    /// - Returns: whether there is nothing left to append.
    private mutating func appendWhole(_ number: Double) -> Bool {
        guard number.isFinite else {
            append(contentsOf: "null".utf8)
            return true
        }
        // Below 2^24 each whole single and double is its own shortest decimal.
        guard number.magnitude < 16_777_216, let whole = Int32(exactly: number) else { return false }
        append(decimal: whole)
        return true
    }

    /// Appends a number as Swift describes it (`1.5`, `1e+16`, `1.2e-05`), moving the point where an exponent is not
    /// wanted.
    private mutating func append(plain description: String.UTF8View, exponents: Bool) {
        guard let mark = description.firstIndex(of: UInt8(ascii: "e")) else {
            append(contentsOf: description)
            if suffix(2).elementsEqual(".0".utf8) { removeLast(2) }
            return
        }
        var exponent = Int(Substring(description[description.index(after: mark)...])) ?? 0
        var mantissa = description[..<mark]
        if mantissa.first == UInt8(ascii: "-") {
            append(UInt8(ascii: "-"))
            mantissa = mantissa.dropFirst()
        }
        let digits = mantissa.filter { $0 != UInt8(ascii: ".") }
        if exponents {
            append(contentsOf: mantissa)
            if suffix(2).elementsEqual(".0".utf8) { removeLast(2) }
            append(UInt8(ascii: "e"))
            append(decimal: exponent)
        } else if exponent < 0 {
            append(contentsOf: "0.".utf8)
            while exponent < -1 {
                append(UInt8(ascii: "0"))
                exponent += 1
            }
            append(contentsOf: digits)
        } else {
            append(contentsOf: digits)
            // What Swift writes with a positive exponent has at most 17 digits, all before the point.
            for _ in Swift.min(digits.count, exponent + 1)..<(exponent + 1) { append(UInt8(ascii: "0")) }
        }
    }
}
