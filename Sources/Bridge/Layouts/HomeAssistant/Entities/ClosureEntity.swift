import Conversions
import DataModel
import HomeGraph

/// A door, gate or panel that says which way it goes, and is told where to go by name.
///
/// Source: Home Assistant's MQTT cover; the Matter Application Cluster Specification, Closure Control.
enum ClosureEntity {
    static let kind = EntityKind(bind: bind)

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
