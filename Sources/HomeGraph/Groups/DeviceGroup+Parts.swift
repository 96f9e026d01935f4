import ModelReader

/// The group's parts: each type that a member has or extends; a colour light answers to `OnOffLightDeviceType`, too.
///
/// A part shows what its members support together, and the limits they have together; it has no state, which may
/// differ between them. Its commands go to every member that supports them, among those in the group when they are
/// called, and fail only where all fail.
/// Source: the first seed.
extension DeviceGroup: HasParts {
    /// The part of this type; `nil` where no member has or extends it.
    public func part<T: DeviceType>(_: T.Type = T.self) async -> T? {
        guard let part = GroupParts(members).part(named: T.typeName),
            part.members.contains(where: { $0.part.hasRequiredTraits(of: T.self) })
        else { return nil }
        var handles: [String: TraitHandle] = [:]
        for trait in part.traits {
            handles[trait.cluster.traitName] =
                GroupPartTrait(context: context, groupID: id, partName: part.name, trait: trait).handle
        }
        let metadata = DeviceTypeMetadata(
            isPrimaryType: part.members.contains { $0.part.types.first?.name == T.typeName },
            sourceConnectivity: SourceConnectivity(context.store.connectivity(of: part.members.map(\.device))))
        return T(TraitCollection(handles, metadata: metadata, origin: nil))
    }

    /// The parts of this type: a group has at most one.
    /// - Throws: Nothing by a home in this process.
    public func parts<T: DeviceType>(_ type: T.Type = T.self) async throws(HomeError) -> [T] {
        await part(type).map { [$0] } ?? []
    }
}
