import Conversions
import DataModel
import HomeGraph

/// A robot that cleans: Home Assistant's vacuum.
///
/// Source: Home Assistant's MQTT vacuum; the Matter Application Cluster Specification, RVC Operational State and RVC Run
/// Mode.
enum VacuumEntity {
    static let kind = EntityKind(bind: bind)

    /// Tags of run modes.
    private static let idle: UInt64 = 0x4000, cleaning: UInt64 = 0x4001

    /// What Home Assistant calls the device's states.
    private static let states: [Choice: String] = [
        .running: "cleaning", .paused: "paused", .error: "error", .stopped: "idle", .seekingCharger: "returning",
        .charging: "docked", .docked: "docked", .emptyingDustBin: "docked", .cleaningMop: "docked",
        .fillingWaterTank: "docked", .updatingMaps: "cleaning",
    ]

    /// What the robot can be told.
    static func features(_ target: ComponentTarget) -> JSONValue {
        let features =
            ["start", "stop", "status"]
            + [
                ("pause", "RvcOperationalState/pause"), ("return_home", "RvcOperationalState/goHome"),
                ("locate", "Google.Locator/locate"),
            ].filter { target.supports(command: $0.1) }.map(\.0)
        return .array(features.map { .string($0) })
    }

    private static func bind(_ target: ComponentTarget) -> EntityDocument? {
        guard let state = target.quantity(.operationalState),
            let modes = target.offset(of: "RvcRunMode/supportedModes")
        else { return nil }
        let part = target.name
        return EntityDocument(offsets: state.offsets) { read in
            let word = state.choice(read).flatMap { states[$0] }
            return .object([JSONMember("state", word.map { .string($0) } ?? .null)])
        } steps: { (payload, read) throws(HomeError) in
            switch payload.text {
            case "start":
                if state.choice(read) == .paused { return [.invoke("resume", of: "RvcOperationalState", part: part)] }
                return [try change(to: cleaning, among: read(modes), part)]
            case "stop": return [try change(to: idle, among: read(modes), part)]
            case "pause": return [.invoke("pause", of: "RvcOperationalState", part: part)]
            case "return_to_base": return [.invoke("goHome", of: "RvcOperationalState", part: part)]
            case "locate":
                return [
                    .invoke(
                        "locate", of: "Google.Locator", part: part,
                        [JSONMember("lang", .string("en")), JSONMember("reportLocation", .bool(false))])
                ]
            default:
                throw HomeError(
                    .invalidArgument, "'\(payload.text)' is none of start, stop, pause, return_to_base and locate")
            }
        }
    }

    private static func change(
        to tag: UInt64, among list: DataValue, _ part: String
    ) throws(HomeError) -> OrderStep {
        guard let mode = ModeList.entries(list).first(where: { $0.tags.contains(tag) }) else {
            throw HomeError(.failedPrecondition, "the device has no mode for that")
        }
        return .invoke("changeToMode", of: "RvcRunMode", part: part, [JSONMember("newMode", .uint(mode.mode))])
    }
}
