import Conversions
import DataModel
import HomeGraph
import ModelReader

/// A part of a device or group, as rules look at it.
struct ComponentTarget: Sendable {
    /// A trait of the part.
    private struct Trait: Sendable {
        let cluster: ClusterDescriptor
        let featureMap: UInt32
        /// Those that have a topic with their value.
        var readable: [String: Int] = [:]
        var attributes: [String: AttributeDescriptor] = [:]
        let commands: Set<String>
        let events: [String]
    }

    /// The part's name in topics.
    let name: String
    /// What the part is called where the device has several; `nil` where it is the only one.
    let label: String?
    /// The names of the types that the part is or extends.
    let types: Set<String>
    let isGroup: Bool
    /// The part itself; `nil` for a group's.
    let layout: PartLayout?
    /// The part as people's quantities see it; `nil` for a group's.
    let quantities: QuantityPart?
    /// The whole device; `nil` for a group's part.
    private(set) var device: DeviceLayout?
    private var traits: [String: Trait] = [:]

    /// The parts of a device; those that a device has several of have labels.
    static func parts(of device: DeviceLayout) -> [ComponentTarget] {
        let parts = device.parts.filter { part in part.types.contains { $0.classification == .simple } }
        return device.parts.map { part in
            let isApplication = parts.contains { $0 === part }
            var target = ComponentTarget(
                part, label: isApplication && parts.count > 1 ? PartLabel.text(part.name) : nil)
            target.device = device
            return target
        }
    }

    /// The parts of a group: of each kind that its members have, not of what those extend or are extended to.
    static func parts(of group: GroupParts) -> [ComponentTarget] {
        let parts = group.parts.filter { part in
            part.members.contains { member in
                member.part.types.contains { $0.classification == .simple && $0.lineage.last?.name == part.name }
            }
        }
        return parts.map { ComponentTarget($0, label: parts.count > 1 ? PartLabel.text($0.name) : nil) }
    }

    /// What the ids of the part's components begin with.
    var identifier: String { DiscoveryTopics.escaped(name) }

    /// The id of the component that a rule makes of the part.
    func identifier(of rule: ComponentRule) -> String { "\(identifier)_\(rule.id)" }

    /// Whether the part has a command, `TRAIT/COMMAND`.
    func supports(command: String) -> Bool { find(command, "") { $0.commands.contains($1) } != nil }

    /// The offset of the slot of an attribute, `TRAIT/ATTRIBUTE`; `nil` where the part, or a group, has none.
    func offset(of attribute: String) -> Int? {
        find(attribute, "") { $0.readable[$1] != nil }.flatMap { traits[$0.trait]?.readable[$0.name] }
    }

    /// A quantity of the part, as the table of conversions has it; `nil` where a device's part lacks it, or for a group.
    func quantity(_ quantity: Quantity) -> PartQuantity? { quantities?.bind(quantity) }

    /// The offset of the slot of an attribute wherever the device has it.
    func offset(onDevice trait: String, _ attribute: String) -> Int? {
        for layout in device?.parts.flatMap(\.traits) ?? [] where layout.cluster.traitName == trait {
            if let found = layout.attribute(named: attribute) { return layout.offset(ofAttribute: found.id) }
        }
        return nil
    }

    /// Whether the part's trait has a feature, by its code.
    func has(feature code: String, of trait: String) -> Bool { traits[trait].map { has([code], $0) } ?? false }

    /// Looks at a part of a device.
    init(_ part: PartLayout, label: String?) {
        name = part.name
        self.label = label
        layout = part
        quantities = QuantityPart(part)
        types = Set(part.types.flatMap(\.lineage).map(\.name))
        isGroup = false
        for layout in part.traits where layout.cluster.scope == .device {
            var trait = Trait(
                cluster: layout.cluster, featureMap: layout.featureMap, commands: Set(layout.commands.map(\.name)),
                events: layout.events.map(\.name))
            for (position, attribute) in layout.attributes.enumerated() where !attribute.value.isSecret {
                trait.attributes[attribute.name] = attribute
                trait.readable[attribute.name] = layout.firstOffset + position
            }
            traits[layout.cluster.traitName] = trait
        }
    }

    /// Looks at a part of a group: it has commands, and no state.
    init(_ part: GroupParts.Part, label: String?) {
        name = part.name
        self.label = label
        layout = nil
        quantities = nil
        types = Set(part.members.first.map { GroupParts.names(of: $0.part) } ?? []).union([part.name])
        isGroup = true
        for trait in part.traits {
            traits[trait.cluster.traitName] = Trait(
                cluster: trait.cluster, featureMap: trait.members.reduce(0) { $0 | $1.layout.featureMap },
                attributes: Dictionary(trait.attributes.map { ($0.name, $0) }) { first, _ in first },
                commands: Set(trait.commands.map(\.name)), events: [])
        }
    }

    /// The component that a rule makes of the part; `nil` where the part lacks something.
    func bind(_ rule: ComponentRule) -> BoundComponent? {
        guard let trait = traits[rule.trait], isGroup ? rule.isForGroups : !rule.isForGroupsOnly,
            !rule.excludedTraits.contains(where: { traits[$0] != nil }),
            rule.types.isEmpty || rule.types.contains(where: types.contains),
            !rule.excludedTypes.contains(where: types.contains),
            has(rule.features, trait), rule.excludedFeatures.allSatisfy({ !has([$0], trait) }),
            let fields = bind(rule.fields, rule)
        else { return nil }
        var document: EntityDocument?
        var kind: EntityKind?
        if let own = rule.kind, isGroup || !rule.isDocumentForGroupsOnly {
            kind = own
            document = isGroup ? nil : own.bind(self)
            if isGroup ? own.together == nil : document == nil { return nil }
        }
        let name = [label, rule.name].compactMap(\.self).joined(separator: " ")
        return BoundComponent(
            id: identifier(of: rule), platform: rule.platform, name: name.isEmpty ? nil : name,
            category: rule.category, isEnabled: rule.isEnabled, isAlwaysAvailable: rule.isAlwaysAvailable,
            fields: fields, part: self.name, document: document, kind: kind)
    }

    private func has(_ codes: [String], _ trait: Trait) -> Bool {
        codes.allSatisfy { code in
            trait.cluster.features.contains { $0.code == code && trait.featureMap & (1 << UInt32($0.bit & 31)) != 0 }
        }
    }

    private typealias Bound = (key: String, value: BoundComponent.Value)

    private func bind(_ fields: [ComponentRule.Field], _ rule: ComponentRule) -> [Bound]? {
        var bound: [Bound] = []
        for field in fields {
            switch field.value {
            case .option(let option): bound += bind(option, rule) ?? []
            case .feature(let codes, let option):
                guard let own = traits[rule.trait], has(codes, own) else { continue }
                bound += bind(option, rule) ?? []
            case .group(let option): if isGroup { bound += bind(option, rule) ?? [] }
            case .device(let option): if !isGroup { bound += bind(option, rule) ?? [] }
            case .document: bound.append((field.key, .entity(identifier(of: rule))))
            case .documentSet: bound.append((field.key, .entity("\(identifier(of: rule))/set")))
            case .made(let make): if let json = make(self) { bound.append((field.key, .json(json))) }
            default:
                guard let value = value(field.value, rule.trait) else { return nil }
                bound.append((field.key, value))
            }
        }
        return bound
    }

    private func value(_ value: ComponentRule.Value, _ own: String) -> BoundComponent.Value? {
        switch value {
        case .null: .json(.null)
        case .text(let text): .json(.string(text))
        case .number(let number): .json(Self.number(number))
        case .flag(let flag): .json(.bool(flag))
        case .texts(let texts): .json(.array(texts.map { .string($0) }))
        case .template(let template): .json(.string(template.text))
        case .partText(let text): .json(.string(text.replacing("PART", with: name)))
        case .batch: .topic("invoke")
        case .state(let member): find(member, own) { $0.readable[$1] != nil }.map { .topic(topic($0)) }
        case .write(let member):
            find(member, own) { $0.attributes[$1]?.isWritable == true }.map { .topic("\(topic($0))/set") }
        case .invoke(let member): find(member, own) { $0.commands.contains($1) }.map { .topic("\(topic($0))/invoke") }
        case .step(let member):
            find(member, own) { $0.commands.contains($1) }.map { .json(.string("\(name)/\($0.trait).\($0.name)")) }
        case .event(let member): find(member, own) { $0.events.contains($1) }.map { .topic("\(topic($0))/event") }
        case .events: traits[own].map { _ in .topic("\(name)/\(own)/+/event") }
        case .eventNames:
            traits[own].flatMap { $0.events.isEmpty ? nil : .json(.array($0.events.map { .string($0) })) }
        case .names(let member): names(of: member, own).map { .json(.array($0.map { .string($0) })) }
        case .live(let members, let make): live(members, own, make)
        case .option, .feature, .group, .device, .document, .documentSet, .made: nil
        }
    }

    /// A whole number without a fraction.
    static func number(_ number: Double) -> JSONValue {
        Int64(exactly: number).map { .int($0) } ?? .double(number)
    }

    private func live(
        _ members: [String], _ own: String, _ make: @escaping @Sendable ([DataValue]) -> JSONValue?
    ) -> BoundComponent.Value? {
        var offsets: [Int] = []
        for member in members {
            guard let found = find(member, own, { $0.readable[$1] != nil }),
                let offset = traits[found.trait]?.readable[found.name]
            else { return nil }
            offsets.append(offset)
        }
        return .live(offsets: offsets, make)
    }

    private func names(of member: String, _ own: String) -> [String]? {
        guard let found = find(member, own, { $0.attributes[$1] != nil }),
            case .enumeration(let type)? = traits[found.trait]?.attributes[found.name]?.value.type
        else { return nil }
        return type.members.map(\.name)
    }

    private func topic(_ member: (trait: String, name: String)) -> String { "\(name)/\(member.trait)/\(member.name)" }

    private func find(
        _ member: String, _ own: String, _ isThere: (Trait, String) -> Bool
    ) -> (trait: String, name: String)? {
        let levels = member.split(separator: "/").map(String.init)
        let (traitName, name) = levels.count == 2 ? (levels[0], levels[1]) : (own, member)
        guard let trait = traits[traitName], isThere(trait, name) else { return nil }
        return (traitName, name)
    }
}
