import Conversions
import DataModel

/// Several coverings as one: as open as they are in the mean.
///
/// Each has its own topics; orders to all go to those of the group.
enum CoverEntity {
    static let kind = EntityKind(
        together: EntityKind.Together(quantities: [.coverPosition]) { value in
            guard case .number(let position)? = value(.coverPosition) else { return .null }
            return ComponentTarget.number(position)
        })
}

/// Several switches as one: on where one is on.
enum SwitchEntity {
    static let kind = EntityKind(
        together: EntityKind.Together(quantities: [.onOff]) { value in
            guard case .flag(let isOn)? = value(.onOff) else { return .string("None") }
            return .string(isOn ? "true" : "false")
        })
}
