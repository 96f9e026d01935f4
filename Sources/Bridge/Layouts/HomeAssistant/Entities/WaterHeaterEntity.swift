import DataModel
import HomeGraph

/// The mode of a water heater.
///
/// Source: Home Assistant's MQTT water heater; the Matter Application Cluster Specification, Water Heater Management.
enum WaterHeaterEntity {
    static let kind = EntityKind(bind: bind)

    /// How long it heats at once when it is told to, in seconds.
    private static let boost: Int64 = 3600

    /// The modes; heating at once is Home Assistant's high demand.
    static func modes(_ target: ComponentTarget) -> JSONValue {
        let modes =
            ["off", "eco"] + (target.supports(command: "WaterHeaterManagement/boost") ? ["high_demand"] : [])
        return .array(modes.map { .string($0) })
    }

    private static func bind(_ target: ComponentTarget) -> EntityDocument? {
        guard let mode = target.offset(of: "Thermostat/systemMode") else { return nil }
        let part = target.name
        let boosts = target.offset(of: "WaterHeaterManagement/boostState")
        return EntityDocument(offsets: [mode] + [boosts].compactMap(\.self)) { read in
            if boosts.map(read) == .uint(1) { return .string("high_demand") }
            return switch read(mode) {
            case .uint(0): .string("off")
            case .uint: .string("eco")
            default: .string("None")
            }
        } steps: { (payload, read) throws(HomeError) in
            let cancel =
                boosts.map(read) == .uint(1)
                ? [OrderStep.invoke("cancelBoost", of: "WaterHeaterManagement", part: part)] : []
            switch payload.text {
            case "off": return cancel + [.set("systemMode", of: "Thermostat", part: part, .string("off"))]
            case "eco": return cancel + [.set("systemMode", of: "Thermostat", part: part, .string("heat"))]
            case "high_demand" where boosts != nil:
                let on: [OrderStep] =
                    read(mode) == .uint(0) ? [.set("systemMode", of: "Thermostat", part: part, .string("heat"))] : []
                return on + [
                    .invoke(
                        "boost", of: "WaterHeaterManagement", part: part,
                        [JSONMember("boostInfo", .object([JSONMember("duration", .int(boost))]))])
                ]
            default: throw HomeError(.invalidArgument, "'\(payload.text)' is none of off, eco and high_demand")
            }
        }
    }
}
