/// Turns names of the model into identifiers of Swift.
enum SwiftName {
    /// The words that cannot be identifiers without backticks.
    private static let keywords: Set<String> = [
        "Any", "Self", "as", "associatedtype", "await", "break", "case", "catch", "class", "continue", "default",
        "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func",
        "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "nil", "operator", "precedencegroup",
        "private", "protocol", "public", "repeat", "rethrows", "return", "self", "static", "struct", "subscript",
        "super", "switch", "throw", "throws", "true", "try", "typealias", "var", "where", "while",
    ]

    /// A member's identifier: keywords in backticks, an underscore before a leading digit, as in `_2G4`.
    static func member(_ name: String) -> String {
        if keywords.contains(name) { return "`\(name)`" }
        guard let first = name.first, first.isNumber else { return name }
        return "_" + name
    }

    /// A member's name as part of a longer identifier: `onOff` becomes `OnOff`.
    static func capitalized(_ name: String) -> String {
        name.prefix(1).uppercased() + name.dropFirst()
    }

    /// A type's name as a member's: `OnOff` becomes `onOff`.
    static func lowercased(_ name: String) -> String {
        name.prefix(1).lowercased() + name.dropFirst()
    }

    /// A type's identifier: what stands after the last dot, with a leading capital letter.
    static func type(_ name: String) -> String {
        capitalized(String(name.split(separator: ".").last ?? ""))
    }

    /// A number as the documents write ids: `0x0006`, `0x4003`, `0x6006012F`.
    static func hexadecimal(_ number: UInt32) -> String {
        let digits = String(number, radix: 16, uppercase: true)
        return "0x" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
