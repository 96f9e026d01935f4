/// A place in one of the model's short texts, with what reading the notations needs.
struct TextCursor {
    private let scalars: [Unicode.Scalar]
    private var position = 0

    init(_ text: String) {
        scalars = Array(text.unicodeScalars)
    }

    /// The next character that is no space.
    mutating func peek() -> Unicode.Scalar? {
        while position < scalars.count, scalars[position] == " " { position += 1 }
        return position < scalars.count ? scalars[position] : nil
    }

    var isAtEnd: Bool {
        mutating get { peek() == nil }
    }

    /// What is left, from the next character that is no space.
    var rest: String {
        mutating get {
            _ = peek()
            return text(from: position)
        }
    }

    private func text(from start: Int, to end: Int? = nil) -> String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars[start..<(end ?? scalars.count)])
        return String(view)
    }

    /// Steps over the character if it is the next one.
    mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard peek() == scalar else { return false }
        position += 1
        return true
    }

    /// Steps over the word if it is the whole next word.
    mutating func take(word: String) -> Bool {
        let start = position
        if identifier() == word { return true }
        position = start
        return false
    }

    /// Steps over the sign, which may have several characters.
    mutating func take(sign: String) -> Bool {
        _ = peek()
        let wanted = Array(sign.unicodeScalars)
        guard scalars[position...].starts(with: wanted) else { return false }
        position += wanted.count
        return true
    }

    /// A word of letters, digits, `_` and `.` that begins with a letter.
    mutating func identifier() -> String? {
        guard let first = peek(), first.properties.isAlphabetic else { return nil }
        let start = position
        while position < scalars.count, isPartOfWord(scalars[position]) { position += 1 }
        return text(from: start, to: position)
    }

    private func isPartOfWord(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || scalar == "_" || scalar == "."
    }

    /// A number without sign, as it is written.
    mutating func number() -> String? {
        guard let first = peek(), ("0"..."9").contains(first) else { return nil }
        let start = position
        while position < scalars.count, ("0"..."9").contains(scalars[position]) || scalars[position] == "." {
            position += 1
        }
        return text(from: start, to: position)
    }
}
