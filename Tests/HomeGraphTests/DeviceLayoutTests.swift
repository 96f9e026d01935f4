import HomeGraph
import ModelReader
import Testing

struct DeviceLayoutTests {
    @Test func `a part is named by its first application type and numbered in endpoint order`() {
        let layout = DeviceLayout(parts: [
            DeviceLayout.Part(endpoint: 3, types: [SmallHome.lightType], traits: [SmallHome.trait]),
            DeviceLayout.Part(endpoint: 1, types: [SmallHome.sourceType, SmallHome.lightType], traits: []),
            DeviceLayout.Part(endpoint: 2, types: [SmallHome.sourceType], traits: []),
        ])
        #expect(layout.parts.map(\.name) == ["OnOffLight", "PowerSource", "OnOffLight-2"])
        #expect(layout.part(named: "OnOffLight-2")?.endpoint == 3)
        #expect(layout.part(endpoint: 1)?.types == [SmallHome.lightType, SmallHome.sourceType])
    }

    @Test func `attributes stand one after another behind the device's own slots`() {
        let layout = DeviceLayout(parts: [
            DeviceLayout.Part(endpoint: 1, types: [SmallHome.lightType], traits: [SmallHome.trait]),
            DeviceLayout.Part(endpoint: 2, types: [SmallHome.lightType], traits: [SmallHome.trait]),
        ])
        let offsets = layout.parts.flatMap { part in
            part.traits.flatMap { trait in trait.attributes.compactMap { trait.offset(ofAttribute: $0.id) } }
        }
        #expect(offsets == Array(2..<8))
        #expect(layout.slotCount == 8)
        #expect(layout.parts.first?.traits.first?.offset(ofAttribute: 99) == nil)
    }
}
