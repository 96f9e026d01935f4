import DataModel

@testable import Bridge

extension JSONValue {
    /// The member that a path of names leads to; `nil` where it leads nowhere.
    func at(_ path: String...) -> JSONValue? {
        var value = self
        for name in path {
            guard case .object(let members) = value, let member = members.first(where: { $0.name == name }) else {
                return nil
            }
            value = member.value
        }
        return value
    }

    /// The number that it is.
    var number: Double? { Codec.number(self) }
}
