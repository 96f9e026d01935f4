/// A whole number as somebody wrote it: `127`, `127.0`, `1e2`.
enum WholeNumber: Equatable {
    case exact(Int128)
    /// Beyond 64 bits either way.
    case beyond(isNegative: Bool)
    /// A number with a fraction.
    case fraction
    /// No number at all.
    case none

    init(_ text: some Sequence<UInt8>) {
        var digits = DecimalDigits()
        guard digits.read(text) else {
            self = .none
            return
        }
        self = digits.whole
    }

    /// Takes a number of JSON that was no 64-bit integer as it stood.
    init(_ number: Double) {
        guard number.isFinite else {
            self = .none
            return
        }
        guard number.rounded() == number else {
            self = .fraction
            return
        }
        guard number.magnitude < 0x1p64 else {
            self = .beyond(isNegative: number < 0)
            return
        }
        self = .exact(Int128(number))
    }
}

/// The parts of a number in decimal notation.
private struct DecimalDigits {
    private var isNegative = false
    private var mantissa: UInt128 = 0
    /// Whether there are more digits than the mantissa holds.
    private var isLarge = false
    /// Zeros since the last other digit.
    private var zeros = 0
    /// By which power of ten the mantissa is to be multiplied.
    private var exponent = 0

    /// Reads digits with a sign, a fraction and an exponent where they are there.
    ///
    /// - Returns: whether that is all that there is.
    mutating func read(_ text: some Sequence<UInt8>) -> Bool {
        var iterator = text.makeIterator()
        var next = iterator.next()
        if next == UInt8(ascii: "-") {
            isNegative = true
            next = iterator.next()
        }
        var count = 0
        while let digit = digit(next) {
            take(digit, isFraction: false)
            count += 1
            next = iterator.next()
        }
        guard count > 0 else { return false }
        if next == UInt8(ascii: ".") {
            next = iterator.next()
            count = 0
            while let digit = digit(next) {
                take(digit, isFraction: true)
                count += 1
                next = iterator.next()
            }
            guard count > 0 else { return false }
        }
        guard next == UInt8(ascii: "e") || next == UInt8(ascii: "E") else { return next == nil }
        next = iterator.next()
        let isDown = next == UInt8(ascii: "-")
        if isDown || next == UInt8(ascii: "+") { next = iterator.next() }
        var power = 0
        count = 0
        while let digit = digit(next) {
            power = min(power * 10 + Int(digit), 1_000_000)
            count += 1
            next = iterator.next()
        }
        exponent += isDown ? -power : power
        return count > 0 && next == nil
    }

    private func digit(_ byte: UInt8?) -> UInt8? {
        guard let byte, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
        return byte - UInt8(ascii: "0")
    }

    private mutating func take(_ digit: UInt8, isFraction: Bool) {
        if isFraction { exponent -= 1 }
        // Zeros count only once another digit follows, so that `127.000…` and `1000…` stay exact.
        guard digit > 0 else {
            if mantissa > 0 || isLarge { zeros += 1 }
            return
        }
        for _ in 0..<min(zeros, 40) { multiply() }
        zeros = 0
        multiply()
        let (sum, overflow) = mantissa.addingReportingOverflow(UInt128(digit))
        isLarge = isLarge || overflow
        mantissa = sum
    }

    private mutating func multiply() {
        let (product, overflow) = mantissa.multipliedReportingOverflow(by: 10)
        isLarge = isLarge || overflow
        mantissa = product
    }

    var whole: WholeNumber {
        var value = mantissa
        var power = value == 0 ? 0 : exponent + zeros
        if isLarge { return power < 0 ? .fraction : .beyond(isNegative: isNegative) }
        while power < 0 {
            let (quotient, rest) = value.quotientAndRemainder(dividingBy: 10)
            guard rest == 0 else { return .fraction }
            value = quotient
            power += 1
        }
        while power > 0 {
            guard value <= UInt128(UInt64.max) else { return .beyond(isNegative: isNegative) }
            value *= 10
            power -= 1
        }
        guard value <= UInt128(UInt64.max) else { return .beyond(isNegative: isNegative) }
        return .exact(isNegative ? -Int128(value) : Int128(value))
    }
}
