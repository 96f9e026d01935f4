import ClusterTypes
import DataModel
import HomeGraph

/// The areas that a vacuum cleans, one after the other (Matter Application Cluster Specification, section 1.17).
///
/// Each takes ten minutes; after the last the vacuum goes home.
struct ServiceAreaBehavior: Behavior {
    private typealias Area = ServiceAreaCluster
    private typealias State = RvcOperationalStateCluster.OperationalStateEnum

    private enum Timer { static let area: UInt32 = 0 }
    /// What the behaviour remembers of a run.
    private enum Memory {
        /// The areas that are left, the current one first; nothing while no run is on.
        static let left: UInt32 = 0
        /// When the current area is done, in milliseconds of simulated time.
        static let due: UInt32 = 1
        /// How much is left of the current area while the run is paused, in milliseconds.
        static let rest: UInt32 = 2
    }

    /// How long an area takes, in milliseconds.
    private static let timeOfArea: Int64 = 600_000

    var cluster: UInt32 { Area.clusterID }

    /// A reboot ends a run.
    func start(_ context: inout EndpointContext) {
        end(&context)
        if context[RvcOperationalStateCluster.operationalState] == .running { begin(&context) }
    }

    func invoke(
        _ command: UInt32, _ fields: [UInt32: DataValue], _ context: inout EndpointContext
    ) throws(HomeError) -> [UInt32: DataValue] {
        switch Area.Command(rawValue: command) {
        case .selectAreas:
            let areas = try context.read(fields, as: Area.SelectAreasRequest.self).newAreas
            let (status, text) = select(areas, &context)
            return Area.SelectAreasResponse(status: status, statusText: text).fields
        case .skipArea:
            let area = try context.read(fields, as: Area.SkipAreaRequest.self).skippedArea
            let (status, text) = skip(area, &context)
            return Area.SkipAreaResponse(status: status, statusText: text).fields
        case nil: throw context.unimplemented(command, of: cluster)
        }
    }

    private func select(_ areas: [UInt32], _ context: inout EndpointContext) -> (Area.SelectAreasStatus, String) {
        let known = (context[Area.supportedAreas] ?? []).map(\.areaId)
        if let unknown = areas.first(where: { !known.contains($0) }) {
            let list = known.map(String.init).joined(separator: ", ")
            return (.unsupportedArea, "there is no area \(unknown); there are \(list.prefix(150))")
        }
        guard Set(areas).count == areas.count else { return (.invalidSet, "an area is named twice") }
        guard left(context) == nil || context.has(feature: "SELRUN", of: cluster) else {
            return (.invalidInMode, "areas are not selected while the device operates")
        }
        context[Area.selectedAreas] = areas
        return (.success, "")
    }

    private func skip(_ area: UInt32, _ context: inout EndpointContext) -> (Area.SkipAreaStatus, String) {
        let selected = context[Area.selectedAreas] ?? []
        guard !selected.isEmpty else { return (.invalidAreaList, "no areas are selected") }
        guard selected.contains(area) else { return (.invalidSkippedArea, "area \(area) is not selected") }
        guard let left = left(context) else { return (.invalidInMode, "the device does not operate") }
        guard left.contains(area) else { return (.invalidSkippedArea, "area \(area) is done") }
        note(area, .skipped, &context)
        let isCurrent = left.first == area
        context[memory: Memory.left, of: cluster] = left.filter { $0 != area }
        if isCurrent { goOn(&context) }
        return (.success, "")
    }

    private func left(_ context: EndpointContext) -> [UInt32]? { context[memory: Memory.left, of: cluster] }

    // MARK: - The run

    func didChange(
        _ attribute: UInt32, of changed: UInt32, from old: DataValue, _ context: inout EndpointContext
    ) {
        typealias Vacuum = RvcOperationalStateCluster
        guard changed == Vacuum.clusterID, attribute == Vacuum.operationalState.id else { return }
        switch context[Vacuum.operationalState] {
        case .running: if left(context) == nil { begin(&context) } else { resume(&context) }
        case .paused, .error: pause(&context)
        default: end(&context)
        }
    }

    private func begin(_ context: inout EndpointContext) {
        let supported = (context[Area.supportedAreas] ?? []).map(\.areaId)
        let selected = context[Area.selectedAreas] ?? []
        let areas = selected.isEmpty ? supported : selected
        guard !areas.isEmpty else { return }
        context[memory: Memory.left, of: cluster] = areas
        context[Area.progress] = areas.map { Area.ProgressStruct(areaId: $0, status: .pending) }
        goOn(&context)
    }

    /// Begins the first of the areas that are left; without any the vacuum goes home.
    private func goOn(_ context: inout EndpointContext) {
        context[memory: Memory.rest, of: cluster] = Int64?.none
        guard let left = left(context), let area = left.first else {
            end(&context)
            OperationalStateBehavior.finish(&context)
            return
        }
        note(area, .operating, &context)
        context[Area.currentArea] = area
        work(for: Self.timeOfArea, &context)
    }

    private func work(for milliseconds: Int64, _ context: inout EndpointContext) {
        context[memory: Memory.due, of: cluster] = context.milliseconds + milliseconds
        context.schedule(Timer.area, of: cluster, after: .milliseconds(milliseconds))
        let others = Int64((left(context)?.count ?? 1) - 1) * Self.timeOfArea
        context[Area.estimatedEndTime] =
            context.now.matterSeconds &+ UInt32(clamping: (milliseconds + others) / 1000)
    }

    private func pause(_ context: inout EndpointContext) {
        guard left(context) != nil, let due: Int64 = context[memory: Memory.due, of: cluster] else { return }
        context.cancel(Timer.area, of: cluster)
        context[memory: Memory.rest, of: cluster] = max(0, due &- context.milliseconds)
        context[Area.estimatedEndTime] = UInt32?.none
    }

    private func resume(_ context: inout EndpointContext) {
        guard let rest: Int64 = context[memory: Memory.rest, of: cluster] else { return }
        context[memory: Memory.rest, of: cluster] = Int64?.none
        work(for: min(max(0, rest), Self.timeOfArea), &context)
    }

    /// What a run that ends left undone was skipped (Progress).
    private func end(_ context: inout EndpointContext) {
        for area in left(context) ?? [] { note(area, .skipped, &context) }
        context.cancel(Timer.area, of: cluster)
        context[memory: Memory.left, of: cluster] = [UInt32]?.none
        context[memory: Memory.due, of: cluster] = Int64?.none
        context[memory: Memory.rest, of: cluster] = Int64?.none
        context[Area.currentArea] = UInt32?.none
        context[Area.estimatedEndTime] = UInt32?.none
    }

    func timer(_ timer: UInt32, _ context: inout EndpointContext) {
        guard var left = left(context), !left.isEmpty else { return }
        note(left.removeFirst(), .completed, &context)
        context[memory: Memory.left, of: cluster] = left
        goOn(&context)
    }

    private func note(
        _ area: UInt32, _ status: Area.OperationalStatusEnum, _ context: inout EndpointContext
    ) {
        context[Area.progress] = context[Area.progress]?.map { progress in
            var progress = progress
            if progress.areaId == area {
                progress.status = status
                if status == .completed { progress.totalOperationalTime = UInt32(Self.timeOfArea / 1000) }
            }
            return progress
        }
    }
}
