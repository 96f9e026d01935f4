import DataModel
import TestSupport
import Testing

@testable import HomeGraph

/// What edits of services make of a home, and why they are refused.
struct ServiceEditTests {
    private static let lamp = ServiceID(deviceID: "lamp-0", name: "Lightbulb")
    private static let other = ServiceID(deviceID: "lamp-1", name: "Lightbulb")
    private static let torch = ServiceID(deviceID: "torch", name: "Lightbulb")

    /// Two houses, the first with a service group of two lamps and a lamp with a name of its own.
    private static func draft() throws -> HomeDraft {
        var draft = HomeDraft(HomeStore(contents: SmallHome.twoHouses(), time: ManualTime()).shape)
        _ = try draft.take(.createGroup(name: "Away Lights", structure: "main", services: [lamp, other, lamp]))
        _ = try draft.take(.rename(lamp, to: "Star"))
        draft.changes = []
        return draft
    }

    private static func away(_ name: String, _ services: [ServiceID]) -> ServiceGroupRecord {
        ServiceGroupRecord(id: "away-lights", name: name, structureID: "main", services: services)
    }

    @Test(
        arguments: [
            (
                ServiceEdit.createGroup(name: "Night", structure: "main", services: [other]), "night",
                [
                    StateChange.serviceGroup(
                        ServiceGroupRecord(id: "night", name: "Night", structureID: "main", services: [other]))
                ]
            ),
            // Another structure may have a group of the same name.
            (
                .createGroup(name: "Away Lights", structure: "cottage", services: [torch]), "away-lights-2",
                [
                    .serviceGroup(
                        ServiceGroupRecord(
                            id: "away-lights-2", name: "Away Lights", structureID: "cottage", services: [torch]))
                ]
            ),
            (
                .renameGroup("away-lights", to: "AWAY lights"), "away-lights",
                [.serviceGroup(away("AWAY lights", [lamp, other]))]
            ),
            (.deleteGroup("away-lights"), "away-lights", [.removedServiceGroup("away-lights")]),
            (
                .addMembers("away-lights", services: [ServiceID(deviceID: "lamp-2", name: "Lightbulb"), lamp]),
                "away-lights",
                [.serviceGroup(away("Away Lights", [lamp, other, ServiceID(deviceID: "lamp-2", name: "Lightbulb")]))]
            ),
            (
                .removeMembers("away-lights", services: [lamp, ServiceID(deviceID: "lamp-2", name: "x")]),
                "away-lights",
                [.serviceGroup(away("Away Lights", [other]))]
            ),
            (.rename(other, to: "Moon"), "lamp-1/Lightbulb", [.serviceName(other, "Moon")]),
            (.associate(other, with: "Fan"), "lamp-1/Lightbulb", [.associatedService(other, "Fan")]),
            (.associate(lamp, with: nil), "lamp-0/Lightbulb", [.associatedService(lamp, nil)]),
            (.rename(lamp, to: "star"), "lamp-0/Lightbulb", [.serviceName(lamp, "star")]),
            (.rename(torch, to: "Star"), "torch/Lightbulb", [.serviceName(torch, "Star")]),
        ] as [(ServiceEdit, String, [StateChange])])
    func `an edit changes what it says`(_ edit: ServiceEdit, _ id: String, _ changes: [StateChange]) throws {
        var draft = try Self.draft()
        #expect(try draft.take(edit) == id)
        #expect(draft.changes == changes)
        for case .serviceGroup(let group) in changes { #expect(draft.shape.serviceGroup(group.id) == group) }
        for case .removedServiceGroup(let id) in changes { #expect(draft.shape.serviceGroup(id) == nil) }
        for case .serviceName(let service, let name) in changes { #expect(draft.shape.serviceNames[service] == name) }
    }

    @Test(
        arguments: [
            (
                ServiceEdit.createGroup(name: " away LIGHTS ", structure: "main", services: []),
                HomeError.Code.alreadyExists,
                "there is a service group 'Away Lights' already"
            ),
            (
                .createGroup(name: "x", structure: "castle", services: []), .notFound,
                "there is no structure 'castle'; there are main, cottage"
            ),
            (
                .createGroup(name: "", structure: "main", services: []), .invalidArgument,
                "the name is empty; it is to have 1 to 60 characters"
            ),
            (
                .createGroup(name: "x", structure: "main", services: [torch]), .failedPrecondition,
                "Torch and the service group x belong to two structures"
            ),
            (
                .addMembers("away-lights", services: [ServiceID(deviceID: "lamp-x", name: "Outlet")]), .notFound,
                "there is no device 'lamp-x'; did you mean lamp-0?"
            ),
            (.renameGroup("away", to: "x"), .notFound, "there is no service group 'away'; did you mean away-lights?"),
            (.deleteGroup("away"), .notFound, "there is no service group 'away'; did you mean away-lights?"),
            (.rename(other, to: "STAR"), .alreadyExists, "the service lamp-0/Lightbulb is called 'Star' already"),
            // What others are called by themselves counts, too.
            (
                .rename(other, to: "lamp 2"), .alreadyExists,
                "the service lamp-2/Lightbulb is called 'Lamp 2' already"
            ),
            (
                .rename(ServiceID(deviceID: "lamp-1", name: "Outlet"), to: "x"), .notFound,
                "Lamp 1 has no service 'Outlet'; there are AccessoryInformation, Lightbulb"
            ),
            (
                .associate(ServiceID(deviceID: "lamp-1", name: "Lightbulp"), with: "Fan"), .notFound,
                "Lamp 1 has no service 'Lightbulp'; did you mean Lightbulb?"
            ),
            (
                .addMembers("away-lights", services: [ServiceID(deviceID: "lamp-1", name: "Lightbulb-2")]), .notFound,
                "Lamp 1 has no service 'Lightbulb-2'; did you mean Lightbulb?"
            ),
            (.rename(other, to: " "), .invalidArgument, "the name is empty; it is to have 1 to 60 characters"),
        ] as [(ServiceEdit, HomeError.Code, String)])
    func `an edit that makes no sense says why`(
        _ edit: ServiceEdit, _ code: HomeError.Code, _ message: String
    ) throws {
        var draft = try Self.draft()
        #expect(throws: HomeError(code, message)) { try draft.take(edit) }
    }

    @Test func `a device that goes takes its services along`() throws {
        var draft = try Self.draft()
        _ = try draft.take(.removeDevice("lamp-0"))
        #expect(draft.shape.serviceGroups.map(\.services) == [[Self.other]])
        #expect(draft.shape.serviceNames.isEmpty)
    }
}

extension HomeDraft {
    fileprivate mutating func take(_ edit: ServiceEdit) throws(HomeError) -> String { try take(.services(edit)) }
}
