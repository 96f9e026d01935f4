import DataModel
import HomeGraph
import ModelReader
import TestSupport
import Testing

@testable import SimulatedHub

@Suite struct SimulatedHubTests {
    @Test func anOrderIsReportedBeforeItIsAnswered() async throws {
        let bench = try await HubBench("OnOffLight")
        try await bench.invoke("OnOff.on")
        #expect(try bench.reported("OnOff.onOff") == [.bool(true)])
        try await bench.write("OnOff.onTime", .uint(50))
        #expect(try bench.reported("OnOff.onTime") == [.uint(50)])
    }

    /// A tenth of a second there and back is a little less than a tenth at this speed.
    @Test(.timeLimit(.minutes(1))) func whatWasWaitedForIsDueWhateverTheClockRounds() async throws {
        let bench = try await HubBench("OnOffLight", speed: 11)
        try await bench.invoke("OnOff.onWithTimedOff", [0: .uint(0), 1: .uint(1), 2: .uint(0)])
        await bench.time.sleepers(atLeast: 1)
        bench.time.advance(by: .milliseconds(100) / 11.0)
        try await bench.wait(for: "OnOff.onOff", count: 2)
        #expect(try bench.reported("OnOff.onOff") == [.bool(true), .bool(false)])
    }

    @Test func anUnknownMemberIsUnimplementedAndNamed() async throws {
        let bench = try await HubBench("OnOffLight", "ContactSensor")
        let error = await #expect(throws: HomeError.self) { try await bench.invoke("OnOff.on", device: 1) }
        #expect(error?.code == .unimplemented)
        #expect(error?.message.contains("Device 1") == true)
        let readOnly = await #expect(throws: HomeError.self) { try await bench.write("OnOff.onOff", .bool(true)) }
        #expect(readOnly?.code == .unimplemented)
        #expect(readOnly?.message.contains("OnOff.onOff") == true)
    }

    @Test func aDeviceWithoutABehaviourAnswersUnimplemented() async throws {
        let bench = try await HubBench("Camera")
        let error = await #expect(throws: HomeError.self) {
            try await bench.invoke(
                "CameraAvStreamManagement.captureSnapshot", [0: .null, 1: .fields([0: .uint(640), 1: .uint(480)])])
        }
        #expect(error?.code == .unimplemented)
    }

    @Test func valuesAreCheckedAgainWithTheDevicesLimits() async throws {
        let bench = try await HubBench("DimmableLight")
        let type = await #expect(throws: HomeError.self) { try await bench.write("LevelControl.onLevel", .bool(true)) }
        #expect(type?.code == .invalidArgument)
        let limit = await #expect(throws: HomeError.self) { try await bench.write("LevelControl.onLevel", .uint(0)) }
        #expect(limit?.code == .outOfRange)
        try await bench.write("LevelControl.onLevel", .uint(1))
        try await bench.write("LevelControl.onLevel", .null)
    }

    @Test func aFieldOfAnotherAttributeIsALimit() async throws {
        let bench = try await HubBench("OccupancySensor")
        try await bench.write("OccupancySensing.holdTime", .uint(3600))
        let error = await #expect(throws: HomeError.self) {
            try await bench.write("OccupancySensing.holdTime", .uint(3601))
        }
        #expect(error?.code == .outOfRange)
    }

    @Test func aDeviceThatIsAwayIsUnavailable() async throws {
        let bench = try await HubBench("OnOffLight", "OnOffLight")
        try bench.hub.setOnline(false, device: DeviceIndex(rawValue: 0))
        let error = await #expect(throws: HomeError.self) { try await bench.invoke("OnOff.on") }
        #expect(error == HomeError(.unavailable, "Device 0 is offline"))
        await #expect(throws: HomeError.self) { try await bench.hub.refresh(DeviceIndex(rawValue: 0)) }
        try await bench.invoke("OnOff.on", device: 1)
        let states = bench.recorder.changes.filter { $0.offset == DeviceLayout.connectivityOffset }.map(\.value)
        #expect(states == [.uint(UInt64(ConnectivityState.offline.rawValue))])
        try bench.hub.setOnline(true, device: DeviceIndex(rawValue: 0))
        try await bench.invoke("OnOff.on")
    }

    @Test func aHubThatIsAwayTakesNoOrders() async throws {
        let bench = try await HubBench("OnOffLight")
        bench.hub.setHubOnline(false)
        let error = await #expect(throws: HomeError.self) { try await bench.invoke("OnOff.on") }
        #expect(error?.code == .unavailable)
        bench.hub.setHubOnline(true)
        try await bench.invoke("OnOff.on")
        let states = bench.recorder.reports.compactMap { if case .hub(let isOnline) = $0 { isOnline } else { nil } }
        #expect(states == [true, false, true])
    }

    @Test func faultsFailTheShareOfOrdersThatWasAskedFor() async throws {
        let bench = try await HubBench("OnOffLight")
        let device = DeviceIndex(rawValue: 0)
        try bench.hub.setFault(SimulatedFault(errorRate: 1, error: .aborted), device: device)
        let error = await #expect(throws: HomeError.self) { try await bench.invoke("OnOff.on") }
        #expect(error?.code == .aborted)
        try bench.hub.setFault(SimulatedFault(errorRate: 0.5), device: device)
        let toggle = try bench.invocation("OnOff.toggle")
        var failures = 0
        for _ in 0..<200 {
            do throws(HomeError) {
                _ = try await bench.hub.invoke(toggle)
            } catch {
                failures += 1
            }
        }
        #expect((60...140).contains(failures))
        try bench.hub.setFault(SimulatedFault(errorRate: 0), device: device)
        try await bench.invoke("OnOff.on")
        #expect(throws: HomeError.self) { try bench.hub.setFault(SimulatedFault(errorRate: 1.5), device: device) }
    }

    @Test func `a device that reboots every so often does so until it is told not to`() async throws {
        let bench = try await HubBench("OnOffLight")
        let device = DeviceIndex(rawValue: 0)
        try bench.hub.setFault(SimulatedFault(rebootInterval: .seconds(60)), device: device)
        func boots() -> Int { bench.recorder.events.count { $0.event.name == "bootReason" } }
        for count in 1...3 {
            await bench.time.sleepers(atLeast: 1)
            bench.time.advance(by: .seconds(70))
            await bench.recorder.wait { reports in
                reports.count { if case .event(let event) = $0 { event.event.name == "bootReason" } else { false } }
                    >= count
            }
            #expect(boots() == count)
        }
        try bench.hub.setFault(SimulatedFault(rebootInterval: .zero), device: device)
        bench.time.advance(by: .seconds(600))
        try await bench.invoke("OnOff.on")
        #expect(boots() == 3)
    }

    @Test func latencyDelaysAnOrderAndItsReports() async throws {
        let bench = try await HubBench("OnOffLight")
        try bench.hub.setFault(SimulatedFault(latency: .seconds(2)), device: DeviceIndex(rawValue: 0))
        async let order: Void = { _ = try await bench.invoke("OnOff.on") }()
        await bench.time.sleepers(atLeast: 1)
        #expect(try bench.reported("OnOff.onOff") == [])
        bench.time.advance(by: .seconds(2))
        try await order
        #expect(try bench.reported("OnOff.onOff") == [.bool(true)])
    }

    @Test func reportDelayLetsReportsComeAfterTheAnswer() async throws {
        let bench = try await HubBench("OnOffLight")
        try bench.hub.setFault(SimulatedFault(reportDelay: .seconds(3)), device: DeviceIndex(rawValue: 0))
        try await bench.invoke("OnOff.on")
        #expect(try bench.reported("OnOff.onOff") == [])
        await bench.time.sleepers(atLeast: 1)
        bench.time.advance(by: .seconds(3))
        try await bench.wait(for: "OnOff.onOff", count: 1)
        #expect(try bench.reported("OnOff.onOff") == [.bool(true)])
    }

    @Test func aReportFromOutsideIsReported() async throws {
        let bench = try await HubBench("TemperatureSensor")
        let (cluster, name) = try HubBench.split("TemperatureMeasurement.measuredValue")
        let attribute = try #require(cluster.attributes.first { $0.name == name })
        try bench.hub.report(
            .int(1234), attribute: attribute, of: cluster, endpoint: 1, device: DeviceIndex(rawValue: 0))
        #expect(try bench.reported("TemperatureMeasurement.measuredValue") == [.int(1234)])
        let error = #expect(throws: HomeError.self) {
            try bench.hub.report(
                .int(1234), attribute: attribute, of: cluster, endpoint: 1, device: DeviceIndex(rawValue: 7))
        }
        #expect(error?.code == .notFound)
    }

    @Test func anEventFromOutsideIsCheckedAndReported() async throws {
        let bench = try await HubBench("GenericSwitch")
        let (cluster, _) = try HubBench.split("Switch.currentPosition")
        let event = try #require(cluster.events.first { $0.name == "initialPress" })
        let device = DeviceIndex(rawValue: 0)
        try bench.hub.emit(event, fields: [0: .uint(1)], of: cluster, endpoint: 1, device: device)
        #expect(bench.recorder.events.map(\.event.name) == ["initialPress"])
        let missing = #expect(throws: HomeError.self) {
            try bench.hub.emit(event, fields: [:], of: cluster, endpoint: 1, device: device)
        }
        #expect(missing?.code == .invalidArgument)
        let latched = try #require(cluster.events.first { $0.name == "switchLatched" })
        let unsupported = #expect(throws: HomeError.self) {
            try bench.hub.emit(latched, fields: [0: .uint(1)], of: cluster, endpoint: 1, device: device)
        }
        #expect(unsupported?.code == .unimplemented)
    }

    @Test func simulatedTimeRunsFasterWhereAsked() async throws {
        let bench = try await HubBench("OnOffLight", speed: 100)
        try await bench.invoke("OnOff.onWithTimedOff", [0: .uint(0), 1: .uint(600), 2: .uint(0)])
        #expect(try bench.reported("OnOff.onOff") == [.bool(true)])
        await bench.time.sleepers(atLeast: 1)
        bench.time.advance(by: .milliseconds(600))
        try await bench.wait(for: "OnOff.onOff", count: 2)
        #expect(try bench.reported("OnOff.onOff") == [.bool(true), .bool(false)])
        #expect(throws: HomeError.self) { try bench.hub.setSpeed(0) }
        #expect(throws: HomeError.self) { try bench.hub.setSpeed(.nan) }
    }

    @Test func manyOrdersFromManyTasksAllCount() async throws {
        let bench = try await HubBench("OnOffLight", "OnOffLight", "OnOffLight", "OnOffLight")
        await withTaskGroup(of: Void.self) { group in
            for device in 0..<4 {
                for _ in 0..<25 {
                    group.addTask { @concurrent in
                        do {
                            try await bench.invoke("OnOff.toggle", device: device)
                        } catch {
                            Issue.record(error)
                        }
                    }
                }
            }
        }
        for device in 0..<4 {
            let values = try bench.reported("OnOff.onOff", device: device)
            #expect(values.count == 25)
            #expect(values == (0..<25).map { .bool($0.isMultiple(of: 2)) }, "reports come in order")
        }
    }

    @Test func nothingIsReportedAfterStop() async throws {
        let bench = try await HubBench("OnOffLight")
        await bench.hub.stop()
        bench.recorder.clear()
        try await bench.invoke("OnOff.on")
        #expect(bench.recorder.reports.isEmpty)
    }
}

@Suite struct MissedReportTests {
    @Test func whatChangesWhileADeviceIsAwayIsReportedOnceItIsBack() async throws {
        let bench = try await HubBench("OnOffLight")
        try await bench.invoke("OnOff.onWithTimedOff", [0: .uint(0), 1: .uint(20), 2: .uint(0)])
        try bench.hub.setOnline(false, device: DeviceIndex(rawValue: 0))
        bench.recorder.clear()
        await bench.time.sleepers(atLeast: 1)
        bench.time.advance(by: .seconds(60))
        try bench.hub.setOnline(true, device: DeviceIndex(rawValue: 0))
        #expect(try bench.reported("OnOff.onOff") == [.bool(false)])
    }

    @Test func whatChangesWhileTheHubIsAwayIsReportedOnceItIsBack() async throws {
        let bench = try await HubBench("OnOffLight")
        try await bench.invoke("OnOff.onWithTimedOff", [0: .uint(0), 1: .uint(20), 2: .uint(0)])
        bench.hub.setHubOnline(false)
        bench.recorder.clear()
        await bench.time.sleepers(atLeast: 1)
        bench.time.advance(by: .seconds(60))
        try bench.hub.setFault(SimulatedFault(), device: DeviceIndex(rawValue: 0))
        #expect(bench.recorder.changes.isEmpty)
        bench.hub.setHubOnline(true)
        #expect(try bench.reported("OnOff.onOff") == [.bool(false)])
    }

    @Test func aLateReportSaysWhatIsNow() async throws {
        let bench = try await HubBench("OnOffLight")
        let device = DeviceIndex(rawValue: 0)
        try bench.hub.setFault(SimulatedFault(reportDelay: .seconds(3)), device: device)
        try await bench.invoke("OnOff.on")
        try bench.hub.setFault(SimulatedFault(reportDelay: .zero), device: device)
        try await bench.invoke("OnOff.off")
        await bench.time.sleepers(atLeast: 1)
        bench.time.advance(by: .seconds(3))
        try await bench.wait(for: "OnOff.onOff", count: 2)
        #expect(try bench.reported("OnOff.onOff") == [.bool(false), .bool(false)])
    }

    @Test func anOrderComesAfterWhatWasDueBeforeIt() async throws {
        let bench = try await HubBench("OnOffLight")
        try await bench.invoke("OnOff.onWithTimedOff", [0: .uint(0), 1: .uint(20), 2: .uint(0)])
        bench.time.advance(by: .seconds(2))
        try await bench.invoke("OnOff.toggle")
        #expect(try bench.reported("OnOff.onOff").last == .bool(true), "it was off by then")
    }
}
