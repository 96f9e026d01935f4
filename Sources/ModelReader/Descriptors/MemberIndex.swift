/// Finds members by name and number without looking at each.
struct MemberIndex: Sendable {
    private let byName: [String: Int]
    private let byID: [UInt32: Int]

    init(names: [String], ids: [UInt32]) {
        byName = Dictionary(zip(names, names.indices)) { first, _ in first }
        byID = Dictionary(zip(ids, ids.indices)) { first, _ in first }
    }

    /// The place of the member of a name.
    subscript(name: String) -> Int? { byName[name] }
    /// The place of the member of a number.
    subscript(id: UInt32) -> Int? { byID[id] }
}

extension ClusterDescriptor {
    /// The attribute of a name.
    public func attribute(named name: String) -> AttributeDescriptor? { attributeIndex[name].map { attributes[$0] } }
    /// The number of the attribute of a name.
    public func attributeID(named name: String) -> UInt32? { attributeIndex[name].map { attributes[$0].id } }
    /// The attribute of a number.
    public func attribute(id: UInt32) -> AttributeDescriptor? { attributeIndex[id].map { attributes[$0] } }
    /// The command of a name.
    public func command(named name: String) -> CommandDescriptor? { commandIndex[name].map { commands[$0] } }
    /// The command of a number.
    public func command(id: UInt32) -> CommandDescriptor? { commandIndex[id].map { commands[$0] } }
    /// The response of a name.
    public func response(named name: String) -> CommandDescriptor? { responses.first { $0.name == name } }
    /// The response to a command; `nil` where only a status answers.
    public func response(to command: CommandDescriptor) -> CommandDescriptor? {
        command.response.flatMap { response(named: $0) }
    }
    /// The event of a name.
    public func event(named name: String) -> EventDescriptor? { eventIndex[name].map { events[$0] } }
    /// The event of a number.
    public func event(id: UInt32) -> EventDescriptor? { eventIndex[id].map { events[$0] } }
    /// The feature of a name.
    public func feature(named name: String) -> FeatureDescriptor? { features.first { $0.name == name } }
}
