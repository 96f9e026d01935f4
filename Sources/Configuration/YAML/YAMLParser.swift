import CYAML

/// What libyaml says, one event after another; the only place that touches its memory.
@safe
struct YAMLParser: ~Copyable {
    /// One event, copied out of libyaml.
    enum Event {
        case documentStart
        case documentEnd
        case scalar(text: String, style: YAMLNode.Style, tag: String?, anchor: String?)
        case sequenceStart(tag: String?, anchor: String?)
        case mappingStart(tag: String?, anchor: String?)
        /// The end of a sequence or mapping.
        case end
        case alias(String)
        case streamEnd
    }

    /// Why a document cannot be read on.
    struct Failure: Error {
        /// libyaml's words, such as `did not find expected ',' or ']'`.
        let problem: String
        /// Counted from 1.
        let line: Int
        let column: Int
    }

    private let parser: UnsafeMutablePointer<yaml_parser_t>
    private let input: UnsafeMutablePointer<UInt8>

    /// Begins to read bytes that are valid UTF-8.
    init(_ bytes: [UInt8]) throws(Failure) {
        unsafe parser = .allocate(capacity: 1)
        unsafe input = .allocate(capacity: max(1, bytes.count))
        for (offset, byte) in bytes.enumerated() { unsafe (input + offset).initialize(to: byte) }
        guard unsafe yaml_parser_initialize(parser) == 1 else {
            unsafe parser.deallocate()
            unsafe input.deallocate()
            throw Failure(problem: "there is not enough memory to read it", line: 1, column: 1)
        }
        unsafe yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        unsafe yaml_parser_set_input_string(parser, input, bytes.count)
    }

    deinit {
        unsafe yaml_parser_delete(parser)
        unsafe parser.deallocate()
        unsafe input.deallocate()
    }

    /// The next event and where it begins, line and column counted from 1; the stream's start is skipped.
    mutating func next() throws(Failure) -> (event: Event, line: Int, column: Int) {
        while true {
            var raw = unsafe yaml_event_t()
            guard unsafe yaml_parser_parse(parser, &raw) == 1 else { throw failure() }
            defer { unsafe yaml_event_delete(&raw) }
            guard let event = unsafe Self.event(raw) else { continue }
            return unsafe (event, Int(clamping: raw.start_mark.line) + 1, Int(clamping: raw.start_mark.column) + 1)
        }
    }

    private func failure() -> Failure {
        let problem = unsafe parser.pointee.problem.map { unsafe String(cString: $0) } ?? "it is not YAML"
        let mark = unsafe parser.pointee.problem_mark
        return Failure(
            problem: problem, line: Int(clamping: mark.line) + 1, column: Int(clamping: mark.column) + 1)
    }

    private static func event(_ raw: yaml_event_t) -> Event? {
        switch unsafe raw.type {
        case YAML_DOCUMENT_START_EVENT: .documentStart
        case YAML_DOCUMENT_END_EVENT: .documentEnd
        case YAML_STREAM_END_EVENT: .streamEnd
        case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: .end
        case YAML_ALIAS_EVENT: unsafe .alias(text(raw.data.alias.anchor) ?? "")
        case YAML_SCALAR_EVENT: unsafe scalar(raw)
        case YAML_SEQUENCE_START_EVENT:
            unsafe .sequenceStart(tag: text(raw.data.sequence_start.tag), anchor: text(raw.data.sequence_start.anchor))
        case YAML_MAPPING_START_EVENT:
            unsafe .mappingStart(tag: text(raw.data.mapping_start.tag), anchor: text(raw.data.mapping_start.anchor))
        default: nil
        }
    }

    private static func scalar(_ raw: yaml_event_t) -> Event {
        let scalar = unsafe raw.data.scalar
        let bytes = unsafe UnsafeBufferPointer(start: scalar.value, count: scalar.length)
        return unsafe .scalar(
            text: String(decoding: bytes, as: UTF8.self),
            style: scalar.style == YAML_PLAIN_SCALAR_STYLE ? .plain : .quoted,
            tag: text(scalar.tag), anchor: text(scalar.anchor))
    }

    private static func text(_ pointer: UnsafeMutablePointer<yaml_char_t>?) -> String? {
        guard let pointer = unsafe pointer else { return nil }
        return unsafe String(decodingCString: pointer, as: UTF8.self)
    }
}
