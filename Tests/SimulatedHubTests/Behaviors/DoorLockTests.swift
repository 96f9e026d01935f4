import DataModel
import HomeGraph
import Testing

@testable import SimulatedHub

@Suite("Door locks")
struct DoorLockTests {
    private static let locked: Int64 = 1
    private static let unlocked: Int64 = 2
    private static let pin: Literal = "4711"

    private static func bench(_ values: [String: Literal] = [:]) throws -> EngineBench {
        try EngineBench("DoorLock", values: values)
    }

    /// A lock that wants a PIN and knows 4711 as the first user's.
    private static func guarded(_ values: [String: Literal] = [:]) throws -> EngineBench {
        var bench = try bench(values.merging(["DoorLock.requirePinForRemoteOperation": true]) { first, _ in first })
        let answer = try bench.invoke("DoorLock.setCredential", credential(1, pin))
        #expect(answer[0] == .uint(0) && answer[1] == .uint(1))
        return bench
    }

    private static func credential(
        _ index: Int64, _ data: Literal, _ operation: Literal = "add", user: Literal = .null
    ) -> [String: Literal] {
        [
            "operationType": operation, "credential": ["credentialType": "pin", "credentialIndex": .integer(index)],
            "credentialData": data, "userIndex": user,
        ]
    }

    @Test("Locking and unlocking, and the events that say so")
    func operating() throws {
        var bench = try Self.bench()
        try bench.invoke("DoorLock.unlockDoor")
        #expect(try bench.number("DoorLock.lockState") == Self.unlocked)
        try bench.invoke("DoorLock.lockDoor")
        #expect(try bench.number("DoorLock.lockState") == Self.locked)
        // Operation, source remote, no user, the hub's fabric.
        #expect(bench.story == ["lockOperation 1 7 - 1 - -", "lockOperation 0 7 - 1 - -"])
    }

    @Test(
        "It locks by itself after its time, or the one of the order",
        arguments: [("unlockDoor", [:], 30), ("unlockWithTimeout", ["timeout": 7], 7)]
            as [(String, [String: Literal], Int)])
    func relocking(_ command: String, _ fields: [String: Literal], _ seconds: Int) throws {
        var bench = try Self.bench(["DoorLock.autoRelockTime": 30])
        try bench.invoke("DoorLock.\(command)", fields)
        bench.pass(.seconds(seconds) - .milliseconds(1))
        #expect(try bench.number("DoorLock.lockState") == Self.unlocked)
        bench.pass(.milliseconds(1))
        #expect(try bench.number("DoorLock.lockState") == Self.locked)
        #expect(bench.story.last == "lockOperation 0 4 - - - -")
        bench.pass(.seconds(100))
        #expect(bench.events.count == 2)
    }

    @Test("Without a time it stays open; a time written later counts from then")
    func lateRelock() throws {
        var bench = try Self.bench(["DoorLock.autoRelockTime": 0])
        try bench.invoke("DoorLock.unlockDoor")
        bench.pass(.seconds(10_000))
        #expect(try bench.number("DoorLock.lockState") == Self.unlocked)
        try bench.write("DoorLock.autoRelockTime", 5)
        bench.pass(.seconds(5))
        #expect(try bench.number("DoorLock.lockState") == Self.locked)
    }

    @Test("A hand at the lock is told apart from an order")
    func hand() throws {
        var bench = try Self.bench(["DoorLock.autoRelockTime": 5])
        try bench.report("DoorLock.lockState", "unlocked")
        bench.pass(.seconds(5))
        #expect(bench.story == ["lockOperation 1 1 - - - -", "lockOperation 0 4 - - - -"])
    }

    @Test("A bolt and a latch")
    func latch() throws {
        var bench = try EngineBench("DoorLock", features: ["DoorLock": ["unbolting"]])
        try bench.invoke("DoorLock.unboltDoor")
        #expect(try bench.number("DoorLock.lockState") == Self.unlocked)
        try bench.invoke("DoorLock.unlockDoor")
        #expect(try bench.number("DoorLock.lockState") == 3)
        bench.pass(.seconds(2))
        #expect(try bench.number("DoorLock.lockState") == Self.unlocked)
    }

    @Test("A PIN that is missing or wrong opens nothing and stands in no message")
    func pins() throws {
        var bench = try Self.guarded()
        let missing = try bench.refusal { try $0.invoke("DoorLock.unlockDoor") }
        let wrong = try bench.refusal { try $0.invoke("DoorLock.unlockDoor", ["pinCode": "9876"]) }
        for error in [missing, wrong] {
            #expect(error?.code == .permissionDenied)
            #expect(error?.message.contains("9876") == false && error?.message.contains("4711") == false)
        }
        #expect(try bench.number("DoorLock.lockState") == Self.locked)
        #expect(bench.eventNames.count { $0 == "lockOperationError" } == 2)
        try bench.invoke("DoorLock.unlockDoor", ["pinCode": Self.pin])
        #expect(try bench.number("DoorLock.lockState") == Self.unlocked)
        // The first user, with the first PIN.
        #expect(bench.story.last == "lockOperation 1 7 1 1 - [1/1]")
    }

    @Test("Too many wrong PINs: an alarm, and no PIN for a while")
    func lockout() throws {
        var bench = try Self.guarded([
            "DoorLock.wrongCodeEntryLimit": 3, "DoorLock.userCodeTemporaryDisableTime": 10,
        ])
        func tryPin(_ pin: Literal) throws -> HomeError.Code? {
            try bench.refusal { try $0.invoke("DoorLock.unlockDoor", ["pinCode": pin]) }?.code
        }
        for _ in 0..<2 { #expect(try tryPin("0000") == .permissionDenied) }
        #expect(!bench.story.contains("doorLockAlarm 4"))
        #expect(try tryPin("0000") == .permissionDenied)
        #expect(bench.story.contains("doorLockAlarm 4"))
        #expect(try tryPin(Self.pin) == .permissionDenied)
        bench.pass(.milliseconds(9999))
        #expect(try tryPin(Self.pin) == .permissionDenied)
        bench.pass(.milliseconds(1))
        #expect(try tryPin(Self.pin) == nil)
    }

    @Test("A right PIN makes the wrong ones before it forgotten")
    func forgiven() throws {
        var bench = try Self.guarded(["DoorLock.wrongCodeEntryLimit": 2])
        for pin in ["0000", "4711", "0000", "4711"] as [Literal] {
            _ = try bench.refusal { try $0.invoke("DoorLock.unlockDoor", ["pinCode": pin]) }
        }
        #expect(!bench.eventNames.contains("doorLockAlarm"))
        #expect(try bench.number("DoorLock.lockState") == Self.unlocked)
    }

    @Test("A disabled user's PIN opens nothing")
    func disabledUser() throws {
        var bench = try Self.guarded()
        try bench.invoke(
            "DoorLock.setUser", ["operationType": "modify", "userIndex": 1, "userStatus": "occupiedDisabled"])
        let error = try bench.refusal { try $0.invoke("DoorLock.unlockDoor", ["pinCode": Self.pin]) }
        #expect(error?.code == .permissionDenied)
        #expect(bench.story.last?.hasPrefix("lockOperationError 1 7 2") == true)
    }

    @Test("No orders from afar in some modes, and only modes that it has")
    func modes() throws {
        var bench = try Self.bench()
        try bench.write("DoorLock.operatingMode", "noRemoteLockUnlock")
        let error = try bench.refusal { try $0.invoke("DoorLock.unlockDoor") }
        #expect(error?.code == .failedPrecondition)
        let unknown = try bench.refusal { try $0.write("DoorLock.operatingMode", "vacation") }
        #expect(unknown?.code == .outOfRange)
    }

    @Test("Users come, change and go")
    func users() throws {
        var bench = try Self.bench(["DoorLock.numberOfTotalUsersSupported": 3])
        try bench.invoke(
            "DoorLock.setUser", ["operationType": "add", "userIndex": 2, "userName": "Ada", "userUniqueId": 42])
        let user = try bench.invoke("DoorLock.getUser", ["userIndex": 2])
        #expect(user[1] == .string("Ada") && user[2] == .uint(42) && user[3] == .uint(1))
        let free = try bench.invoke("DoorLock.getUser", ["userIndex": 1])
        #expect(free[1] == .null && free[3] == .null && free[9] == .uint(2))
        try bench.invoke("DoorLock.setUser", ["operationType": "modify", "userIndex": 2, "userName": "Eve"])
        let changed = try bench.invoke("DoorLock.getUser", ["userIndex": 2])
        #expect(changed[1] == .string("Eve") && changed[2] == .uint(42))
        let cases: [(Literal, Int64, HomeError.Code)] = [
            ("add", 2, .alreadyExists), ("modify", 1, .failedPrecondition), ("add", 4, .outOfRange),
            ("clear", 2, .outOfRange),
        ]
        for (operation, index, code) in cases {
            let error = try bench.refusal {
                try $0.invoke("DoorLock.setUser", ["operationType": operation, "userIndex": .integer(index)])
            }
            #expect(error?.code == code)
        }
        try bench.invoke("DoorLock.clearUser", ["userIndex": 0xfffe])
        #expect(try bench.invoke("DoorLock.getUser", ["userIndex": 2])[1] == .null)
        // Add, modify, clear.
        #expect(bench.story.map { $0.split(separator: " ")[2] } == ["0", "2", "1"])
    }

    @Test("Credentials: what is wrong is a status")
    func credentials() throws {
        var bench = try Self.bench([
            "DoorLock.numberOfTotalUsersSupported": 2, "DoorLock.numberOfPinUsersSupported": 4,
            "DoorLock.numberOfCredentialsSupportedPerUser": 2, "DoorLock.minPinCodeLength": 4,
            "DoorLock.maxPinCodeLength": 6,
        ])
        let cases: [(index: Int64, data: Literal, operation: Literal, user: Literal, status: UInt64)] = [
            (1, "1111", "add", nil, 0), (1, "2222", "add", nil, 3), (2, "1111", "add", nil, 2),
            (2, "123", "add", nil, 0x85), (2, "1234567", "add", nil, 0x85), (5, "2222", "add", nil, 0x85),
            (2, "2222", "modify", nil, 0x85), (2, "2222", "add", 2, 0x85), (2, "2222", "add", 1, 0),
            (3, "3333", "add", 1, 0x89), (3, "3333", "add", nil, 0), (4, "4444", "add", nil, 0x89),
            (1, "5555", "modify", 1, 0), (1, "5555", "modify", 2, 0x85),
        ]
        for (number, example) in cases.enumerated() {
            let answer = try bench.invoke(
                "DoorLock.setCredential",
                Self.credential(example.index, example.data, example.operation, user: example.user))
            #expect(answer[0] == .uint(example.status), "case \(number)")
        }
        let status = try bench.invoke(
            "DoorLock.getCredentialStatus", ["credential": ["credentialType": "pin", "credentialIndex": 1]])
        #expect(status[0] == .bool(true) && status[1] == .uint(1) && status[4] == .uint(2))
        try bench.invoke(
            "DoorLock.clearCredential", ["credential": ["credentialType": "pin", "credentialIndex": 3]])
        // The user that had only this one is gone.
        #expect(try bench.invoke("DoorLock.getUser", ["userIndex": 2])[3] == .null)
        try bench.invoke("DoorLock.clearCredential", ["credential": nil])
        #expect(try bench.invoke("DoorLock.getUser", ["userIndex": 1])[3] == .null)
    }

    @Test("Users and credentials are there after a reboot")
    func reboot() throws {
        var bench = try Self.guarded()
        try bench.reboot()
        try bench.invoke("DoorLock.unlockDoor", ["pinCode": Self.pin])
        #expect(try bench.number("DoorLock.lockState") == Self.unlocked)
    }

    @Test("The door is heard")
    func door() throws {
        var bench = try Self.bench(["DoorLock.doorOpenEvents": 0])
        try bench.report("DoorLock.doorState", "doorOpen")
        try bench.report("DoorLock.doorState", "doorForcedOpen")
        #expect(bench.story == ["doorStateChange 0", "doorLockAlarm 6", "doorStateChange 3", "doorLockAlarm 6"])
        #expect(try bench.number("DoorLock.doorOpenEvents") == 1)
    }

    // MARK: - Alarms and the door (DoorLockAlarm)

    @Test("A bolt that is neither in nor out is jammed, until an order frees it")
    func jammed() throws {
        var bench = try Self.bench(["DoorLock.autoRelockTime": 5])
        try bench.report("DoorLock.lockState", "notFullyLocked")
        #expect(bench.story == ["doorLockAlarm 0"])
        bench.pass(.seconds(60))
        #expect(try bench.number("DoorLock.lockState") == 0)
        try bench.invoke("DoorLock.lockDoor")
        #expect(try bench.number("DoorLock.lockState") == Self.locked)
    }

    @Test("A door that opens while it is locked was forced, and one that is ajar says so")
    func forced() throws {
        var bench = try Self.bench()
        try bench.report("DoorLock.doorState", "doorOpen")
        try bench.report("DoorLock.doorState", "doorClosed")
        try bench.report("DoorLock.doorState", "doorAjar")
        #expect(
            bench.story
                == [
                    "doorStateChange 0", "doorLockAlarm 6", "doorStateChange 1", "doorStateChange 5", "doorLockAlarm 7",
                ])
    }

    /// Users under duress, and users who are only known (UserTypeEnum).
    @Test(
        "Who is forced comes in, and is told of; who has no access does not come in, and is",
        arguments: [("forcedUser", 3, true), ("nonAccessUser", 2, false)] as [(Literal, Int64, Bool)])
    func duress(_ type: Literal, _ operation: Int64, _ comesIn: Bool) throws {
        var bench = try Self.guarded()
        try bench.invoke("DoorLock.setUser", ["operationType": "modify", "userIndex": 1, "userType": type])
        let refusal = try bench.refusal { try $0.invoke("DoorLock.unlockDoor", ["pinCode": Self.pin]) }
        #expect((refusal == nil) == comesIn)
        #expect(try bench.number("DoorLock.lockState") == (comesIn ? Self.unlocked : Self.locked))
        #expect(bench.story.contains("lockOperation \(operation) 7 1 1 - [1/1]"))
        #expect(bench.story.contains("doorLockAlarm 8") == comesIn)
    }

    @Test("The bolt does not come out by itself while the door is open", arguments: ["doorOpen", "doorAjar"])
    func openDoor(_ state: String) throws {
        var bench = try Self.bench(["DoorLock.autoRelockTime": 30])
        try bench.invoke("DoorLock.unlockDoor")
        try bench.report("DoorLock.doorState", .text(state))
        bench.pass(.seconds(600))
        #expect(try bench.number("DoorLock.lockState") == Self.unlocked)
        try bench.report("DoorLock.doorState", "doorClosed")
        #expect(try bench.number("DoorLock.lockState") == Self.unlocked)
        bench.pass(.seconds(1))
        #expect(try bench.number("DoorLock.lockState") == Self.locked)
        #expect(bench.story.last == "lockOperation 0 4 - - - -")
    }

    @Test("A door that is open again before it settled stays unlocked")
    func slammed() throws {
        var bench = try Self.bench(["DoorLock.autoRelockTime": 30])
        try bench.invoke("DoorLock.unlockDoor")
        try bench.report("DoorLock.doorState", "doorOpen")
        bench.pass(.seconds(60))
        try bench.report("DoorLock.doorState", "doorClosed")
        try bench.report("DoorLock.doorState", "doorOpen")
        bench.pass(.seconds(60))
        #expect(try bench.number("DoorLock.lockState") == Self.unlocked)
    }

    @Test("A lock that no longer locks by itself does not do so later", arguments: [true, false])
    func noRelock(_ isReported: Bool) throws {
        var bench = try Self.bench(["DoorLock.autoRelockTime": 30])
        try bench.invoke("DoorLock.unlockDoor")
        try bench.report("DoorLock.doorState", "doorOpen")
        bench.pass(.seconds(60))
        if isReported {
            try bench.report("DoorLock.autoRelockTime", 0)
        } else {
            try bench.write("DoorLock.autoRelockTime", 0)
        }
        try bench.report("DoorLock.doorState", "doorClosed")
        bench.pass(.seconds(600))
        #expect(try bench.number("DoorLock.lockState") == Self.unlocked)
    }

    @Test("No order throws the bolt of a door that is open", arguments: ["doorOpen", "doorAjar"])
    func lockedOpen(_ state: String) throws {
        var bench = try Self.bench([:])
        try bench.invoke("DoorLock.unlockDoor")
        try bench.report("DoorLock.doorState", .text(state))
        #expect(try bench.refusal { try $0.invoke("DoorLock.lockDoor") }?.code == .failedPrecondition)
        #expect(bench.eventNames.last == "lockOperationError")
        #expect(try bench.number("DoorLock.lockState") == Self.unlocked)
        try bench.report("DoorLock.doorState", "doorClosed")
        try bench.invoke("DoorLock.lockDoor")
        #expect(try bench.number("DoorLock.lockState") == Self.locked)
    }

    // MARK: - A door that moves

    @Test("The lock of a door knows whether the door is open, and holds it while it is locked")
    func ownDoor() throws {
        var bench = try EngineBench("GoogleDoor", values: ["DoorLock.lockState": "locked"])
        #expect(try bench.refusal { try $0.invoke("Google.OpenClose.open") }?.code == .failedPrecondition)
        try bench.invoke("DoorLock.unlockDoor")
        try bench.invoke("Google.OpenClose.open")
        bench.pass(.seconds(3))
        #expect(try bench.number("DoorLock.doorState") == 0)
        bench.pass(.seconds(20))
        try bench.report("DoorLock.doorState", "doorClosed")
        #expect(try bench.value("Google.OpenClose.openPercent") == .float(0))
        #expect(try bench.value("Google.OpenClose.targetOpenPercent") == .float(0))
        try bench.report("Google.OpenClose.openPercent", 40.0)
        #expect(try bench.number("DoorLock.doorState") == 0)
    }
}
