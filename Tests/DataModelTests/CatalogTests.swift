import DataModel
import ModelReader
import Testing

/// Finding what there is.
struct CatalogTests {
    let catalog = ModelCatalog.standard

    @Test func `the embedded model is the project's`() {
        #expect(catalog.clusters.map(\.traitName) == Fixture.catalog.clusters.map(\.traitName))
        #expect(catalog.deviceTypes.map(\.name) == Fixture.catalog.deviceTypes.map(\.name))
    }

    @Test func `clusters are found by name and number`() {
        for cluster in catalog.clusters {
            #expect(catalog.cluster(named: cluster.traitName) === cluster)
            #expect(catalog.cluster(id: cluster.id) === cluster)
        }
        #expect(catalog.cluster(named: "Google.Chime") !== catalog.cluster(named: "Chime"))
        #expect(catalog.cluster(named: "onOff") == nil)
    }

    @Test func `members are found by name and number`() {
        for cluster in catalog.clusters {
            for attribute in cluster.attributes {
                #expect(cluster.attribute(named: attribute.name)?.id == attribute.id)
                #expect(cluster.attribute(id: attribute.id)?.name == attribute.name)
            }
            for command in cluster.commands {
                #expect(cluster.command(named: command.name)?.id == command.id)
                #expect(cluster.command(id: command.id)?.name == command.name)
                #expect((command.response == nil) == (cluster.response(to: command) == nil))
            }
            for event in cluster.events {
                #expect(cluster.event(named: event.name)?.id == event.id)
                #expect(cluster.event(id: event.id)?.name == event.name)
            }
        }
    }

    @Test func `device types are found in either spelling`() {
        for type in catalog.deviceTypes {
            #expect(catalog.deviceType(named: type.name) === type)
            #expect(catalog.deviceType(id: type.id) === type)
            if let alias = type.alias { #expect(catalog.deviceType(named: alias) === type) }
        }
        #expect(catalog.deviceType(named: "OnOffPlugInUnit")?.name == "OnOffPluginUnit")
    }

    /// Whoever adds a cluster marks its secrets, or says here that a member only sounds like one.
    @Test func `what sounds like a secret is one`() {
        let harmless: Set<String> = [
            "aliroReaderVerificationKey", "rootPublicKey", "requirePinForRemoteOperation", "sendPinOverTheAir",
            "DoorLock.setAliroReaderConfig.verificationKey",
        ]
        let sounds = [
            "pinCode", "Passcode", "passphrase", "Password", "Key", "Verifier", "ipk", "epochKey", "setupPin",
        ]
        var found = 0
        func check(_ field: FieldDescriptor, of path: String) {
            let isText: Bool =
                switch field.value.type {
                case .octets: true
                default: false
                }
            let path = "\(path).\(field.name)"
            guard isText, sounds.contains(where: { field.name.contains($0) }) || field.name == "key",
                !harmless.contains(field.name), !harmless.contains(path)
            else { return }
            found += 1
            #expect(field.value.isSecret, "\(path) is not marked secret")
        }
        for cluster in catalog.clusters {
            for command in cluster.commands + cluster.responses {
                for field in command.fields {
                    check(field, of: "\(cluster.traitName).\(command.name)")
                    guard case .structure(let type) = field.value.type else { continue }
                    for inner in type.fields { check(inner, of: "\(cluster.traitName).\(type.name)") }
                }
            }
        }
        #expect(found > 15)
    }

    @Test(arguments: [
        ("OnOf", "OnOff"), ("onoff", "OnOff"), ("LevlControl", "LevelControl"), ("DorLock", "DoorLock"), ("OffOn", nil),
        ("", nil), ("Zzzzzzzz", nil),
    ])
    func `the nearest name is found`(name: String, expected: String?) {
        #expect(NearestName.nearest(to: name, among: ["OnOff", "LevelControl", "DoorLock"]) == expected)
    }

    @Test func `an attribute is a limit, as is a field of it`() throws {
        let sensing = try #require(catalog.cluster(named: "OccupancySensing"))
        let limits = try #require(sensing.attribute(named: "holdTimeLimits"))
        let read: (UInt32) -> DataValue? = {
            $0 == limits.id ? .fields([0: .uint(5), 1: .uint(60), 2: .uint(10)]) : nil
        }
        #expect(sensing.limit("holdTimeLimits.holdTimeMax", reading: read) == .uint(60))
        let holdTime = try #require(sensing.attribute(named: "holdTime"))
        let fault = #expect(throws: ValueFault.self) {
            try holdTime.value.readText(Array("61".utf8)) { sensing.limit($0, reading: read) }
        }
        #expect(fault?.description == "61 is above 60; allowed are 5 to 60")
    }
}
