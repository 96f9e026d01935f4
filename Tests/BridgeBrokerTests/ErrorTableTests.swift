import Bridge
import DataModel
import HomeGraph
import MQTT
import TestSupport
import Testing

/// Every case of the table of errors, from a message to its answer.
@Suite(.timeLimit(.minutes(2))) struct ErrorTableTests {
    static let home = """
        structures:
          - name: Main House
            rooms: [Kitchen]
            devices:
              - {name: Lamp, type: ExtendedColorLight, room: Kitchen}
              - {name: Dimmer, type: DimmableLight, traits: {LevelControl: {minLevel: 10, maxLevel: 200}}}
              - {name: Front Door, type: DoorLock, traits: {DoorLock: {requirePinForRemoteOperation: true}}}
              - {name: Thermostat, type: Thermostat}
              - {name: Vacuum, type: RoboticVacuumCleaner}
              - {name: Away, type: OnOffLight, connectivity: offline}
              - name: Strip
                parts: [{type: OnOffPluginUnit}, {type: OnOffPluginUnit}]
            groups:
              - {name: Lights, devices: [lamp, dimmer]}
              - {name: Locks, devices: [front-door]}
              - {name: Gone, devices: [away]}
          - name: Cabin
            rooms: [Loft]
        """

    private struct Row {
        let topic: String
        let payload: String
        let code: String
        let message: String
    }

    private static let level = "device/lamp/ExtendedColorLight/LevelControl/moveToLevel/invoke"
    private static let door = "device/front-door/DoorLock/DoorLock"
    private static let user =
        #""userName":"Ada","userUniqueId":1,"userStatus":null,"userType":null,"credentialRule":null"#

    /// A row for the main house, where the topic begins with a kind of object.
    private static func row(_ topic: String, _ payload: String, _ code: String, _ message: String) -> Row {
        let isBelow = ["device/", "group/", "room/"].contains { topic.hasPrefix($0) }
        return Row(topic: isBelow ? "main-house/\(topic)" : topic, payload: payload, code: code, message: message)
    }

    private static let rows: [Row] = [
        // Structure, device, group, room, part unknown.
        row(
            "cabn/device/lamp/OnOff/OnOff/on/invoke", "{}", "notFound",
            "there is no structure 'cabn'; did you mean cabin?"),
        row(
            "device/lmap/OnOff/OnOff/on/invoke", "{}", "notFound",
            "there is no device 'lmap' in Main House; did you mean lamp?"),
        row(
            "group/light/OnOffLight/OnOff/on/invoke", "{}", "notFound",
            "there is no group 'light' in Main House; did you mean lights?"),
        row(
            "room/kitchn/invoke", "OnOff.on", "notFound",
            "there is no room 'kitchn' in Main House; did you mean kitchen?"),
        row(
            "device/lamp/OnOffLight/OnOff/on/invoke", "{}", "notFound",
            "Lamp has no part 'OnOffLight'; there are RootNode, ExtendedColorLight"),
        row(
            "group/lights/DoorLock/DoorLock/lockDoor/invoke", "{}", "notFound",
            "Lights has no part 'DoorLock'; there are RootNode, ExtendedColorLight, ColorTemperatureLight, DimmableLight, OnOffLight"
        ),
        row(
            "bridge/request/room/delete", #"{"room":"Attic"}"#, "notFound",
            "there is no room 'Attic'; there are kitchen, loft"),
        // A trait, attribute or command that is not there; a read-only attribute; a command with results on a group.
        row(
            "device/lamp/ExtendedColorLight/DoorLock/lockDoor/invoke", "{}", "unimplemented",
            "Lamp's part ExtendedColorLight has no trait 'DoorLock'; there are Descriptor, Identify, Groups, OnOff, LevelControl, ScenesManagement, ColorControl"
        ),
        row(
            "device/lamp/ExtendedColorLight/OnOff/blink/invoke", "{}", "unimplemented",
            "OnOff here has no command 'blink'; there are off, on, toggle, offWithEffect, onWithRecallGlobalScene, onWithTimedOff"
        ),
        row(
            "device/lamp/ExtendedColorLight/OnOff/onOf/set", "true", "unimplemented",
            "OnOff here has no attribute 'onOf'; did you mean onOff?"),
        row(
            "device/lamp/ExtendedColorLight/OnOff/onOff/set", "true", "unimplemented",
            "onOff is changed by commands: send {} to h/main-house/device/lamp/ExtendedColorLight/OnOff/off/invoke, …/on/invoke or …/toggle/invoke"
        ),
        row(
            "group/locks/DoorLock/DoorLock/getUser/invoke", "1", "unimplemented",
            "getUser answers with a result; call it on one device, not on several"),
        row(
            "bridge/request/room/crate", "{}", "unimplemented",
            "there is no request 'room/crate'; did you mean room/create?"),
        // Not JSON, the wrong kind, null, an unknown name, a missing, unknown or repeated field, too many.
        row(level, "{", "invalidArgument", "the payload is no JSON (octet 1: string or '}' expected)"),
        row(
            level, "lots", "invalidArgument",
            "Lamp, LevelControl.moveToLevel: level: 'lots' is no whole number; allowed are 0 to 254"),
        row(
            level, #"{"level":null}"#, "invalidArgument",
            "Lamp, LevelControl.moveToLevel: level: null is not allowed; allowed are 0 to 254"),
        row(
            "device/thermostat/Thermostat/Thermostat/systemMode/set", "warm", "invalidArgument",
            "Thermostat, Thermostat.systemMode: systemMode: 'warm' is no value of it; there are off, auto, cool, heat"
        ),
        row(
            "device/lamp/ExtendedColorLight/LevelControl/options/set", #"["executeIfOf"]"#, "invalidArgument",
            "Lamp, LevelControl.options: options[0]: 'executeIfOf' is no bit of it; did you mean executeIfOff?"),
        row(
            level, "{}", "invalidArgument",
            "Lamp, LevelControl.moveToLevel: level is missing; the fields are level, transitionTime, optionsMask, optionsOverride"
        ),
        row(
            level, #"{"level":1,"lvl":2}"#, "invalidArgument",
            "Lamp, LevelControl.moveToLevel: there is no field 'lvl'; there are level, transitionTime, optionsMask, optionsOverride"
        ),
        row(
            level, #"{"level":1,"level":2}"#, "invalidArgument",
            "the payload is no JSON (octet 18: duplicate object key)"),
        row(
            "device/strip/invoke", "OnOff.on", "invalidArgument",
            "several parts of Strip have OnOff: name one, such as OnOffPluginUnit/OnOff.on (OnOffPluginUnit, OnOffPluginUnit-2)"
        ),
        row(
            "device/lamp/invoke", "[\(Array(repeating: #"{"OnOff.on":{}}"#, count: 101).joined(separator: ","))]",
            "invalidArgument", "the batch has 101 steps; 100 are the most"),
        row(
            "bridge/request/room/create", #"{"structure":"cabin","name":" "}"#, "invalidArgument",
            "the field 'name' is to be a text that is not empty"),
        // Beyond the type's, the constraint's, the device's limit; too long.
        row(
            level, "255", "outOfRange", "Lamp, LevelControl.moveToLevel: level: 255 is above 254; allowed are 0 to 254"),
        row(
            "device/thermostat/Thermostat/Thermostat/occupiedHeatingSetpoint/set", "99000", "outOfRange",
            "Thermostat, Thermostat.occupiedHeatingSetpoint: occupiedHeatingSetpoint: 99000 is above 32767; allowed are -27315 to 32767 (in 0.01 °C)"
        ),
        row(
            "device/dimmer/DimmableLight/LevelControl/onLevel/set", "240", "outOfRange",
            "Dimmer, LevelControl.onLevel: onLevel: 240 is above 200; allowed are 10 to 200"),
        row(
            "device/thermostat/Thermostat/Thermostat/occupiedHeatingSetpoint/set", "9900", "outOfRange",
            "occupiedHeatingSetpoint: 9900 is beyond what Thermostat can be set to now; allowed are 700 to 3000 (in 0.01 °C)"
        ),
        row(
            "device/lamp/RootNode/BasicInformation/nodeLabel/set", String(repeating: "x", count: 33), "outOfRange",
            "Lamp, BasicInformation.nodeLabel: nodeLabel: has 33 octets; allowed are 0 to 32"),
        // Too large.
        row(
            level, String(repeating: "1", count: 65_537), "resourceExhausted",
            "the payload has 65537 octets; 65536 are the most"),
        // Refused by settings; a PIN missing or wrong.
        row(
            "device/lamp/ExtendedColorLight/Identify/identify/invoke", "5", "permissionDenied",
            "main-house/device/lamp/ExtendedColorLight/Identify/identify is not allowed by this bridge's settings (commands.allow, commands.deny)"
        ),
        row(
            "bridge/request/bridge/refresh", "", "permissionDenied",
            "request/bridge/refresh is not allowed by this bridge's settings (commands.allow, commands.deny)"),
        row("\(door)/unlockDoor/invoke", "{}", "permissionDenied", "pinCode: Front Door wants a PIN"),
        row(
            "\(door)/unlockDoor/invoke", #"{"pinCode":"999999"}"#, "permissionDenied",
            "pinCode: Front Door does not know this PIN"),
        // Away.
        row("device/away/OnOffLight/OnOff/on/invoke", "{}", "unavailable", "Away is offline"),
        row("group/gone/OnOffLight/OnOff/on/invoke", "{}", "unavailable", "Away cannot be reached"),
        // Not possible now; objects of two structures; there already.
        row(
            "\(door)/setUser/invoke", #"{"operationType":"modify","userIndex":9,\#(user)}"#, "failedPrecondition",
            "userIndex: there is no user at 9; add one first"),
        row(
            "bridge/request/device/move", #"{"device":"lamp","room":"loft"}"#, "failedPrecondition",
            "Lamp and the room Loft belong to two structures"),
    ]

    @Test func `each case has its code and its message`() async throws {
        let broker = try await MosquittoBroker.start()
        let running = try await RunningBridge.start(on: broker, home: Self.home) {
            $0.commands.deny = ["+/device/+/+/Identify/#", "request/bridge/refresh"]
        }
        let client = try await TestClient.connect(to: broker)
        try await client.subscribe("me")
        for row in Self.rows {
            try await client.publish(row.payload, to: "h/\(row.topic)", responseTopic: "me")
            let error = try await client.expect("me").error
            #expect(error?.code == row.code, "\(row.topic)")
            #expect(error?.message == row.message)
        }
        await client.disconnect()
        await running.stop()
        try await broker.stop()
    }

    @Test func `what is not text is said to be none`() async throws {
        let broker = try await MosquittoBroker.start()
        let running = try await RunningBridge.start(on: broker, home: Self.home)
        let client = try await TestClient.connect(to: broker)
        try await client.subscribe("h/main-house/\(Self.level)/response")
        var message = OutboundMessage("", to: "h/main-house/\(Self.level)", qualityOfService: .atLeastOnce)
        message.payload = [0xC3, 0x28]
        try await client.publish(message)
        let error = try await client.expect("h/main-house/\(Self.level)/response").error
        #expect(error?.code == "invalidArgument" && error?.message == "the payload is not UTF-8")
        await client.disconnect()
        await running.stop()
        try await broker.stop()
    }

    /// What depends on how the devices are: slow, busy, away, in use.
    @Test func `what devices cannot do now is said`() async throws {
        let broker = try await MosquittoBroker.start()
        let running = try await RunningBridge.start(on: broker, home: Self.home)
        let client = try await TestClient.connect(to: broker)
        try await client.subscribe("me")
        func error(_ topic: String, _ payload: String, expiry: UInt32? = nil) async throws -> (String, String)? {
            try await client.publish(payload, to: "h/\(topic)", responseTopic: "me", expiryInterval: expiry)
            return try await client.expect("me").error.map { ($0.code, $0.message) }
        }
        func simulate(_ name: String, _ payload: String) async throws {
            #expect(try await client.request("simulation/\(name)", payload) == #"{"ok":true}"#)
        }
        let on = "main-house/device/lamp/ExtendedColorLight/OnOff/on/invoke"
        // There already.
        let user = #"{"operationType":"add","userIndex":3,\#(Self.user)}"#
        #expect(try await error("main-house/\(Self.door)/setUser/invoke", user) == nil)
        #expect(
            try await error("main-house/\(Self.door)/setUser/invoke", user) ?? ("", "")
                == ("alreadyExists", "userIndex: there is a user at 3; modify or clear that one"))
        // Busy with another client.
        try await simulate("fault", #"{"device":"lamp","errorRate":1,"error":"aborted"}"#)
        #expect(try await error(on, "{}")?.0 == "aborted")
        // No confirmation in time, then too many that wait.
        try await simulate("fault", #"{"device":"lamp","errorRate":0,"latency":"30s"}"#)
        #expect(
            try await error(on, "{}", expiry: 1) ?? ("", "")
                == (
                    "deadlineExceeded", "the device did not confirm in time; the change may have happened all the same"
                ))
        for _ in 0..<33 { try await client.publish("{}", to: "h/\(on)", responseTopic: "later", expiryInterval: 20) }
        #expect(
            try await error(on, "{}") ?? ("", "")
                == ("resourceExhausted", "32 orders wait for this device already; try again later"))
        // The hub away.
        try await simulate("connectivity", #"{"hub":true,"state":"offline"}"#)
        #expect(try await error("main-house/device/dimmer/DimmableLight/OnOff/on/invoke", "{}")?.0 == "unavailable")
        #expect(try await error("main-house/group/lights/OnOffLight/OnOff/on/invoke", "{}")?.0 == "unavailable")
        await client.disconnect()
        await running.stop()
        try await broker.stop()
    }
}

extension InboundMessage {
    /// What an answer says went wrong; `nil` for one that is ok.
    fileprivate var error: (code: String, message: String)? {
        guard case .object(let answer) = try? JSONValue(parsing: payload),
            case .object(let error)? = answer.first(where: { $0.name == "error" })?.value, error.count == 2,
            case .string(let code) = error[0].value, case .string(let message) = error[1].value
        else { return nil }
        return (code, message)
    }
}
