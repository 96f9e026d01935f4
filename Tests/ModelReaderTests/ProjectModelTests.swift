import ModelReader
import Testing

/// What the project's own model must be.
struct ProjectModelTests {
    let model: Model

    init() throws {
        model = try Model(bundle: ModelFiles.bundle())
    }

    @Test func `the repaired model has no fault`() throws {
        for fault in try Model.faults(in: ModelFiles.bundle()) { Issue.record("\(fault)") }
    }

    @Test func `without repairs the known faults are found`() throws {
        let faults = try Model.faults(in: ModelFiles.bundle(), repairing: false)
        let kinds = Dictionary(grouping: faults, by: \.kind).mapValues(\.count)
        #expect(kinds == [.constraint: 4, .defaultValue: 5, .unresolved: 43])
    }

    @Test func `the same files give the same bundle`() throws {
        let files = try ModelFiles.all()
        #expect(try ModelBundle.join(files) == ModelBundle.join(files.reversed()))
    }

    @Test func `the bundle says nothing that only people read`() throws {
        let bundle = try ModelFiles.bundle()
        for key in ["about", "note", "source", "access"] { #expect(!bundle.contains("\"\(key)\":")) }
    }

    @Test func `everything that the files declare is there`() {
        let matter = model.clusters.filter { $0.namespace == .matter }
        #expect(matter.count == 135)
        #expect(matter.map(\.attributes.count).reduce(0, +) == 1076)
        #expect(matter.map { $0.commands.count + $0.responses.count }.reduce(0, +) == 451)
        #expect(matter.map(\.events.count).reduce(0, +) == 137)
        #expect(model.clusters.count - matter.count == 59)
        #expect(model.deviceTypes.count == 142)
    }

    @Test func `stubs are the traits of which only the name was seen`() {
        #expect(
            model.clusters.filter(\.isStub).map(\.name) == [
                "AudioInput", "AvStreamAnalysis", "CameraSnapshot", "CameraTimeline", "ChimeThemes", "ElevatorControl",
                "ExtendedAirQuality", "ExtendedColorControl", "ExtendedDoorLock", "FilterMonitoring",
            ])
    }

    @Test func `no member is named as topics end`() {
        let reserved = ["set", "invoke", "event", "response", "info", "get"]
        #expect(model.reservedNames.sorted() == reserved.sorted())
        for cluster in model.clusters {
            let names = cluster.attributes.map(\.name) + cluster.commands.map(\.name) + cluster.events.map(\.name)
            #expect(names.filter(reserved.contains).isEmpty, "\(cluster.traitName)")
        }
    }

    @Test func `device types extend each other`() throws {
        let light = try #require(model.deviceTypes.first { $0.name == "ExtendedColorLight" })
        #expect(
            light.lineage.map(\.name) == ["ExtendedColorLight", "ColorTemperatureLight", "DimmableLight", "OnOffLight"])
        let plug = try #require(model.deviceTypes.first { $0.name == "OnOffPluginUnit" })
        #expect(plug.alias == "OnOffPlugInUnit")
        #expect(model.deviceTypes.first { $0.name == "MountedOnOffControl" }?.base == plug)
    }

    @Test func `a device type's demands name elements of the cluster`() throws {
        let light = try #require(model.deviceTypes.first { $0.name == "DimmableLight" })
        let level = try #require(light.server.first { $0.trait == "LevelControl" })
        #expect(level.elements.filter { $0.kind == .feature }.map(\.name) == ["lighting", "onOff"])
        let minimum = try #require(level.elements.first { $0.name == "minLevel" })
        #expect(minimum.constraint == Constraint(ranges: [.init(lower: .integer(1), upper: .integer(1))]))
    }

    @Test func `Google's device types have what is required, seen and recommended, without stubs`() throws {
        let cooler = try #require(model.deviceTypes.first { $0.name == "GoogleAirCooler" })
        #expect(cooler.namespace == .google)
        let mandatory = cooler.server.filter { $0.conformance == .mandatory }.map(\.trait)
        #expect(mandatory == ["FanControl", "Google.RelativeHumidityControl", "OnOff", "Thermostat"])
        #expect(cooler.server.contains { $0.trait == "Google.ExtendedFanControl" && $0.conformance == .optional })
        let stubs = Set(model.clusters.filter(\.isStub).map(\.traitName))
        for type in model.deviceTypes { #expect(stubs.isDisjoint(with: type.server.map(\.trait)), "\(type.name)") }
    }

    @Test func `marks are on the members that they name`() throws {
        let lock = try #require(model.clusters.first { $0.traitName == "DoorLock" })
        let command = try #require(lock.commands.first { $0.name == "setCredential" })
        let data = try #require(command.fields.first { $0.name == "credentialData" })
        #expect(data.value.isSecret)
        #expect(data.value.text == .when(field: "credential.credentialType", is: "pin"))
        let pin = try #require(lock.commands.first { $0.name == "unlockDoor" }?.fields.first { $0.name == "pinCode" })
        #expect(pin.value.isSecret && pin.value.text == .always)
        let level = try #require(model.clusters.first { $0.name == "LevelControl" })
        #expect(level.attributes.first { $0.name == "minLevel" }?.functional == .lower)
        let covering = try #require(model.clusters.first { $0.name == "WindowCovering" })
        let status = try #require(covering.attributes.first { $0.name == "operationalStatus" })
        guard case .bitmap(let bitmap) = status.value.type else {
            Issue.record("operationalStatus is no bitmap")
            return
        }
        #expect(
            bitmap.isWide
                && bitmap.fields.map(\.enumeration?.name) == ["MovementStatus", "MovementStatus", "MovementStatus"])
    }

    @Test func `units are those of the types`() throws {
        let temperature = try #require(model.clusters.first { $0.name == "TemperatureMeasurement" })
        guard case .integer(let type)? = temperature.attributes.first(where: { $0.name == "measuredValue" })?.value.type
        else {
            Issue.record("measuredValue is no integer")
            return
        }
        #expect(type.alias == "temperature" && type.unit == "0.01 °C" && type.bits == 16 && type.isSigned)
    }
}
