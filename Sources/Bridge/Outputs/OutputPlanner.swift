import HomeGraph
import Synchronization

/// Makes the plan of outputs for each shape of the home; segments and layouts are kept from one to the next.
final class OutputPlanner: Sendable {
    private struct State {
        var segments: SegmentTable
        var layouts: [ObjectIdentifier: LayoutTopics] = [:]
        var descriptions: [ObjectIdentifier: [UInt8]] = [:]
    }

    private let configuration: BridgeConfiguration
    private let state: Mutex<State>

    /// Makes a planner that knows no segments yet.
    init(configuration: BridgeConfiguration) {
        self.configuration = configuration
        state = Mutex(State(segments: SegmentTable(mode: configuration.segments)))
    }

    /// The outputs of a home of this shape.
    func plan(_ shape: HomeShape) -> OutputPlan {
        state.withLock { state in
            state.segments.assign(shape)
            let topics = HomeTopics(
                shape, segments: state.segments, configuration: configuration, layouts: &state.layouts)
            for device in topics.devices where state.descriptions[ObjectIdentifier(device.record.layout)] == nil {
                state.descriptions[ObjectIdentifier(device.record.layout)] =
                    LayoutDescription.json(of: device.record.layout)
            }
            let documents = NativeDocuments(
                topics: topics, configuration: configuration, descriptions: state.descriptions)
            return OutputPlan(topics: topics, documents: documents.all)
        }
    }
}
