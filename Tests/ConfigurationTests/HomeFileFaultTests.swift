import Configuration
import DataModel
import Testing

@Suite struct HomeFileFaultTests {
    /// What stands in a device of line 5, and what is said about it.
    static let devices: [(yaml: String, message: String)] = [
        ("{type: OnOffLight}", #"structures[1].devices[1] has no "name"; write name: …"#),
        ("{name: D}", "there is no device type; write type: …, such as DimmableLight"),
        (
            "{name: D, type: DimableLight}",
            #"unknown device type "DimableLight" in structures[1].devices[1].type; write "DimmableLight""#
        ),
        (
            "{name: ' ', type: OnOffLight}",
            #"structures[1].devices[1].name is " "; write a name of 1 to 60 characters, not only spaces"#
        ),
        (
            "{name: D, id: A b, type: OnOffLight}",
            #"structures[1].devices[1].id is "A b"; write 1 to 64 of a-z, 0-9 and -"#
        ),
        ("{name: D, type: OnOffLight, rom: R}", #"unknown key "rom" in structures[1].devices[1]; write "room""#),
        ("{name: D, type: OnOffLight, room: Kitchn}", #"unknown room "Kitchn"; write "Kitchen""#),
        (
            "{name: D, type: OnOffLight, traits: {OnOf: {}}}",
            #"unknown trait "OnOf" in structures[1].devices[1].traits; write "OnOff""#
        ),
        (
            "{name: D, type: OnOffLight, traits: {OpenClose: {}}}",
            #"unknown trait "OpenClose" in structures[1].devices[1].traits; write "Google.OpenClose""#
        ),
        (
            "{name: D, type: OnOffLight, traits: {OnOff: {onof: true}}}",
            #"OnOff has no attribute "onof" (structures[1].devices[1].traits.OnOff); write "onOff""#
        ),
        (
            "{name: D, type: OnOffLight, traits: {OnOff: [1]}}",
            "structures[1].devices[1].traits.OnOff is a list; write a mapping of attributes to values"
        ),
        (
            "{name: D, type: OnOffLight, features: {OnOff: [lightning]}}",
            #"OnOff has no feature "lightning" (structures[1].devices[1].features.OnOff[1]); write "lighting""#
        ),
        (
            "{name: D, type: OnOffLight, without: [OnOff.togle]}",
            #"OnOff has no attribute or command "togle" (structures[1].devices[1].without[1]); write "toggle""#
        ),
        (
            "{name: D, type: OnOffLight, without: [toggle]}",
            #"structures[1].devices[1].without[1] is "toggle"; write TRAIT.MEMBER, such as OnOff.toggle"#
        ),
        ("{name: D, type: OnOffLight, information: {vendor: X}}", #"BasicInformation has no attribute "vendor""#),
        ("{name: D, type: OnOffLight, connectivity: of}", #"structures[1].devices[1].connectivity is "of"; write "#),
        (
            "{name: D, type: OnOffLight, simulation: {errorRate: 2}}",
            #"structures[1].devices[1].simulation.errorRate is "2"; write a number from 0 to 1"#
        ),
        (
            "{name: D, type: OnOffLight, simulation: {error: unavailble}}",
            #"structures[1].devices[1].simulation.error is "unavailble"; write "unavailable""#
        ),
        (
            "{name: D, type: OnOffLight, without: [OnOff.onOff], traits: {OnOff: {onOff: true}}}",
            "OnOff.onOff has a starting value and stands in without; keep one of the two"
        ),
        (
            "{name: D, type: OnOffLight, traits: {OnOff: {onOff: maybe}}}",
            "structures[1].devices[1].traits.OnOff.onOff: "
        ),
        (
            "{name: D, type: DimmableLight, traits: {LevelControl: {currentLevel: 300}}}",
            "structures[1].devices[1].traits.LevelControl.currentLevel: "
        ),
        ("{name: D, type: OnOffLight, parts: [{}]}", "there is no device type; write type: …, such as DimmableLight"),
    ]

    @Test(arguments: devices)
    func `a fault of a device has its line and what would be right`(yaml: String, message: String) {
        let text = "structures:\n  - name: S\n    rooms: [Kitchen]\n    devices:\n      - \(yaml)\n"
        let messages = faults { _ = try home(text) }
        #expect(messages.count == 1)
        #expect(messages.first?.hasPrefix("home.yaml, line 5: \(message)") == true, "\(messages)")
    }

    /// What stands in a structure of line 2 that has a device `a`, and what is said about it.
    static let structures: [(yaml: String, message: String)] = [
        ("groups: [{name: G, devices: [b]}]", #"unknown device "b"; write"#),
        ("groups: [{name: G, devices: [a, A]}]", #""a" is in the group "G" twice; leave it out here"#),
        (
            "groups: [{name: G, id: g}, {name: H, id: g}]",
            #"the id "g" is that of another group, at home.yaml, line 2; write an id of its own"#
        ),
        (
            "serviceGroups: [{name: G, services: [a]}]",
            #"the service "a" names no device and service; write DEVICE/SERVICE, such as kitchen-lamp/Lightbulb"#
        ),
        ("serviceGroups: [{name: G, services: [b/Lightbulb]}]", #"unknown device "b"; write"#),
        (
            "serviceGroups: [{name: Away}, {name: away, id: x}]",
            #"the name "away" is that of another service group of the structure, at home.yaml, line 2; write a name"#
        ),
        (
            "rooms: [R, {name: R, id: x}], groups: [{name: G, devicess: []}]",
            #"unknown key "devicess" in structures[1].groups[1]; write "devices""#
        ),
        (
            "commissionable: [{device: {name: P, type: OnOffLight}}]",
            #"structures[1].commissionable[1] has no "payload"; write payload: …"#
        ),
        (
            "commissionable: [{payload: x}]",
            #"structures[1].commissionable[1] has no "device"; write device: …"#
        ),
        (
            "commissionable: [{payload: x, window: 0s, device: {name: P, type: OnOffLight}}]",
            #"structures[1].commissionable[1].window is "0s"; write a time from 1s to 1d"#
        ),
        (
            "commissionable: [{payload: x, device: {name: P, id: a, type: OnOffLight}}]",
            #"the id "a" is that of another device"#
        ),
        (
            "commissionable: [{payload: x, device: {name: P, room: R, type: OnOffLight}}]",
            #"unknown key "room" in structures[1].commissionable[1].device"#
        ),
    ]

    @Test(arguments: structures)
    func `a fault of a structure has its line and what would be right`(yaml: String, message: String) {
        let text = "structures:\n  - {name: S, devices: [{name: A, id: a, type: OnOffLight}], \(yaml)}\n"
        let messages = faults { _ = try home(text) }
        #expect(messages.count == 1)
        #expect(messages.first?.hasPrefix("home.yaml, line 2: \(message)") == true, "\(messages)")
    }

    @Test func `a name that two objects bear is no reference`() {
        let messages = faults {
            _ = try home(
                "structures: [{name: S, rooms: [R, R], devices: [{name: A, room: R, type: OnOffLight}]}]")
        }
        #expect(messages == [#"home.yaml, line 1: 2 rooms of this structure are named "R"; write an id: r, r-2"#])
    }

    @Test func `all faults are told together, by line`() {
        let messages = faults {
            _ = try home(
                "structures:\n  - name: S\n    devices:\n      - {name: A, type: X}\n      - {type: OnOffLight}\nhubb: {}\n"
            )
        }
        #expect(messages.map { $0.prefix(17) } == ["home.yaml, line 4", "home.yaml, line 5", "home.yaml, line 6"])
    }

    @Test func `no fault shows a secret`() throws {
        let messages = faults {
            _ = try home(
                "structures: [{name: S, devices: [{name: A, type: DoorLock, traits: {DoorLock: {aliroGroupResolvingKey: hunter2}}}]}]"
            )
        }
        #expect(!messages.isEmpty)
        #expect(!messages.contains { $0.contains("hunter2") })
    }

    @Test func `a device with too many parts is refused`() {
        let parts = Array(repeating: "{type: OnOffLight}", count: 100).joined(separator: ", ")
        let nested = Array(repeating: "{parts: [\(parts)]}", count: 3).joined(separator: ", ")
        let messages = faults { _ = try home("structures: [{name: S, devices: [{name: A, parts: [\(nested)]}]}]") }
        #expect(messages == [#"home.yaml, line 1: the device "A" has 304 parts; write at most 250"#])
    }

    @Test func `a home file that is not there is said`() {
        let messages = faults {
            _ = try HomeFile.read(path: "x", catalog: .standard, files: .inMemory([:]))
        }
        #expect(messages == ["x: cannot be read: no such file; name a file that this user may read"])
    }
}
