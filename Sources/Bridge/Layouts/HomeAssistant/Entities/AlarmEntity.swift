import DataModel
import HomeGraph

/// An alarm system.
///
/// Source: Home Assistant's MQTT alarm control panel; Google's trait ArmDisarm.
enum AlarmEntity {
    static let kind = EntityKind(bind: bind)

    /// What Home Assistant calls the categories of levels, by their numbers.
    private static let categories: [UInt64: String] = [1: "home", 2: "away", 3: "night", 5: "custom_bypass"]

    /// The ways in which the system can be armed; without levels there is one.
    static func features(_ levels: DataValue?) -> JSONValue {
        let words = Set(self.levels(levels).compactMap { categories[$0.category] })
        return .array((words.isEmpty ? ["away"] : words.sorted()).map { .string("arm_\($0)") })
    }

    private static func levels(_ value: DataValue?) -> [(name: String, category: UInt64)] {
        guard case .fields(let fields)? = value, case .list(let entries)? = fields[0] else { return [] }
        return entries.compactMap { entry in
            guard case .fields(let level) = entry, case .string(let name)? = level[0],
                case .uint(let category)? = level[2]
            else { return nil }
            return (name, category)
        }
    }

    private static func bind(_ target: ComponentTarget) -> EntityDocument? {
        let trait = "Google.ArmDisarm"
        guard target.supports(command: "\(trait)/armDisarm") else { return nil }
        let part = target.name
        let slots = ["armState", "isArmed", "currentArmLevel", "availableArmLevels"].map {
            target.offset(of: "\(trait)/\($0)")
        }
        return EntityDocument(offsets: slots.compactMap(\.self)) { read in
            let values = slots.map { $0.map(read) ?? .null }
            return .string(state(values[0], isArmed: values[1], level: values[2], levels: values[3]))
        } steps: { (payload, read) throws(HomeError) in
            if payload.text == "DISARM" {
                return [.invoke("armDisarm", of: trait, part: part, [JSONMember("arm", .bool(false))])]
            }
            let word = payload.text.lowercased()
            let known = levels(slots[3].map(read))
            guard word.hasPrefix("arm_") else {
                throw HomeError(.invalidArgument, "'\(payload.text)' is none of DISARM, ARM_AWAY, ARM_HOME, ARM_NIGHT")
            }
            let level = known.first { categories[$0.category].map { "arm_\($0)" } == word }
            guard level != nil || known.isEmpty else {
                throw HomeError(.invalidArgument, "the device has no level for \(payload.text)")
            }
            return [
                .invoke(
                    "armDisarm", of: trait, part: part,
                    [JSONMember("arm", .bool(true))] + (level.map { [JSONMember("armLevel", .string($0.name))] } ?? []))
            ]
        }
    }

    private static func state(
        _ state: DataValue, isArmed: DataValue, level: DataValue, levels known: DataValue
    ) -> String {
        switch state {
        case .uint(1): return "disarmed"
        case .uint(3): return "arming"
        case .uint(4): return "pending"
        case .uint(5): return "triggered"
        default: break
        }
        switch isArmed {
        case .bool(true): break
        case .bool(false): return "disarmed"
        default: return "None"
        }
        let current = levels(known).first { .string($0.name) == level }
        return "armed_\(current.flatMap { categories[$0.category] } ?? "away")"
    }
}
