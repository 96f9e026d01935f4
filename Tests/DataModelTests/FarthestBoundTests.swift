import DataModel
import ModelReader
import Testing

/// How far a bound can go before it leaves nothing between itself and the other.
@Suite struct FarthestBoundTests {
    @Test(arguments: [
        ("minLevel", "is at most 90 (maxLevel)"), ("maxLevel", "is at least 5 (minLevel)"), ("onLevel", nil),
    ])
    func `the other bound is named with its value`(bound: String, message: String?) throws {
        let level = try #require(
            ModelCatalog.standard.cluster(named: "LevelControl")?.attribute(named: "currentLevel"))
        let limits: (String) -> DataValue? = { ["minLevel": .uint(5), "maxLevel": .uint(90)][$0] }
        #expect(level.value.farthest(bound, limits: limits) == message)
    }

    @Test func `a list has entries, and no such bound`() throws {
        let list = try #require(ModelCatalog.standard.cluster(named: "Descriptor")?.attribute(named: "partsList"))
        #expect(list.value.farthest("anything") { _ in .uint(1) } == nil)
    }
}
