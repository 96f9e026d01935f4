/// What an order's JSON object says beside its arguments: `{"$value": …, "$id": …}`.
public struct PayloadEnvelope: Sendable, Hashable {
    /// How many octets `$id` may have.
    public static let greatestID = 256

    /// What is to come back in the answer.
    public let id: JSONValue?
    /// A bare value: the value to set, or a command's first argument.
    public let value: JSONValue?
    /// The other members, in order.
    public let members: [JSONMember]

    /// Takes an object's members apart.
    ///
    /// - Throws: another key that begins with `$`, an id that is too long, or members beside `$value`.
    public init(_ object: [JSONMember]) throws(ValueFault) {
        var id: JSONValue?
        var value: JSONValue?
        var members: [JSONMember] = []
        for member in object {
            switch member.name {
            case "$id":
                guard member.value.text.count <= Self.greatestID else {
                    throw ValueFault(.invalidArgument, "$id is longer than \(Self.greatestID) octets")
                }
                id = member.value
            case "$value": value = member.value
            case let name where name.hasPrefix("$"):
                throw ValueFault(
                    .invalidArgument, "there is no key '\(name.prefix(40))'; those with $ are $id and $value")
            default: members.append(member)
            }
        }
        if value != nil, let other = members.first {
            throw ValueFault(.invalidArgument, "beside $value there can only be $id, not '\(other.name.prefix(40))'")
        }
        self.id = id
        self.value = value
        self.members = members
    }
}
