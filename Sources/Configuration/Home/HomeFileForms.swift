import DataModel

/// How each key of the home file is read: a line a key.
struct HomeFileForms: Sendable {
    let vocabulary: HomeVocabulary

    /// The whole file.
    var file: Form<HomeFileDraft> {
        .mapping(
            HomeFileDraft(),
            [
                .key("hub", \.hub, hub),
                .key("structures", \.structures, .list(of: structure.located)),
            ])
    }

    private var hub: Form<HomeFile.Hub> {
        .mapping(
            HomeFile.Hub(),
            [
                .key("id", \.id, .identifier),
                .key("name", \.name, .objectName),
                .key("online", \.isOnline, .boolean),
            ])
    }

    private var structure: Form<StructureDraft> {
        .mapping(
            StructureDraft(),
            object(\.object) + [
                .key("rooms", \.rooms, .list(of: room.located)),
                .key("devices", \.devices, .list(of: device(inRooms: true).located)),
                .key("groups", \.groups, .list(of: group("devices", "a device's id or name").located)),
                .key(
                    "serviceGroups", \.serviceGroups,
                    .list(of: group("services", "DEVICE/SERVICE, such as kitchen-lamp/Lightbulb").located)),
                .key("commissionable", \.commissionable, .list(of: commissionable.located)),
            ])
    }

    /// A room: its name alone, or a mapping.
    private var room: Form<ObjectDraft> {
        let mapping = Form<ObjectDraft>.mapping(ObjectDraft(), object(\.self))
        return Form<ObjectDraft>(expected: "a name, or {id: …, name: …}") { node, reading in
            if case .mapping = node.content { return mapping.read(node, reading) }
            guard let name = Form<String>.objectName.located.read(node, reading) else { return nil }
            return ObjectDraft(name: name)
        }
    }

    private func group(_ key: String, _ member: String) -> Form<GroupDraft> {
        .mapping(
            GroupDraft(),
            object(\.object) + [
                .key(key, \.members, .list(of: Form<String>.text(member).located, atMost: 100))
            ])
    }

    private var commissionable: Form<CommissionableDraft> {
        .mapping(
            CommissionableDraft(),
            [
                .key(
                    "payload", \.payload, Form<String>.text("the text of the QR code, or the manual code").located,
                    required: true),
                .key("window", \.window, .duration(in: .seconds(1) ... .seconds(86_400))),
                .key("device", \.device, device(inRooms: false).located, required: true),
                .key("bridged", \.bridged, .list(of: device(inRooms: false).located)),
                .key("failAt", \.failingStep, Form<String>.text("a step of commissioning").located),
                .key("error", \.error, .choice(of: SimulatedErrorCode.self)),
            ])
    }

    // MARK: - Devices

    /// A device; one in pairing mode is in no room.
    func device(inRooms: Bool) -> Form<DeviceDraft> {
        let room: [Field<DeviceDraft>] =
            inRooms ? [.key("room", \.room, Form<String>.text("a room's id or name").located)] : []
        return .mapping(
            DeviceDraft(),
            object(\.object) + room + partFields.map { $0.lifted(through: \.part) } + [
                .key("information", \.information, information),
                .key("connectivity", \.connectivity, .choice(of: InitialConnectivity.self)),
                .key("simulation", \.behaviour, behaviour),
            ])
    }

    private var partFields: [Field<PartDraft>] {
        let members = MemberForms(vocabulary: vocabulary)
        return [
            Field(name: "type", isRequired: false) { node, reading, part in
                part.hasType = true
                if let name = Form<String>.text("a device type, such as DimmableLight").read(node, reading) {
                    part.type = vocabulary.deviceType(name, at: node.place, reading)
                }
            },
            .key("features", \.features, members.features),
            .key("without", \.without, .list(of: members.missing)),
            .key("traits", \.values, members.values),
            .key("parts", \.parts, parts),
        ]
    }

    /// Parts may have parts, so the form of one is made when it is needed.
    private var parts: Form<[Located<PartDraft>]> {
        Form(expected: "a list of mappings, each with a type") { node, reading in
            let part = Form<PartDraft>.mapping(PartDraft(), partFields)
            return Form<[Located<PartDraft>]>.list(of: part.located, atMost: 250).read(node, reading)
        }
    }

    private var information: Form<[HomeFile.StartingValue]> {
        Form(expected: "a mapping with vendorName, productName, serialNumber, …") { node, reading in
            guard let cluster = vocabulary.information else { return [] }
            return MemberForms(vocabulary: vocabulary).values(of: cluster, node, reading)
        }
    }

    private var behaviour: Form<HomeFile.Behaviour> {
        .mapping(
            HomeFile.Behaviour(),
            [
                .key("latency", \.latency, .duration(in: .zero ... .seconds(3_600))),
                .key("errorRate", \.errorRate, .number(in: 0...1)),
                .key("error", \.error, .choice(of: SimulatedErrorCode.self)),
                .key("reportDelay", \.reportDelay, .duration(in: .zero ... .seconds(3_600))),
                .key("rebootInterval", \.rebootInterval, .duration(in: .zero ... .seconds(86_400))),
                .key("autonomous", \.isAutonomous, .boolean),
            ])
    }

    // MARK: - Names and ids

    private func object<Target>(_ path: any WritableKeyPath<Target, ObjectDraft> & Sendable) -> [Field<Target>] {
        let fields: [Field<ObjectDraft>] = [
            .key("name", \.name, Form<String>.objectName.located, required: true),
            .key("id", \.id, Form<String>.identifier.located),
        ]
        return fields.map { $0.lifted(through: path) }
    }
}

extension Form where Value == String {
    /// An id.
    fileprivate static let identifier = Form.scalar("1 to 64 of a-z, 0-9 and -") { text, _ in
        ObjectIdentifierText.isIdentifier(text) ? text : nil
    }

    /// A name of something in the home; what is beyond 60 code points is cut off.
    fileprivate static let objectName = Form.scalar("a name of 1 to 60 characters, not only spaces") { text, _ in
        ObjectName.kept(text)
    }
}
