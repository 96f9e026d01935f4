import ClusterTypes
import DataModel
import HomeGraph

/// The groups that an endpoint belongs to (Matter Application Cluster Specification, section 1.3).
struct GroupsBehavior: Behavior {
    private typealias Groups = GroupsCluster

    /// How many groups an endpoint can belong to.
    static let capacity = 16
    /// What the behaviour remembers: the name of each group, under a number above these.
    private static let names: Range<UInt32> = 0x1_0000..<0x2_0000

    var cluster: UInt32 { Groups.clusterID }

    func invoke(
        _ command: UInt32, _ fields: [UInt32: DataValue], _ context: inout EndpointContext
    ) throws(HomeError) -> [UInt32: DataValue] {
        switch Groups.Command(rawValue: command) {
        case .addGroup:
            let request = try context.read(fields, as: Groups.AddGroupRequest.self)
            let status = add(request.groupId, request.groupName, &context)
            return Groups.AddGroupResponse(status: status, groupId: request.groupId).fields
        case .addGroupIfIdentifying:
            let request = try context.read(fields, as: Groups.AddGroupIfIdentifyingRequest.self)
            guard context[IdentifyCluster.identifyTime] ?? 0 > 0 else { return [:] }
            guard add(request.groupId, request.groupName, &context) == .success else {
                throw HomeError(
                    .resourceExhausted, "\(context.device.name) belongs to \(Self.capacity) groups already")
            }
            return [:]
        case .viewGroup:
            let group = try context.read(fields, as: Groups.ViewGroupRequest.self).groupId
            let name = Self.name(of: group, context)
            return Groups.ViewGroupResponse(
                status: name == nil ? .notFound : .success, groupId: group, groupName: name ?? ""
            ).fields
        case .getGroupMembership:
            let asked = try context.read(fields, as: Groups.GetGroupMembershipRequest.self).groupList
            let own = Self.groups(context)
            return Groups.GetGroupMembershipResponse(
                capacity: UInt8(clamping: Self.capacity - own.count),
                groupList: asked.isEmpty ? own : own.filter(asked.contains)
            ).fields
        case .removeGroup:
            let group = try context.read(fields, as: Groups.RemoveGroupRequest.self).groupId
            let status: SharedTypes.Status = Self.contains(group, context) ? .success : .notFound
            remove(group, &context)
            return Groups.RemoveGroupResponse(status: status, groupId: group).fields
        case .removeAllGroups:
            for group in Self.groups(context) { remove(group, &context) }
            return [:]
        case nil: throw context.unimplemented(command, of: cluster)
        }
    }

    /// Whether the endpoint belongs to a group.
    static func contains(_ group: UInt16, _ context: EndpointContext) -> Bool { name(of: group, context) != nil }

    /// The groups that the endpoint belongs to, in their order.
    private static func groups(_ context: EndpointContext) -> [UInt16] {
        context.memories(in: names, of: Groups.clusterID).map { (item, _: String) in
            UInt16(truncatingIfNeeded: item)
        }
    }

    private static func item(_ group: UInt16) -> UInt32 { names.lowerBound + UInt32(group) }

    private static func name(of group: UInt16, _ context: EndpointContext) -> String? {
        context[memory: item(group), of: Groups.clusterID]
    }

    private func add(_ group: UInt16, _ name: String, _ context: inout EndpointContext) -> SharedTypes.Status {
        guard group > 0 else { return .constraintError }
        guard Self.contains(group, context) || Self.groups(context).count < Self.capacity else {
            return .resourceExhausted
        }
        // Without the feature a name is taken and not kept.
        let isNamed = context.has(feature: "GN", of: cluster)
        context[memory: Self.item(group), of: cluster] = isNamed ? name : ""
        return .success
    }

    private func remove(_ group: UInt16, _ context: inout EndpointContext) {
        context[memory: Self.item(group), of: cluster] = String?.none
        ScenesManagementBehavior.removeScenes(of: group, &context)
    }
}
