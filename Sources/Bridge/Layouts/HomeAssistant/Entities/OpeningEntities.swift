import Conversions
import DataModel
import HomeGraph

/// A valve, with or without a level.
///
/// Source: Home Assistant's MQTT valve; the Matter Application Cluster Specification, Valve Configuration and Control.
enum ValveEntity {
    static let kind = EntityKind(bind: bind, together: { $0.first ?? .null })

    private static let closed: UInt64 = 0, open: UInt64 = 1

    private static func bind(_ target: ComponentTarget) -> EntityDocument? {
        guard let current = target.offset(of: "ValveConfigurationAndControl/currentState"),
            let wanted = target.offset(of: "ValveConfigurationAndControl/targetState")
        else { return nil }
        let part = target.name
        let level = target.quantity(.valveLevel)
        return EntityDocument(offsets: [current, wanted] + (level?.offsets ?? [])) { read in
            let state: JSONValue =
                switch (read(current), read(wanted)) {
                case (.uint(open), _): .string("open")
                case (.uint(closed), _): .string("closed")
                case (.uint, .uint(let target)): .string(target == open ? "opening" : "closing")
                default: .null
                }
            guard let level else { return .object([JSONMember("state", state)]) }
            // Of one that has a level only that counts, beside which way it goes.
            let moves = [.string("opening"), .string("closing")].contains(state)
            return .object(
                [JSONMember("position", level.number(read).map(ComponentTarget.number) ?? .null)]
                    + (moves ? [JSONMember("state", state)] : []))
        } steps: { (payload, read) throws(HomeError) in
            switch payload.text {
            case "OPEN": return [.invoke("open", of: "ValveConfigurationAndControl", part: part)]
            case "CLOSE", "0": return [.invoke("close", of: "ValveConfigurationAndControl", part: part)]
            default:
                guard level != nil, let number = Int64(payload.text), (1...100).contains(number) else {
                    throw HomeError(.invalidArgument, "'\(payload.text)' is no position, nor OPEN or CLOSE")
                }
                return [
                    .invoke(
                        "open", of: "ValveConfigurationAndControl", part: part,
                        [JSONMember("targetLevel", .int(number))])
                ]
            }
        }
    }
}

/// A door, gate or panel that says which way it goes, and is told where to go by name.
///
/// Source: Home Assistant's MQTT cover; the Matter Application Cluster Specification, Closure Control.
enum ClosureEntity {
    static let kind = EntityKind(bind: bind, together: { $0.first ?? .null })

    private static func bind(_ target: ComponentTarget) -> EntityDocument? {
        guard let state = target.quantity(.doorState), target.supports(command: "ClosureControl/moveTo") else {
            return nil
        }
        let part = target.name
        return EntityDocument(offsets: state.offsets) { read in
            state.choice(read).map { .string($0.rawValue) } ?? .string("None")
        } steps: { (payload, _) throws(HomeError) in
            switch payload.text {
            case "OPEN":
                return [
                    .invoke(
                        "moveTo", of: "ClosureControl", part: part,
                        [JSONMember("position", .string("moveToFullyOpen"))])
                ]
            case "CLOSE":
                return [
                    .invoke(
                        "moveTo", of: "ClosureControl", part: part,
                        [JSONMember("position", .string("moveToFullyClosed"))])
                ]
            case "STOP": return [.invoke("stop", of: "ClosureControl", part: part)]
            default: throw HomeError(.invalidArgument, "'\(payload.text)' is none of OPEN, CLOSE and STOP")
            }
        }
    }
}

/// Several coverings as one.
enum CoverEntity {
    /// The position of each is that of its own topic; together it is their mean, or whether one is open.
    static let kind = EntityKind(
        bind: { target in
            let part = target.name
            let position = target.quantity(.coverPosition)
            let movement = target.quantity(.coverMovement)
            return EntityDocument(offsets: (position?.offsets ?? []) + (movement?.offsets ?? [])) { read in
                position?.number(read).map(ComponentTarget.number) ?? .null
            } steps: { (_, _) throws(HomeError) in
                throw HomeError(.unimplemented, "orders go to \(part) itself")
            }
        },
        together: { states in
            let numbers = states.compactMap(Codec.number)
            guard !numbers.isEmpty else { return .null }
            let mean = (numbers.reduce(0, +) / Double(numbers.count)).rounded()
            return ComponentTarget.number(mean)
        })
}

/// Several switches as one: on where one is on.
enum SwitchEntity {
    static let kind = EntityKind(
        bind: { target in
            let part = target.name
            let onOff = target.offset(of: "OnOff/onOff")
            return EntityDocument(offsets: [onOff].compactMap(\.self)) { read in
                switch onOff.map(read) {
                case .bool(let isOn)?: .string(isOn ? "true" : "false")
                default: .string("None")
                }
            } steps: { (_, _) throws(HomeError) in
                throw HomeError(.unimplemented, "orders go to \(part) itself")
            }
        },
        together: { states in
            if states.contains(.string("true")) { return .string("true") }
            return .string(states.contains(.string("false")) ? "false" : "None")
        })
}
