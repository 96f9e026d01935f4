/// Why a characteristic cannot be set.
public enum CharacteristicFault: Error, Hashable {
    /// It cannot be written.
    case readOnly
    /// It is to be of this format.
    case wrongType(CharacteristicType.Format)
    /// It is less than this.
    case below(Double)
    /// It is more than this.
    case above(Double)
    /// It is none of these.
    case notAmong([CharacteristicType.Named])
    /// It has more characters than this.
    case tooLong(Int)
    /// It depends on a value that the device does not have now.
    case unknownState
}

extension CharacteristicFault {
    /// What is wrong, in a sentence for people.
    public func message(of characteristic: CharacteristicType) -> String {
        let name = characteristic.name
        switch self {
        case .readOnly: return "\(name) cannot be written"
        case .wrongType(let format): return "\(name) is to be of the format \(format.rawValue)"
        case .below(let bound): return "\(name) is at least \(Self.text(bound))"
        case .above(let bound): return "\(name) is at most \(Self.text(bound))"
        case .notAmong(let values):
            let choices = values.map { "\($0.number) (\($0.name))" }.joined(separator: ", ")
            return choices.isEmpty ? "\(name) cannot be this" : "\(name) is one of \(choices)"
        case .tooLong(let longest): return "\(name) has at most \(longest) characters"
        case .unknownState: return "\(name) depends on a value that the accessory does not have now"
        }
    }

    private static func text(_ bound: Double) -> String { Int(exactly: bound).map { "\($0)" } ?? "\(bound)" }
}
