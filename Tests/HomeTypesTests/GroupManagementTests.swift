import DataModel
import HomeGraph
import HomeTypes
import Testing

@Suite struct GroupManagementTests {
    private let target = RecordingTarget(answer: [0: .string("kitchen-lights")])
    private var trait: Google.GroupManagementTrait { Google.GroupManagementTrait(target.handle()) }

    @Test func `a group of devices is created by their ids`() async throws {
        let devices: [HomeDevice] = []
        let id = try await trait.createUserDefinedGroup(withName: "Kitchen Lights", withDevices: devices)
        #expect(id == "kitchen-lights")
        #expect(target.invoked == [.init(command: 0, fields: [0: .string("Kitchen Lights"), 1: .list([])])])
    }

    @Test func `either label names the members`() async throws {
        try await trait.addGroupMembers(groupObjectId: "g", memberDeviceObjectIds: ["a"])
        try await trait.addGroupMembers(groupObjectId: "g", memberDeviceObjectIdsArray: ["a"])
        try await trait.removeGroupMembers(groupObjectId: "g", memberDeviceObjectIdsArray: ["a"])
        try await trait.removeGroupMembers(groupObjectId: "g", memberDeviceObjectIds: ["a"])
        let fields: [UInt32: DataValue] = [0: .string("g"), 1: .list([.string("a")])]
        #expect(target.invoked.map(\.command) == [4, 4, 5, 5])
        #expect(target.invoked.allSatisfy { $0.fields == fields })
    }
}
