/// Copies a JSON text without white space and without the members that are not wanted; order and numbers stay.
struct CompactJSON {
    private let bytes: [UInt8]
    private let file: String
    private let unwanted: Set<String>
    private var position = 0
    private var output: [UInt8] = []
    private static let deepest = 32

    init(text: String, file: String, leavingOut unwanted: Set<String>) {
        bytes = Array(text.utf8)
        self.file = file
        self.unwanted = unwanted
    }

    /// The text's one object, compact, with a member put before its own.
    mutating func object(leadingMember: (name: String, value: String)) throws(ModelFault) -> String {
        output.reserveCapacity(bytes.count)
        skipSpace()
        guard next == UInt8(ascii: "{") else { throw fault("is no JSON object") }
        try copyObject(depth: 1, leadingMember: leadingMember)
        skipSpace()
        guard next == nil else { throw fault("goes on after the object's end") }
        return String(decoding: output, as: UTF8.self)
    }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skipSpace() {
        while let byte = next, [0x20, 0x0A, 0x0D, 0x09].contains(byte) { position += 1 }
    }

    private mutating func take(_ byte: UInt8) throws(ModelFault) {
        skipSpace()
        guard next == byte else { throw fault("'\(Unicode.Scalar(byte))' expected") }
        position += 1
        output.append(byte)
    }

    private mutating func copyObject(depth: Int, leadingMember: (name: String, value: String)? = nil) throws(ModelFault)
    {
        try take(UInt8(ascii: "{"))
        var isFirst = true
        if let leadingMember {
            output += Array("\"\(leadingMember.name)\":\"\(leadingMember.value)\"".utf8)
            isFirst = false
        }
        var seen: Set<String> = []
        var isSeparated = true
        skipSpace()
        while next != UInt8(ascii: "}") {
            guard isSeparated else { throw fault("',' or '}' expected") }
            let mark = output.count
            if !isFirst { output.append(UInt8(ascii: ",")) }
            let name = try copyString()
            guard seen.insert(name).inserted else { throw fault("\"\(name)\" is there twice") }
            try take(UInt8(ascii: ":"))
            try copyValue(depth: depth)
            if unwanted.contains(name) {
                output.removeSubrange(mark...)
            } else {
                isFirst = false
            }
            isSeparated = skipComma()
        }
        guard !isSeparated || seen.isEmpty else { throw fault("a member expected after ','") }
        try take(UInt8(ascii: "}"))
    }

    private mutating func copyArray(depth: Int) throws(ModelFault) {
        try take(UInt8(ascii: "["))
        var isSeparated = true
        var isEmpty = true
        skipSpace()
        while next != UInt8(ascii: "]") {
            guard isSeparated else { throw fault("',' or ']' expected") }
            if !isEmpty { output.append(UInt8(ascii: ",")) }
            isEmpty = false
            try copyValue(depth: depth)
            isSeparated = skipComma()
        }
        guard !isSeparated || isEmpty else { throw fault("a value expected after ','") }
        try take(UInt8(ascii: "]"))
    }

    private mutating func skipComma() -> Bool {
        skipSpace()
        guard next == UInt8(ascii: ",") else { return false }
        position += 1
        skipSpace()
        return true
    }

    private mutating func copyValue(depth: Int) throws(ModelFault) {
        guard depth < Self.deepest else { throw fault("is deeper than \(Self.deepest) levels") }
        skipSpace()
        switch next {
        case UInt8(ascii: "{"): try copyObject(depth: depth + 1)
        case UInt8(ascii: "["): try copyArray(depth: depth + 1)
        case UInt8(ascii: "\""): _ = try copyString()
        default: try copyWord()
        }
    }

    /// Copies a number, `true`, `false` or `null`; whether it is one says the reader of the bundle.
    private mutating func copyWord() throws(ModelFault) {
        let start = position
        while let byte = next, isWord(byte) { position += 1 }
        guard position > start else { throw fault("a value expected") }
        output += bytes[start..<position]
    }

    private func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."):
            true
        default: false
        }
    }

    private mutating func copyString() throws(ModelFault) -> String {
        try take(UInt8(ascii: "\""))
        let start = position
        while let byte = next, byte != UInt8(ascii: "\"") {
            position += byte == UInt8(ascii: "\\") ? 2 : 1
        }
        guard position < bytes.count else { throw fault("a string has no end") }
        let content = bytes[start..<position]
        output += content
        try take(UInt8(ascii: "\""))
        return String(decoding: content, as: UTF8.self)
    }

    private func fault(_ message: String) -> ModelFault {
        let line = bytes.prefix(position).count { $0 == 0x0A } + 1
        return ModelFault(.malformed, file: file, member: "line \(line)", message: message)
    }
}
