internal import CJansson

extension JSONValue {
    /// Reads a JSON text, which may be a bare value.
    ///
    /// A repeated key, more than 32 levels and text after the value are faults.
    public init(parsing source: [UInt8]) throws(JSONFault) {
        let scan = try JSONScan(source)
        let flags = Int(JSON_REJECT_DUPLICATES | JSON_DECODE_ANY | JSON_ALLOW_NUL)
        var error = json_error_t()
        let root = unsafe scan.text.withUnsafeBufferPointer { buffer in
            unsafe buffer.withMemoryRebound(to: CChar.self) { text in
                unsafe json_loadb(text.baseAddress, text.count, flags, &error)
            }
        }
        guard let root = unsafe root else { throw JSONFault(error) }
        defer { unsafe json_decref(root) }
        var numbers = 0
        self = unsafe JSONValue(root, numbers: &numbers, replaced: scan.replaced)
    }

    /// Copies Jansson's value; `numbers` counts them in the order of the text, which Jansson keeps.
    private init(_ json: UnsafeMutablePointer<json_t>, numbers: inout Int, replaced: [Int: JSONValue]) {
        switch unsafe json.pointee.type {
        case JSON_OBJECT:
            var members: [JSONMember] = []
            unsafe members.reserveCapacity(json_object_size(json))
            var iterator = unsafe json_object_iter(json)
            while let current = unsafe iterator {
                let name = unsafe String(
                    decoding: UnsafeRawBufferPointer(
                        start: json_object_iter_key(current), count: json_object_iter_key_len(current)),
                    as: UTF8.self)
                if let value = unsafe json_object_iter_value(current) {
                    let value = unsafe JSONValue(value, numbers: &numbers, replaced: replaced)
                    members.append(JSONMember(name: name, value: value))
                }
                unsafe iterator = json_object_iter_next(json, current)
            }
            self = .object(members)
        case JSON_ARRAY:
            var entries: [JSONValue] = []
            let count = unsafe json_array_size(json)
            entries.reserveCapacity(count)
            for index in 0..<count {
                guard let entry = unsafe json_array_get(json, index) else { continue }
                entries.append(unsafe JSONValue(entry, numbers: &numbers, replaced: replaced))
            }
            self = .array(entries)
        case JSON_STRING:
            let bytes = unsafe UnsafeRawBufferPointer(start: json_string_value(json), count: json_string_length(json))
            self = unsafe .string(String(decoding: bytes, as: UTF8.self))
        case JSON_INTEGER:
            self = unsafe replaced[numbers] ?? .int(Int64(json_integer_value(json)))
            numbers += 1
        case JSON_REAL:
            self = unsafe .double(json_real_value(json))
            numbers += 1
        case JSON_TRUE: self = .bool(true)
        case JSON_FALSE: self = .bool(false)
        default: self = .null
        }
    }
}

extension JSONFault {
    /// Takes Jansson's message without the piece of the text that it quotes.
    fileprivate init(_ error: json_error_t) {
        let message = unsafe withUnsafeBytes(of: error.text) { bytes in
            unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        let end = message.firstRange(of: " near ") ?? message.firstRange(of: " '\\u")
        let problem = end.map { String(message[..<$0.lowerBound]) } ?? message
        self.init(position: max(1, Int(error.position)), problem: problem)
    }
}
