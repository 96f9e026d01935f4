import ClusterTypes
import DataModel

/// Buttons and switches with positions (Matter Application Cluster Specification, section 1.13).
///
/// Somebody's finger is a report of `currentPosition`: 0 is the rest position of a momentary switch.
struct SwitchBehavior: Behavior {
    private typealias Switch = SwitchCluster

    private enum Timer {
        static let longPress: UInt32 = 0
        static let multiPress: UInt32 = 1
    }

    private enum Memory {
        /// How many presses belong together so far.
        static let presses: UInt32 = 0
        /// Set once a press is long.
        static let isLong: UInt32 = 1
        /// Which position was pressed last.
        static let pressed: UInt32 = 2
    }

    /// A press is long from here on.
    private static let longPress = Duration.milliseconds(500)
    /// Presses that follow each other within this time belong together.
    private static let multiPressWindow = Duration.milliseconds(300)

    var cluster: UInt32 { Switch.clusterID }

    func start(_ context: inout EndpointContext) { forget(&context) }

    func didChange(
        _ attribute: UInt32, of changed: UInt32, from old: DataValue, _ context: inout EndpointContext
    ) {
        guard changed == cluster, attribute == Switch.currentPosition.id,
            let position = context[Switch.currentPosition], let previous = UInt8(old)
        else { return }
        context.emit(Switch.SwitchLatchedEvent(newPosition: position))
        guard has("MS", context) else { return }
        if previous != 0 { release(previous, &context) }
        if position != 0 { press(position, &context) }
    }

    private func press(_ position: UInt8, _ context: inout EndpointContext) {
        // Another button begins to count anew.
        if let last: UInt8 = context[memory: Memory.pressed, of: cluster], last != position {
            complete(&context)
        }
        let presses = presses(context) &+ 1
        context[memory: Memory.presses, of: cluster] = presses
        context[memory: Memory.pressed, of: cluster] = position
        context.cancel(Timer.multiPress, of: cluster)
        ChimeBehavior.ring(&context)
        let isAction = has("AS", context)
        if !isAction || presses == 1 { context.emit(Switch.InitialPressEvent(newPosition: position)) }
        if !isAction, presses > 1, presses <= context[Switch.multiPressMax] ?? .max {
            context.emit(
                Switch.MultiPressOngoingEvent(newPosition: position, currentNumberOfPressesCounted: presses))
        }
        if has("MSL", context), presses == 1 {
            context.schedule(Timer.longPress, of: cluster, after: Self.longPress)
        }
    }

    private func release(_ position: UInt8, _ context: inout EndpointContext) {
        context.cancel(Timer.longPress, of: cluster)
        if context[memory: Memory.isLong, of: cluster] == true {
            context.emit(Switch.LongReleaseEvent(previousPosition: position))
            forget(&context)
            return
        }
        if !has("AS", context) { context.emit(Switch.ShortReleaseEvent(previousPosition: position)) }
        if has("MSM", context) {
            context.schedule(Timer.multiPress, of: cluster, after: Self.multiPressWindow)
        } else {
            forget(&context)
        }
    }

    func timer(_ timer: UInt32, _ context: inout EndpointContext) {
        if timer == Timer.longPress, let position = context[Switch.currentPosition], position != 0 {
            context[memory: Memory.isLong, of: cluster] = true
            context.emit(Switch.LongPressEvent(newPosition: position))
        } else if timer == Timer.multiPress {
            complete(&context)
        }
    }

    /// Says how many presses it were; 0 is more than the switch counts.
    private func complete(_ context: inout EndpointContext) {
        let presses = presses(context)
        if presses > 0, let position: UInt8 = context[memory: Memory.pressed, of: cluster] {
            let isTooMany = presses > context[Switch.multiPressMax] ?? .max
            context.emit(
                Switch.MultiPressCompleteEvent(
                    previousPosition: position, totalNumberOfPressesCounted: isTooMany ? 0 : presses))
        }
        forget(&context)
    }

    private func presses(_ context: EndpointContext) -> UInt8 {
        context[memory: Memory.presses, of: cluster] ?? 0
    }

    private func forget(_ context: inout EndpointContext) {
        context.cancel(Timer.multiPress, of: cluster)
        context[memory: Memory.presses, of: cluster] = UInt8?.none
        context[memory: Memory.isLong, of: cluster] = Bool?.none
        context[memory: Memory.pressed, of: cluster] = UInt8?.none
    }

    private func has(_ feature: String, _ context: EndpointContext) -> Bool {
        context.has(feature: feature, of: cluster)
    }
}
