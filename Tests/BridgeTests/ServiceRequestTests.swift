import DataModel
import HomeGraph
import MQTT
import TestSupport
import Testing

@testable import Bridge

/// The requests about services and their groups: what they take, what they answer, what is said and kept.
@Suite(.timeLimit(.minutes(1))) struct ServiceRequestTests {
    private static let contents: HomeContents = {
        var contents = TestHome.contents
        contents.structures.append(StructureRecord(id: "s2", name: "Cabin"))
        let bulb = TestHome.device("cabin-bulb", "Bulb", TestHome.plainLight)
        contents.devices.append(
            HubDevice(
                id: bulb.id, name: bulb.name, structureID: "s2", roomID: nil, layout: bulb.layout, values: bulb.values))
        contents.serviceGroups = [
            ServiceGroupRecord(
                id: "away", name: "Away Lights", structureID: "s1",
                services: [
                    ServiceID(deviceID: "lamp", name: "Lightbulb"), ServiceID(deviceID: "strip", name: "Outlet-2"),
                ]
            )
        ]
        contents.serviceNames = [ServiceID(deviceID: "strip", name: "Outlet"): "Coffee"]
        return contents
    }()

    private func ask(_ test: TestBridge, _ name: String, _ payload: String) async -> String {
        await test.answer("h/bridge/request/\(name)", payload)
    }

    @Test(arguments: [
        (
            "service/rename", #"{"service":"lamp/Lightbulb","name":"Star","$id":1}"#,
            #"{"ok":true,"result":{"id":"lamp/Lightbulb"},"id":1}"#
        ),
        (
            "service/rename", #"{"service":"power-strip/Outlet-2","name":"Kettle"}"#,
            #"{"ok":true,"result":{"id":"strip/Outlet-2"}}"#
        ),
        (
            "service/rename", #"{"service":"h/main-house/accessory/power-strip/Outlet","name":"Tea"}"#,
            #"{"ok":true,"result":{"id":"strip/Outlet"}}"#
        ),
        (
            "service/rename", #"{"service":"main-house/accessory/bulb/Lightbulb","name":"Star"}"#,
            #"{"ok":true,"result":{"id":"bulb/Lightbulb"}}"#
        ),
        ("service/rename", #"{"service":"Coffee","name":"Tea"}"#, #"{"ok":true,"result":{"id":"strip/Outlet"}}"#),
        (
            "service-group/create", #"{"structure":"s1","name":"All","services":["lamp/Lightbulb","strip/Outlet"]}"#,
            #"{"ok":true,"result":{"id":"all","name":"All","topic":"h/main-house/service-group/all"}}"#
        ),
        (
            "service-group/create", #"{"structure":"s2","name":"Away Lights"}"#,
            #"{"ok":true,"result":{"id":"away-lights","name":"Away Lights","topic":"h/cabin/service-group/away-lights"}}"#
        ),
        ("service-group/rename", #"{"group":"away","name":"Night"}"#, #"{"ok":true,"result":{"id":"away"}}"#),
        ("service-group/delete", #"{"group":"Away Lights"}"#, #"{"ok":true,"result":{"id":"away"}}"#),
        (
            "service-group/add", #"{"group":"main-house/service-group/away-lights","services":["bulb/Lightbulb"]}"#,
            #"{"ok":true,"result":{"id":"away"}}"#
        ),
        (
            "service-group/remove",
            #"{"group":"h/main-house/service-group/away-lights","services":["lamp/Lightbulb"]}"#,
            #"{"ok":true,"result":{"id":"away"}}"#
        ),
    ])
    func `each request is answered as the contract says`(name: String, payload: String, answer: String) async throws {
        let test = try await TestBridge(Self.contents)
        test.connect()
        #expect(await ask(test, name, payload) == answer)
    }

    @Test(arguments: [
        (
            "service/rename", #"{"service":"lamp/Lightbulb"}"#, "invalidArgument",
            "service/rename needs the field 'name'"
        ),
        ("service/rename", #"{"service":"lamp/Lightbulb","name":" "}"#, "invalidArgument", "'name'"),
        ("service/rename", #"{"service":"lamp/Lightbulb","name":"coffee"}"#, "alreadyExists", "strip/Outlet is called"),
        ("service/rename", #"{"service":"lamp/Lightbulb","name":"Bulb"}"#, "alreadyExists", "bulb/Lightbulb is called"),
        ("service/rename", #"{"service":"lamp/Lightblub","name":"X"}"#, "notFound", "did you mean Lightbulb?"),
        ("service/rename", #"{"service":"lmap/Lightbulb","name":"X"}"#, "notFound", "there is no accessory 'lmap'"),
        ("service/rename", #"{"service":"nothing","name":"X"}"#, "notFound", "ACCESSORY/SERVICE"),
        (
            "service/rename", #"{"service":"Bulb","name":"X"}"#, "invalidArgument",
            "name one by its id: bulb/Lightbulb, cabin-bulb/Lightbulb"
        ),
        ("service-group/create", #"{"structure":"s1","name":"away lights"}"#, "alreadyExists", "'Away Lights'"),
        (
            "service-group/create", #"{"structure":"s1","name":"X","services":["cabin-bulb/Lightbulb"]}"#,
            "failedPrecondition", "two structures"
        ),
        ("service-group/create", #"{"structure":"s1","name":"X","services":"lamp"}"#, "invalidArgument", "a list"),
        ("service-group/rename", #"{"group":"away","name":""}"#, "invalidArgument", "'name'"),
        ("service-group/rename", #"{"group":"g1","name":"X"}"#, "notFound", "there is no service group 'g1'"),
        ("service-group/add", #"{"group":"away"}"#, "invalidArgument", "needs the field 'services'"),
        (
            "service-group/add", #"{"group":"away","services":["bulb/Lightbulb","bulb/Outlet"]}"#, "notFound",
            "Bulb has no service 'Outlet'"
        ),
        ("service-group/remove", #"{"group":"away","services":["lamp"]}"#, "notFound", "there is no service 'lamp'"),
        ("service-group/delete", #"{"group":"nobody"}"#, "notFound", "there is no service group 'nobody'"),
    ])
    func `what is wrong is said and nothing is changed`(
        name: String, payload: String, code: String, message: String
    ) async throws {
        let test = try await TestBridge(Self.contents)
        test.connect()
        let before = test.store.shape
        let answer = await ask(test, name, payload)
        #expect(answer.hasPrefix(#"{"ok":false,"error":{"code":"\#(code)""#), "\(answer)")
        #expect(answer.replacing(#"\""#, with: #"""#).contains(message), "\(answer)")
        #expect(test.store.shape === before)
    }

    @Test func `a path that leads to two structures is refused, and a topic is not`() async throws {
        var contents = Self.contents
        contents.devices[1] = TestHome.device("first-bulb", "Bulb", TestHome.plainLight)
        let test = try await TestBridge(contents)
        test.connect()
        let answer = await ask(test, "service/rename", #"{"service":"bulb/Lightbulb","name":"Star"}"#)
        #expect(answer.contains("first-bulb/Lightbulb, cabin-bulb/Lightbulb"), "\(answer)")
        #expect(
            await ask(test, "service/rename", #"{"service":"cabin/accessory/bulb/Lightbulb","name":"Star"}"#)
                == #"{"ok":true,"result":{"id":"cabin-bulb/Lightbulb"}}"#)
    }

    @Test func `at most a hundred services are named at once`() async throws {
        let test = try await TestBridge(Self.contents)
        test.connect()
        let services = (0..<101).map { "\"lamp/S\($0)\"" }.joined(separator: ",")
        let answer = await ask(test, "service-group/add", #"{"group":"away","services":[\#(services)]}"#)
        #expect(answer.contains(#""code":"invalidArgument""#) && answer.contains("100"), "\(answer)")
    }

    @Test(arguments: [
        (
            ServiceEdit.rename(ServiceID(deviceID: "lamp", name: "Lightbulb"), to: "Star"),
            [
                #"{"type":"serviceRenamed","id":"lamp/Lightbulb","name":"Star","topic":"h/main-house/accessory/kitchen-lamp/Lightbulb"}"#
            ]
        ),
        (
            .createGroup(name: "All", structure: "s1", services: [ServiceID(deviceID: "bulb", name: "Lightbulb")]),
            [
                #"{"type":"serviceGroupAdded","id":"all","name":"All","topic":"h/main-house/service-group/all","structure":"s1","services":["bulb/Lightbulb"]}"#
            ]
        ),
        (
            .renameGroup("away", to: "Night"),
            [
                #"{"type":"serviceGroupRenamed","id":"away","name":"Night","topic":"h/main-house/service-group/night","oldTopic":"h/main-house/service-group/away-lights"}"#
            ]
        ),
        (
            .removeMembers("away", services: [ServiceID(deviceID: "lamp", name: "Lightbulb")]),
            [
                #"{"type":"serviceGroupChanged","id":"away","name":"Away Lights","topic":"h/main-house/service-group/away-lights","services":["strip/Outlet-2"]}"#
            ]
        ),
        (
            .deleteGroup("away"),
            [
                #"{"type":"serviceGroupRemoved","id":"away","name":"Away Lights","topic":"h/main-house/service-group/away-lights"}"#
            ]
        ),
        (.addMembers("away", services: [ServiceID(deviceID: "lamp", name: "Lightbulb")]), []),
    ])
    func `each change is said`(edit: ServiceEdit, wanted: [String]) async throws {
        let test = try await TestBridge(Self.contents)
        test.connect()
        try await test.home.editor.perform(.services(edit))
        let time = /"time":"[^"]*",/
        let events = test.pull().filter { $0.topicText == "h/bridge/event" }.map { $0.text.replacing(time, with: "") }
        #expect(events == wanted)
    }

    @Test func `what a request changed is kept before it is answered`() async throws {
        let state = MemoryStateStore()
        let test = try await TestBridge(Self.contents, stateStore: state)
        test.connect()
        _ = await ask(test, "service-group/create", #"{"structure":"s1","name":"AWAY","services":["lamp/Lightbulb"]}"#)
        _ = await ask(test, "service/rename", #"{"service":"lamp/Lightbulb","name":"Star"}"#)
        let saved = try #require(try await state.load())
        #expect(saved.serviceGroups.map(\.name) == ["Away Lights", "AWAY"])
        #expect(saved.serviceNames[ServiceID(deviceID: "lamp", name: "Lightbulb")] == "Star")
    }

    @Test func `a service group keeps its segment over a restart`() async throws {
        let state = MemoryStateStore()
        let test = try await TestBridge(Self.contents, stateStore: state)
        test.connect()
        let request = #"{"structure":"s1","name":"Away-Lights"}"#
        let created = await ask(test, "service-group/create", request)
        #expect(created.contains("h/main-house/service-group/away-lights-2"), "\(created)")
        _ = await ask(test, "service-group/rename", #"{"group":"away","name":"Night"}"#)
        let again = try await test.restarted()
        again.connect()
        let answer = await again.answer(
            "h/bridge/request/service-group/rename",
            #"{"group":"main-house/service-group/away-lights-2","name":"Day"}"#)
        #expect(answer.hasPrefix(#"{"ok":true"#), "\(answer)")
    }
}
