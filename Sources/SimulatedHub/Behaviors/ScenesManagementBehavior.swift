import ClusterTypes
import DataModel
import HomeGraph
import ModelReader

/// Scenes: values of attributes that are stored under a number and recalled together (Matter Application Cluster
/// Specification, section 1.4).
///
/// Which attributes belong to a scene the model says (quality `S`).
struct ScenesManagementBehavior: Behavior {
    typealias Scenes = ScenesManagementCluster
    typealias Scene = ScenesManagementCluster.LogicalSceneTable

    /// What the behaviour remembers: each scene under its number, and which was recalled last.
    enum Memory {
        static let scenes: Range<UInt32> = 0x100_0000..<0x200_0000
        /// The number of the scene that was stored or recalled last.
        static let current: UInt32 = 0
        static let isValid: UInt32 = 2
    }

    /// The scene to which OnOff goes back (OnWithRecallGlobalScene).
    private static let global = (group: UInt16(0), scene: UInt8(0))
    /// The hub's number: it is the only controller.
    private static let fabric: UInt8 = 1

    var cluster: UInt32 { Scenes.clusterID }

    func start(_ context: inout EndpointContext) { Self.noteScenes(&context) }

    func invoke(
        _ command: UInt32, _ fields: [UInt32: DataValue], _ context: inout EndpointContext
    ) throws(HomeError) -> [UInt32: DataValue] {
        switch Scenes.Command(rawValue: command) {
        case .addScene:
            let request = try context.read(fields, as: Scenes.AddSceneRequest.self)
            return Scenes.AddSceneResponse(
                status: add(request, &context), groupId: request.groupId, sceneId: request.sceneId
            ).fields
        case .viewScene: return view(try context.read(fields), context).fields
        case .removeScene: return remove(try context.read(fields), &context).fields
        case .removeAllScenes:
            let group = try context.read(fields, as: Scenes.RemoveAllScenesRequest.self).groupId
            let status = Self.checkGroup(group, context)
            if status == .success { Self.removeScenes(of: group, &context) }
            return Scenes.RemoveAllScenesResponse(status: status, groupId: group).fields
        case .storeScene:
            let request = try context.read(fields, as: Scenes.StoreSceneRequest.self)
            return Scenes.StoreSceneResponse(
                status: Self.store(request.groupId, request.sceneId, &context), groupId: request.groupId,
                sceneId: request.sceneId
            ).fields
        case .recallScene: try recall(try context.read(fields), &context)
        case .getSceneMembership:
            let group = try context.read(fields, as: Scenes.GetSceneMembershipRequest.self).groupId
            let status = Self.checkGroup(group, context)
            let scenes = Self.scenes(context).filter { $0.sceneGroupId == group }.map(\.sceneId)
            return Scenes.GetSceneMembershipResponse(
                status: status, capacity: Self.capacityLeft(context), groupId: group,
                sceneList: status == .success ? scenes : nil
            ).fields
        case .copyScene: return copy(try context.read(fields), &context).fields
        case nil: throw context.unimplemented(command, of: cluster)
        }
        return [:]
    }

    // MARK: - Commands

    private func add(_ request: Scenes.AddSceneRequest, _ context: inout EndpointContext) -> SharedTypes.Status {
        let status = Self.checkGroup(request.groupId, context)
        guard status == .success else { return status }
        guard
            request.extensionFieldSetStructs.allSatisfy({ set in
                set.attributeValueList.allSatisfy { Self.fits($0, of: set.clusterId, context) }
            })
        else { return .invalidCommand }
        return Self.keep(
            Scene(
                sceneGroupId: request.groupId, sceneId: request.sceneId,
                sceneName: context.has(feature: "SN", of: cluster) ? request.sceneName : nil,
                sceneTransitionTime: request.transitionTime, extensionFields: request.extensionFieldSetStructs),
            &context)
    }

    private func view(_ request: Scenes.ViewSceneRequest, _ context: EndpointContext) -> Scenes.ViewSceneResponse {
        var status = Self.checkGroup(request.groupId, context)
        let scene = status == .success ? Self.scene(request.groupId, request.sceneId, context) : nil
        if status == .success, scene == nil { status = .notFound }
        return Scenes.ViewSceneResponse(
            status: status, groupId: request.groupId, sceneId: request.sceneId,
            transitionTime: scene?.sceneTransitionTime, sceneName: scene.map { $0.sceneName ?? "" },
            extensionFieldSetStructs: scene?.extensionFields)
    }

    private func remove(
        _ request: Scenes.RemoveSceneRequest, _ context: inout EndpointContext
    ) -> Scenes.RemoveSceneResponse {
        var status = Self.checkGroup(request.groupId, context)
        if status == .success {
            if Self.scene(request.groupId, request.sceneId, context) == nil { status = .notFound }
            Self.forget(request.groupId, request.sceneId, &context)
        }
        return Scenes.RemoveSceneResponse(status: status, groupId: request.groupId, sceneId: request.sceneId)
    }

    private func recall(_ request: Scenes.RecallSceneRequest, _ context: inout EndpointContext) throws(HomeError) {
        guard Self.checkGroup(request.groupId, context) == .success else {
            throw HomeError(
                .failedPrecondition,
                "groupId: \(context.device.name) does not belong to group \(request.groupId); add it first")
        }
        guard let scene = Self.scene(request.groupId, request.sceneId, context) else {
            throw HomeError(
                .notFound,
                "sceneId: \(context.device.name) has no scene \(request.sceneId) of group \(request.groupId)")
        }
        let duration = Duration.milliseconds(Int64(request.transitionTime ?? scene.sceneTransitionTime))
        Self.recall(scene, over: duration, &context)
    }

    private func copy(_ request: Scenes.CopySceneRequest, _ context: inout EndpointContext) -> Scenes.CopySceneResponse
    {
        func answer(_ status: SharedTypes.Status) -> Scenes.CopySceneResponse {
            Scenes.CopySceneResponse(
                status: status, groupIdentifierFrom: request.groupIdentifierFrom,
                sceneIdentifierFrom: request.sceneIdentifierFrom)
        }
        for group in [request.groupIdentifierFrom, request.groupIdentifierTo] {
            let status = Self.checkGroup(group, context)
            guard status == .success else { return answer(status) }
        }
        let isWhole = request.mode.contains(.copyAllScenes)
        let sources = Self.scenes(context).filter {
            $0.sceneGroupId == request.groupIdentifierFrom && (isWhole || $0.sceneId == request.sceneIdentifierFrom)
        }
        guard !sources.isEmpty || isWhole else { return answer(.notFound) }
        for source in sources {
            var copy = source
            copy.sceneGroupId = request.groupIdentifierTo
            if !isWhole { copy.sceneId = request.sceneIdentifierTo }
            let status = Self.keep(copy, &context)
            guard status == .success else { return answer(status) }
        }
        return answer(.success)
    }

    // MARK: - The scene of OnOff

    /// Keeps what the lights are like, before they go off as a whole.
    static func storeGlobal(_ context: inout EndpointContext) {
        guard context.trait(Scenes.clusterID) != nil else { return }
        _ = store(global.group, global.scene, &context)
    }

    /// Brings the lights back to what they were like.
    static func recallGlobal(_ context: inout EndpointContext) {
        guard let scene = scene(global.group, global.scene, context) else { return }
        recall(scene, over: .milliseconds(Int64(scene.sceneTransitionTime)), &context)
    }

    // MARK: - The table

    static func removeScenes(of group: UInt16, _ context: inout EndpointContext) {
        for scene in scenes(context) where scene.sceneGroupId == group {
            forget(scene.sceneGroupId, scene.sceneId, &context)
        }
    }

    private static func item(_ group: UInt16, _ scene: UInt8) -> UInt32 {
        Memory.scenes.lowerBound + UInt32(group) << 8 + UInt32(scene)
    }

    private static func scenes(_ context: EndpointContext) -> [Scene] {
        context.memories(in: Memory.scenes, of: Scenes.clusterID).map { (_, scene: Scene) in scene }
    }

    private static func scene(_ group: UInt16, _ scene: UInt8, _ context: EndpointContext) -> Scene? {
        context[memory: item(group, scene), of: Scenes.clusterID]
    }

    /// Group 0 is no group: its scenes are there without.
    private static func checkGroup(_ group: UInt16, _ context: EndpointContext) -> SharedTypes.Status {
        group == 0 || GroupsBehavior.contains(group, context) ? .success : .invalidCommand
    }

    /// One fabric has less than half of the table (SceneTableSize).
    private static func capacityLeft(_ context: EndpointContext) -> UInt8 {
        let size = Int(context[Scenes.sceneTableSize] ?? 16)
        return UInt8(clamping: min(253, (size - 1) / 2) - scenes(context).count)
    }

    private static func keep(_ scene: Scene, _ context: inout EndpointContext) -> SharedTypes.Status {
        let isNew = Self.scene(scene.sceneGroupId, scene.sceneId, context) == nil
        guard !isNew || capacityLeft(context) > 0 else { return .resourceExhausted }
        context[memory: item(scene.sceneGroupId, scene.sceneId), of: Scenes.clusterID] = scene
        noteScenes(&context)
        return .success
    }

    private static func forget(_ group: UInt16, _ scene: UInt8, _ context: inout EndpointContext) {
        context[memory: item(group, scene), of: Scenes.clusterID] = Scene?.none
        if context[memory: Memory.current, of: Scenes.clusterID] == item(group, scene) {
            context[memory: Memory.isValid, of: Scenes.clusterID] = Bool?.none
        }
        noteScenes(&context)
    }

    /// Stores what the attributes are, or are on their way to.
    private static func store(
        _ group: UInt16, _ id: UInt8, _ context: inout EndpointContext
    ) -> SharedTypes.Status {
        let status = checkGroup(group, context)
        guard status == .success else { return status }
        let known = scene(group, id, context)
        let scene = Scene(
            sceneGroupId: group, sceneId: id, sceneName: known?.sceneName,
            sceneTransitionTime: known?.sceneTransitionTime ?? 0, extensionFields: current(context))
        let kept = keep(scene, &context)
        if kept == .success { note(current: scene, &context) }
        return kept
    }

    /// Recalls a scene, over a time where attributes can move.
    private static func recall(_ scene: Scene, over duration: Duration, _ context: inout EndpointContext) {
        // So what it changes does not make it invalid.
        context.act(as: Scenes.clusterID) { apply(scene, over: duration, &$0) }
        note(current: scene, &context)
    }

    private static func note(current scene: Scene, _ context: inout EndpointContext) {
        context[memory: Memory.current, of: Scenes.clusterID] = item(scene.sceneGroupId, scene.sceneId)
        context[memory: Memory.isValid, of: Scenes.clusterID] = true
        noteScenes(&context)
    }

    /// Brings what is said of the scenes up to date.
    private static func noteScenes(_ context: inout EndpointContext) {
        let current: UInt32 = context[memory: Memory.current, of: Scenes.clusterID] ?? Memory.scenes.lowerBound
        let number = current &- Memory.scenes.lowerBound
        let info = Scenes.SceneInfoStruct(
            sceneCount: UInt8(clamping: scenes(context).count), currentScene: UInt8(truncatingIfNeeded: number),
            currentGroup: UInt16(truncatingIfNeeded: number >> 8),
            sceneValid: context[memory: Memory.isValid, of: Scenes.clusterID] == true,
            remainingCapacity: capacityLeft(context), fabricIndex: fabric)
        context[Scenes.fabricSceneInfo] = [info]
    }

    /// What changes otherwise than by the scene makes it invalid, until it is stored or recalled again.
    func didChange(
        _ attribute: UInt32, of changed: UInt32, from old: DataValue, _ context: inout EndpointContext
    ) {
        guard context[memory: Memory.isValid, of: cluster] == true,
            !context.isActing(as: cluster),
            let current: UInt32 = context[memory: Memory.current, of: cluster],
            let scene: Scene = context[memory: current, of: cluster],
            !Self.holds(attribute, of: changed, in: scene, context)
        else { return }
        context[memory: Memory.isValid, of: cluster] = Bool?.none
        Self.noteScenes(&context)
    }
}
