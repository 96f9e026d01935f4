import DataModel
import HomeGraph

/// Something that can be asked of the bridge on `B/bridge/request/NAME`.
struct BridgeRequest: Sendable {
    /// What a field holds.
    enum Kind: Sendable {
        /// Text, not blank.
        case text
        /// The same, or null for none.
        case textOrNull
        /// A list of texts that are not blank.
        case texts
        case bool
        /// A number.
        case number
        /// Anything; what it may be depends on other fields.
        case value
    }

    /// A field of the payload.
    struct Field: Sendable {
        let name: String
        let kind: Kind
        let isRequired: Bool

        /// A field that must be there.
        static func required(_ name: String, _ kind: Kind) -> Field { Field(name: name, kind: kind, isRequired: true) }
        /// A field that may be left out, or be null.
        static func optional(_ name: String, _ kind: Kind) -> Field { Field(name: name, kind: kind, isRequired: false) }
    }

    /// Writes the member `result` of the answer.
    typealias Result = @Sendable (inout JSONWriter) -> Void

    /// What is left to do of a request that was begun.
    typealias Work = @Sendable () async throws(HomeError) -> Result?

    /// What a request does; it returns `nil` where it has no result.
    enum Action: Sendable {
        /// At once, in the order of requests.
        case immediate(@Sendable (RequestArguments) throws(HomeError) -> Result?)
        /// Begun at once, in the order of requests; what it begins is finished beside everything else. It is told the
        /// uptime by which it is to be answered.
        case lasting(@Sendable (RequestArguments, Duration) throws(HomeError) -> Work)
        /// One after another with all other changes of the home.
        case edit(EditRequest)
    }

    /// `simulation/report`.
    let name: String
    let fields: [Field]
    let action: Action
    /// How long it may take, where that is longer than orders may.
    var timeout: Duration? = nil
}

/// All requests by name.
struct RequestTable: Sendable {
    private let requests: [String: BridgeRequest]

    /// Makes a table.
    init(_ requests: [BridgeRequest]) {
        self.requests = Dictionary(requests.map { ($0.name, $0) }) { first, _ in first }
    }

    /// How long a request may take, where that is longer than orders may.
    func timeout(ofRequest name: String) -> Duration? { requests[name]?.timeout }

    /// The request of this name.
    /// - Throws: `unimplemented`, with the nearest name, or those that begin as it does.
    func request(named name: String) throws(HomeError) -> BridgeRequest {
        if let request = requests[name] { return request }
        let family = name.prefix { $0 != "/" } + "/"
        let names = requests.keys.filter { $0.hasPrefix(family) }
        let families = Set(requests.keys.map { "\($0.prefix { $0 != "/" })/…" })
        let hint = NearestName.hint(
            for: name, among: (names.isEmpty ? Array(families) : names).sorted(), synonyms: requests.keys.sorted())
        throw HomeError(.unimplemented, "there is no request '\(name)'; \(hint)")
    }
}

/// The fields of a request, checked against what it declares.
struct RequestArguments: Sendable {
    private var values: [String: JSONValue] = [:]

    /// Reads a payload.
    ///
    /// - Throws: `invalidArgument` for what is no object, for an unknown, missing or wrong field.
    init(_ body: OrderPayload.Body, of request: BridgeRequest) throws(HomeError) {
        var members: [JSONMember] = []
        switch body {
        case .empty: break
        case .json(.object(let object), false): members = object
        default: throw HomeError(.invalidArgument, "the payload is no JSON object, such as {\(Self.example(request))}")
        }
        let names = request.fields.map(\.name)
        for member in members {
            guard let field = request.fields.first(where: { $0.name == member.name }) else {
                throw HomeError(
                    .invalidArgument,
                    "\(request.name) has no field \(NearestName.shown(member.name)); \(NearestName.hint(for: member.name, among: names))"
                )
            }
            if case .null = member.value, !field.isRequired, field.kind != .value { continue }
            try Self.check(member.value, field)
            values[member.name] = member.value
        }
        for field in request.fields where field.isRequired && values[field.name] == nil {
            throw HomeError(.invalidArgument, "\(request.name) needs the field '\(field.name)'")
        }
    }

    private static func example(_ request: BridgeRequest) -> String {
        request.fields.filter(\.isRequired).map { "\"\($0.name)\":…" }.joined(separator: ",")
    }

    private static func check(_ value: JSONValue, _ field: BridgeRequest.Field) throws(HomeError) {
        let isRight: Bool =
            switch (field.kind, value) {
            case (.value, _), (.bool, .bool): true
            case (.text, .string(let text)), (.textOrNull, .string(let text)): !text.withoutSpace.isEmpty
            case (.textOrNull, .null): true
            case (.texts, .array(let entries)): entries.allSatisfy { Self.text($0)?.withoutSpace.isEmpty == false }
            case (.number, _): Codec.number(value) != nil
            default: false
            }
        guard isRight else {
            let wanted =
                switch field.kind {
                case .text: "a text that is not empty"
                case .textOrNull: "a text that is not empty, or null"
                case .texts: "a list of texts that are not empty"
                case .bool: "true or false"
                case .number: "a number"
                case .value: "a value"
                }
            throw HomeError(.invalidArgument, "the field '\(field.name)' is to be \(wanted)")
        }
    }

    /// A text; `nil` where it was left out, or is null.
    func text(_ name: String) -> String? { values[name].flatMap(Self.text) }

    /// A list of texts; empty where it was left out.
    func texts(_ name: String) -> [String] {
        guard case .array(let entries) = values[name] else { return [] }
        return entries.compactMap(Self.text)
    }

    private static func text(_ value: JSONValue) -> String? {
        guard case .string(let text) = value else { return nil }
        return text
    }

    /// A bool; `nil` where it was left out.
    func bool(_ name: String) -> Bool? {
        guard case .bool(let bool) = values[name] else { return nil }
        return bool
    }

    /// A number; `nil` where it was left out.
    func number(_ name: String) -> Double? { values[name].flatMap(Codec.number) }

    /// Any value; `nil` where it was left out.
    func value(_ name: String) -> JSONValue? { values[name] }

    /// A text that must be there.
    func required(_ name: String) throws(HomeError) -> String {
        guard let text = text(name) else { throw HomeError(.invalidArgument, "the field '\(name)' is missing") }
        return text
    }
}
