import Conversions
import DataModel
import HomeGraph

/// A valve, with or without a level.
///
/// Source: Home Assistant's MQTT valve; the Matter Application Cluster Specification, Valve Configuration and Control.
enum ValveEntity {
    static let kind = EntityKind(bind: bind)

    private static let closed: UInt64 = 0, open: UInt64 = 1
    /// Home Assistant's text for what nobody knows.
    private static let unknown = JSONValue.string("None")

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
            // What is unknown is that as a whole: in JSON Home Assistant takes nothing for it.
            guard let level else { return state == .null ? unknown : .object([JSONMember("state", state)]) }
            guard let position = level.number(read) else { return unknown }
            // Of one that has a level only that counts, beside which way it goes.
            let moves = [.string("opening"), .string("closing")].contains(state)
            return .object(
                [JSONMember("position", ComponentTarget.number(position))] + (moves ? [JSONMember("state", state)] : [])
            )
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
