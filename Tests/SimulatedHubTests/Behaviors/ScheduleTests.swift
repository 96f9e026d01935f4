import DataModel
import HomeGraph
import Testing

@testable import SimulatedHub

/// Schedules of locks, and presets, schedules and suggestions of thermostats.
@Suite struct ScheduleTests {
    // MARK: - Locks (Matter Application Cluster Specification, section 5.2)

    /// The bench's time begins on Friday, the 2nd of January 2026, at 03:04:05.
    static func lock() throws -> EngineBench {
        var bench = try EngineBench(
            "DoorLock",
            features: [
                "DoorLock": [
                    "pinCredential", "user", "credentialOverTheAirAccess", "weekDayAccessSchedules",
                    "yearDayAccessSchedules", "holidaySchedules",
                ]
            ], values: ["DoorLock.expiringUserTimeout": 60])
        try bench.invoke(
            "DoorLock.setUser",
            ["operationType": "add", "userIndex": 1, "userName": "Guest", "userType": "scheduleRestrictedUser"])
        try bench.invoke(
            "DoorLock.setCredential",
            [
                "operationType": "add", "credential": ["credentialType": "pin", "credentialIndex": 1],
                "credentialData": "123456", "userIndex": 1,
            ])
        return bench
    }

    static func week(_ start: Int64, _ end: Int64, _ days: Literal = ["friday"]) -> [String: Literal] {
        [
            "weekDayIndex": 1, "userIndex": 1, "daysMask": days, "startHour": .integer(start), "startMinute": 0,
            "endHour": .integer(end), "endMinute": 0,
        ]
    }

    @Test func `a user with a schedule comes in at its time only`() throws {
        var bench = try Self.lock()
        let unlock = "DoorLock.unlockDoor"
        #expect(try bench.refusal { try $0.invoke(unlock, ["pinCode": "123456"]) }?.code == .permissionDenied)
        try bench.invoke("DoorLock.setWeekDaySchedule", Self.week(3, 5))
        try bench.invoke(unlock, ["pinCode": "123456"])
        #expect(try bench.number("DoorLock.lockState") == 2)
        bench.pass(.seconds(2 * 3600))
        #expect(
            try bench.refusal { try $0.invoke("DoorLock.lockDoor", ["pinCode": "123456"]) }?.code == .permissionDenied)
        #expect(try bench.number("DoorLock.lockState") == 2)
    }

    @Test func `a schedule is read as it was set, and gone once it is cleared`() throws {
        var bench = try Self.lock()
        let place: [String: Literal] = ["weekDayIndex": 1, "userIndex": 1]
        #expect(try bench.invoke("DoorLock.getWeekDaySchedule", place)[2] == .uint(0x8B))
        try bench.invoke("DoorLock.setWeekDaySchedule", Self.week(8, 10))
        let read = try bench.invoke("DoorLock.getWeekDaySchedule", place)
        #expect(read[2] == .uint(0))
        #expect(read[3] == .uint(1 << 5))
        #expect(read[4] == .uint(8))
        try bench.invoke("DoorLock.clearWeekDaySchedule", place)
        #expect(try bench.invoke("DoorLock.getWeekDaySchedule", place)[2] == .uint(0x8B))
        #expect(bench.eventNames.suffix(2) == ["lockUserChange", "lockUserChange"])
    }

    @Test func `schedules that cannot be are refused`() throws {
        var bench = try Self.lock()
        let path = "DoorLock.setWeekDaySchedule"
        #expect(try bench.refusal { try $0.invoke(path, Self.week(10, 8)) }?.code == .invalidArgument)
        #expect(try bench.refusal { try $0.invoke(path, Self.week(8, 10, [])) }?.code == .invalidArgument)
        let nobody = Self.week(8, 10).merging(["userIndex": 2]) { $1 }
        #expect(try bench.refusal { try $0.invoke(path, nobody) }?.code == .failedPrecondition)
        let backwards: [String: Literal] = [
            "holidayIndex": 1, "localStartTime": 200, "localEndTime": 100, "operatingMode": "vacation",
        ]
        #expect(
            try bench.refusal { try $0.invoke("DoorLock.setHolidaySchedule", backwards) }?.code == .invalidArgument)
        #expect(try bench.invoke("DoorLock.getHolidaySchedule", ["holidayIndex": 1])[1] == .uint(0x8B))
    }

    @Test func `a user who is gone leaves no schedules`() throws {
        var bench = try Self.lock()
        try bench.invoke("DoorLock.setWeekDaySchedule", Self.week(8, 10))
        try bench.invoke("DoorLock.clearUser", ["userIndex": 1])
        #expect(
            try bench.invoke("DoorLock.getWeekDaySchedule", ["weekDayIndex": 1, "userIndex": 1])[2] == .uint(0x8B))
    }

    /// A holiday of the lock, from so many seconds from the bench's beginning.
    private static func holiday(_ index: Int64, _ start: Int64, _ end: Int64, _ mode: Literal) -> [String: Literal] {
        let now: Int64 = 1_767_323_045 - 946_684_800
        return [
            "holidayIndex": .integer(index), "localStartTime": .integer(now + start),
            "localEndTime": .integer(now + end), "operatingMode": mode,
        ]
    }

    /// Holiday schedules set the operating mode (SetHolidaySchedule).
    @Test func `on a holiday a lock works as its schedule says, and as before afterwards`() throws {
        var bench = try Self.lock()
        let mode = "DoorLock.operatingMode"
        try bench.invoke("DoorLock.setHolidaySchedule", Self.holiday(1, 60, 120, "noRemoteLockUnlock"))
        #expect(try bench.number(mode) == 0)
        bench.pass(.seconds(60))
        #expect(try bench.number(mode) == 3)
        #expect(try bench.refusal { try $0.invoke("DoorLock.lockDoor") }?.code == .failedPrecondition)
        bench.pass(.seconds(60))
        #expect(try bench.number(mode) == 0)
        try bench.invoke("DoorLock.setHolidaySchedule", Self.holiday(2, 60, 600, "noRemoteLockUnlock"))
        #expect(try bench.number(mode) == 3)
        try bench.reboot()
        #expect(try bench.number(mode) == 3)
        try bench.invoke("DoorLock.clearHolidaySchedule", ["holidayIndex": 2])
        #expect(try bench.number(mode) == 0)
        let missing = try bench.refusal {
            try $0.invoke("DoorLock.setHolidaySchedule", Self.holiday(1, 60, 120, "vacation"))
        }
        #expect(missing?.code == .outOfRange, "it has no such mode")
        #expect(try bench.invoke("DoorLock.getHolidaySchedule", ["holidayIndex": 2])[1] == .uint(0x8B))
    }

    // MARK: - Thermostats (section 4.3)

    private static func thermostat() throws -> EngineBench {
        try EngineBench(
            "Thermostat",
            features: [
                "Thermostat": [
                    "heating", "cooling", "autoMode", "presets", "matterScheduleConfiguration", "thermostatSuggestions",
                ]
            ])
    }

    private static let setpoints = ["occupiedHeatingSetpoint", "occupiedCoolingSetpoint"]

    @Test func `a preset sets both setpoints until somebody sets one by hand`() throws {
        var bench = try Self.thermostat()
        try bench.invoke("Thermostat.setActivePresetRequest", ["presetHandle": "away"])
        #expect(try bench.numbers(Self.setpoints, of: "Thermostat") == [1700, 2900])
        #expect(try bench.value("Thermostat.activePresetHandle") == .octets(Array("away".utf8)))
        let refusal = try bench.refusal {
            try $0.invoke("Thermostat.setActivePresetRequest", ["presetHandle": "moon"])
        }
        #expect(refusal?.code == .notFound)
        #expect(try bench.numbers(Self.setpoints, of: "Thermostat") == [1700, 2900])
        try bench.write("Thermostat.occupiedHeatingSetpoint", 2000)
        #expect(try bench.value("Thermostat.activePresetHandle") == .null)
    }

    @Test func `a schedule goes through the day`() throws {
        var bench = try Self.thermostat()
        try bench.invoke("Thermostat.setActiveScheduleRequest", ["scheduleHandle": "week"])
        #expect(try bench.numbers(Self.setpoints, of: "Thermostat") == [1800, 2600], "it is night")
        bench.pass(.seconds(3 * 3600))
        #expect(try bench.numbers(Self.setpoints, of: "Thermostat") == [2100, 2500])
        bench.pass(.seconds(16 * 3600))
        #expect(try bench.numbers(Self.setpoints, of: "Thermostat") == [1800, 2600])
        let refusal = try bench.refusal {
            try $0.invoke("Thermostat.setActiveScheduleRequest", ["scheduleHandle": "moon"])
        }
        #expect(refusal?.code == .notFound)
    }

    @Test func `a suggestion is followed until it is over`() throws {
        var bench = try Self.thermostat()
        let add: [String: Literal] = ["presetHandle": "sleep", "expirationInMinutes": 30]
        #expect(try bench.invoke("Thermostat.addThermostatSuggestion", add)[0] == .uint(0))
        #expect(try bench.numbers(Self.setpoints, of: "Thermostat") == [1800, 2600])
        bench.pass(.seconds(1800))
        #expect(try bench.value("Thermostat.thermostatSuggestions") == .list([]))
        #expect(try bench.value("Thermostat.currentThermostatSuggestion") == .null)
        for id in 0..<5 {
            #expect(try bench.invoke("Thermostat.addThermostatSuggestion", add)[0] == .uint(UInt64(id)))
        }
        #expect(
            try bench.refusal { try $0.invoke("Thermostat.addThermostatSuggestion", add) }?.code == .resourceExhausted)
        try bench.invoke("Thermostat.removeThermostatSuggestion", ["uniqueId": 2])
        let refusal = try bench.refusal { try $0.invoke("Thermostat.removeThermostatSuggestion", ["uniqueId": 2]) }
        #expect(refusal?.code == .notFound)
    }

    @Test func `a schedule leaves a preset, or follows its own`() throws {
        var bench = try Self.thermostat()
        try bench.invoke("Thermostat.setActivePresetRequest", ["presetHandle": "away"])
        try bench.invoke("Thermostat.setActiveScheduleRequest", ["scheduleHandle": "week"])
        #expect(try bench.value("Thermostat.activePresetHandle") != .octets(Array("away".utf8)))
    }

    @Test func `after a suggestion it is as before, but for what somebody set meanwhile`() throws {
        var bench = try Self.thermostat()
        try bench.invoke("Thermostat.setActivePresetRequest", ["presetHandle": "away"])
        let add: [String: Literal] = ["presetHandle": "sleep", "expirationInMinutes": 30]
        try bench.invoke("Thermostat.addThermostatSuggestion", add)
        #expect(try bench.numbers(Self.setpoints, of: "Thermostat") == [1800, 2600])
        bench.pass(.seconds(1800))
        #expect(try bench.numbers(Self.setpoints, of: "Thermostat") == [1700, 2900])
        #expect(try bench.value("Thermostat.activePresetHandle") == .octets(Array("away".utf8)))
        try bench.invoke("Thermostat.addThermostatSuggestion", add)
        try bench.write("Thermostat.occupiedHeatingSetpoint", 2100)
        bench.pass(.seconds(1800))
        #expect(try bench.number("Thermostat.occupiedHeatingSetpoint") == 2100)
    }

    @Test func `clearing a place of a lock that is free says nothing, and leaves the others`() throws {
        var bench = try Self.lock()
        try bench.invoke("DoorLock.setWeekDaySchedule", Self.week(8, 10))
        let count = bench.events.count
        try bench.invoke("DoorLock.clearWeekDaySchedule", ["weekDayIndex": 2, "userIndex": 1])
        #expect(bench.events.count == count)
        #expect(try bench.invoke("DoorLock.getWeekDaySchedule", ["weekDayIndex": 1, "userIndex": 1])[2] == .uint(0))
    }

    @Test(arguments: [("disposableUser", 0), ("expiringUser", 59), ("unrestrictedUser", 1_000_000)])
    func `a user comes in once, or for a time, or always`(_ type: String, _ minutes: Int64) throws {
        var bench = try Self.lock()
        try bench.invoke(
            "DoorLock.setUser", ["operationType": "modify", "userIndex": 1, "userType": .text(type)])
        let pin: [String: Literal] = ["pinCode": "123456"]
        try bench.invoke("DoorLock.unlockDoor", pin)
        bench.pass(.seconds(minutes * 60))
        if type != "disposableUser" { try bench.invoke("DoorLock.unlockDoor", pin) }
        bench.pass(.seconds(60))
        guard type != "unrestrictedUser" else {
            try bench.invoke("DoorLock.unlockDoor", pin)
            return
        }
        #expect(try bench.refusal { try $0.invoke("DoorLock.unlockDoor", pin) }?.code == .permissionDenied)
        // The status of a user who is disabled is 3.
        #expect(try bench.invoke("DoorLock.getUser", ["userIndex": 1])[3] == .uint(3))
        try bench.invoke(
            "DoorLock.setUser", ["operationType": "modify", "userIndex": 1, "userStatus": "occupiedEnabled"])
        try bench.invoke("DoorLock.unlockDoor", pin)
    }
}
