import ClusterTypes
import DataModel
import HomeGraph
import HomeTypes
import Testing

@Suite struct ClusterTypesTests {
    @Test func `keys carry the numbers and the type`() {
        let level: AttributeKey<UInt8?> = LevelControlCluster.currentLevel
        #expect(level == AttributeKey(cluster: 8, id: 0))
        #expect(OnOffCluster.Command(rawValue: 64) == .offWithEffect)
        #expect(OnOffCluster.Feature.lighting.rawValue == 1)
        #expect(OnOffCluster.traitName == "OnOff" && GoogleOpenCloseCluster.traitName == "Google.OpenClose")
    }

    @Test func `arguments of a command are read by field id`() {
        let request = LevelControlCluster.MoveToLevelRequest(
            fields: [0: .uint(10), 1: .null, 2: .uint(1), 3: .uint(0)])
        #expect(request?.level == 10)
        #expect(request?.transitionTime == nil)
        #expect(request?.optionsMask == [.executeIfOff])
        #expect(request?.fields == [0: .uint(10), 1: .null, 2: .uint(1), 3: .uint(0)])
        #expect(LevelControlCluster.MoveToLevelRequest(fields: [0: .uint(10)]) == nil)
        #expect(LevelControlCluster.MoveToLevelRequest.id == 0 && LevelControlCluster.MoveToLevelRequest.cluster == 8)
    }

    @Test func `an event is written by field id`() {
        let event = SwitchCluster.MultiPressCompleteEvent(previousPosition: 1, totalNumberOfPressesCounted: 2)
        #expect(event.dataValue == .fields([0: .uint(1), 1: .uint(2)]))
        #expect(SwitchCluster.MultiPressCompleteEvent(event.dataValue) == event)
    }

    @Test func `a trait names the kinds of its events`() {
        let kinds = Matter.SwitchTrait.supportedEventTypes
        #expect(kinds.contains { $0 == Matter.SwitchTrait.InitialPressEvent.self })
        #expect(kinds.allSatisfy { $0.cluster == SwitchCluster.clusterID })
        #expect(Set(kinds.map { $0.id }) == Set(SwitchCluster.Event.allCases.map(\.rawValue)))
        #expect(Matter.OnOffTrait.supportedEventTypes.isEmpty)
    }

    @Test func `an absent field and null are told apart`() {
        let tag = RvcRunModeCluster.ModeTagStruct(value: .idle)
        #expect(tag.fields == [1: .uint(0x4000)])
        let semantic = SharedTypes.Semtag(mfgCode: nil, namespaceId: .commonClosure, tag: 3)
        #expect(semantic.fields[0] == .null)
        #expect(semantic.fields[3] == nil)
    }
}
