import HomeGraph
import ModelReader
import Synchronization

/// Makes the plan of outputs for each shape of the home; segments and layouts are kept from one to the next.
///
/// Where the home is kept on disk it is told of each shape before the home has it, and has kept with it what the bridge
/// needs to find its topics again. A plan for a shape that never came is forgotten.
final class OutputPlanner: Sendable {
    /// A plan, and what the next one begins with.
    private struct Draft {
        let plan: OutputPlan
        let segments: SegmentTables
        let numbers: OutputNumbers
        /// What was composed once for devices that are made alike.
        let cache: LayoutCache
        /// The branches that the plan before did not have.
        let arriving: [Branch]

        /// Whether it is the plan of this home with these layouts.
        func isPlan(of shape: HomeShape, _ layouts: TopicLayouts) -> Bool {
            plan.topics.shape === shape && plan.layouts.isSame(as: layouts)
        }
    }

    private struct State {
        var current: Draft
        /// The layouts that the next plan is made with.
        var wanted: TopicLayouts
        /// For the shape, or the layouts, that are being kept.
        var proposed: Draft?
        /// The segments that are kept: those of the last shape of which that is known.
        var keptSegments: [String: String]
    }

    private let configuration: BridgeConfiguration
    private let registry: TopicRegistry?
    private let state: Mutex<State>

    /// Makes the plan for the home as it is.
    ///
    /// - Parameters:
    ///   - shape: The home as it is.
    ///   - configuration: Topics and qualities of service.
    ///   - layouts: The layouts that there are.
    ///   - segments: The segments that were kept, as ``SegmentTable/records``.
    ///   - registry: Where published topics are kept; `nil` nowhere.
    init(
        _ shape: HomeShape, configuration: BridgeConfiguration, layouts: TopicLayouts = TopicLayouts(),
        segments: [String: String] = [:], registry: TopicRegistry? = nil
    ) {
        self.configuration = configuration
        self.registry = registry
        let draft = Self.draft(
            shape, layouts, after: nil, segments: SegmentTables(configuration.segments, records: segments),
            numbers: OutputNumbers(), configuration,
            cache: LayoutCache(publishesLastReport: configuration.publishesLastReport))
        state = Mutex(State(current: draft, wanted: layouts, keptSegments: segments))
    }

    /// The outputs of a home of this shape, which the home has.
    func plan(_ shape: HomeShape) -> OutputPlan {
        state.withLock { state in
            settle(shape, &state)
            return state.current.plan
        }
    }

    /// What is to be kept before anything is published at all, beside what is kept already.
    func firstChanges() -> [StateChange] {
        state.withLock { state in
            Self.changes(from: state.keptSegments, to: state.current.segments.records)
                + (registry?.propose(state.current.arriving) ?? [])
        }
    }

    /// What ``firstChanges()`` gave is kept.
    func adoptFirstChanges() {
        state.withLock { state in
            state.keptSegments = state.current.segments.records
            registry?.adopt(state.current.arriving, areKept: true)
        }
    }

    /// Makes the plan of a shape the current one: the proposed one, if it was proposed.
    private func settle(_ shape: HomeShape, _ state: inout State) {
        guard !state.current.isPlan(of: shape, state.wanted) else { return }
        if let proposed = state.proposed, proposed.isPlan(of: shape, state.wanted) {
            state.current = proposed
            state.keptSegments = proposed.segments.records
            registry?.adopt(proposed.arriving, areKept: true)
        } else {
            state.current = next(shape, state.wanted, after: state.current)
            registry?.adopt(state.current.arriving, areKept: false)
        }
        state.proposed = nil
    }

    private func next(_ shape: HomeShape, _ layouts: TopicLayouts, after current: Draft) -> Draft {
        Self.draft(
            shape, layouts, after: current.plan, segments: current.segments, numbers: current.numbers, configuration,
            cache: current.cache)
    }

    private static func draft(
        _ shape: HomeShape, _ layouts: TopicLayouts, after before: OutputPlan?, segments: SegmentTables,
        numbers: OutputNumbers, _ configuration: BridgeConfiguration, cache: LayoutCache
    ) -> Draft {
        var segments = segments
        var numbers = numbers
        var cache = cache
        let difference = ShapeDifference(from: before?.topics.shape, to: shape)
        segments.update(difference, to: shape, layouts)
        if !difference.devices.removed.isEmpty { cache.keep(shape.devices.map(\.layout)) }
        let topics = HomeTopics(
            HomeTopicsBuilder(
                shape, difference, segments: segments, base: configuration.baseTopic, before: before?.topics
            ) { cache.topics(of: $0) })
        var sections: [OutputSection] = []
        func add(
            _ name: String, _ settings: BridgeConfiguration.Layout?, compose: (inout BranchComposer) -> Void
        ) {
            let section = before?.section(name).flatMap { $0.settings == settings ? $0 : nil }
            var composer = BranchComposer(
                topics, before: before, section: section, numbers: numbers)
            compose(&composer)
            numbers = composer.numbers
            sections.append(OutputSection(name: name, settings: settings, families: composer.families))
        }
        add(NativeLayout.name, nil) { NativeLayout(configuration: configuration).compose(&$0) }
        for entry in layouts.enabled { add(entry.name, entry.settings) { entry.layout.compose(&$0) } }
        let change = BranchChange(from: before?.sections ?? [], to: sections)
        let plan = OutputPlan(
            topics: topics, layouts: layouts, sections: sections, change: change, before: before)
        numbers.release(change, in: plan)
        return Draft(plan: plan, segments: segments, numbers: numbers, cache: cache, arriving: change.arriving)
    }
}

extension OutputPlanner {
    /// What is to be kept once the home has another shape than now: segments, and topics that are about to be published.
    func changes(for shape: HomeShape, after now: HomeShape) -> [StateChange] {
        state.withLock { state in
            // What was proposed before came, or it never will.
            settle(now, &state)
            return propose(shape, state.wanted, &state)
        }
    }

    /// What is to be kept once other layouts are switched on, of the home as it is.
    func changes(for layouts: TopicLayouts, of shape: HomeShape) -> [StateChange] {
        state.withLock { state in
            settle(shape, &state)
            return propose(shape, layouts, &state)
        }
    }

    /// What ``changes(for:of:)`` gave is kept: the next plan has these layouts.
    func adopt(_ layouts: TopicLayouts) { state.withLock { $0.wanted = layouts } }

    private func propose(_ shape: HomeShape, _ layouts: TopicLayouts, _ state: inout State) -> [StateChange] {
        let draft = next(shape, layouts, after: state.current)
        state.proposed = draft
        return Self.changes(from: state.keptSegments, to: draft.segments.records)
            + (registry?.propose(draft.arriving) ?? [])
    }

    private static func changes(from before: [String: String], to after: [String: String]) -> [StateChange] {
        var changes: [StateChange] = []
        for (key, value) in after where before[key] != value {
            changes.append(.record(section: SavedTopics.Section.segments, key: key, value))
        }
        for key in before.keys where after[key] == nil {
            changes.append(.record(section: SavedTopics.Section.segments, key: key, nil))
        }
        return changes
    }
}

/// What is composed once for all devices that are made alike.
struct LayoutCache: Sendable {
    private let publishesLastReport: Bool
    /// What is here keeps its layout, so that the identifier is nobody else's.
    private var topics: [ObjectIdentifier: LayoutTopics] = [:]

    init(publishesLastReport: Bool) { self.publishesLastReport = publishesLastReport }

    /// The topics of devices that are made so.
    mutating func topics(of layout: DeviceLayout) -> LayoutTopics {
        if let known = topics[ObjectIdentifier(layout)] { return known }
        let new = LayoutTopics(
            layout, publishesLastReport: publishesLastReport, description: LayoutDescription.json(of: layout))
        topics[ObjectIdentifier(layout)] = new
        return new
    }

    /// Forgets all other layouts.
    mutating func keep(_ layouts: some Sequence<DeviceLayout>) {
        let used = Set(layouts.map(ObjectIdentifier.init))
        topics = topics.filter { used.contains($0.key) }
    }
}
