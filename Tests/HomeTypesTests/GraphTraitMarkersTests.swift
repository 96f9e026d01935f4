import HomeGraph
import HomeTypes
import Testing

/// The traits of structures and groups are marked, so that only those can be asked of a structure or group.
@Suite struct GraphTraitMarkersTests {
    @Test func `traits are marked by what they belong to`() {
        func isStructureTrait<T: HomeGraph.Trait>(_: T.Type) -> Bool { T.self is any StructureTrait.Type }
        func isGroupTrait<T: HomeGraph.Trait>(_: T.Type) -> Bool { T.self is any GroupPlatformTrait.Type }
        #expect(isStructureTrait(Google.GroupManagementTrait.self) && !isGroupTrait(Google.GroupManagementTrait.self))
        #expect(isGroupTrait(Google.GroupTrait.self) && !isStructureTrait(Google.GroupTrait.self))
        #expect(!isStructureTrait(Matter.OnOffTrait.self) && !isGroupTrait(Matter.OnOffTrait.self))
        #expect(!isStructureTrait(Google.GroupMembershipTrait.self))
    }
}
