import DataModel
import HomeGraph
import ModelReader
import Testing

@testable import Bridge

/// What the table names is in the model: a misspelt member would be missing without a word.
@Suite struct ComponentRulesTests {
    private let catalog = ModelCatalog.standard

    /// What a member has to be for the value that names it.
    private enum Need {
        case readable, writable, enumeration, command, event
    }

    /// The members that a value names, and what they have to be.
    private func members(_ value: ComponentRule.Value) -> [(name: String, need: Need)] {
        switch value {
        case .state(let name): [(name, .readable)]
        case .write(let name): [(name, .writable)]
        case .names(of: let name): [(name, .enumeration)]
        case .invoke(let name), .step(let name): [(name, .command)]
        case .event(let name): [(name, .event)]
        case .live(let names, _): names.map { ($0, .readable) }
        case .option(let fields), .feature(_, let fields), .group(let fields), .device(let fields):
            fields.flatMap { members($0.value) }
        case .null, .text, .number, .flag, .texts, .batch, .events, .eventNames, .template, .partText, .document,
            .documentSet, .made:
            []
        }
    }

    private func features(_ fields: [ComponentRule.Field]) -> [String] {
        fields.flatMap { field -> [String] in
            switch field.value {
            case .option(let inner), .group(let inner), .device(let inner): features(inner)
            case .feature(let codes, let inner): codes + features(inner)
            default: []
            }
        }
    }

    private func owner(of member: String, _ rule: ComponentRule) throws -> (ClusterDescriptor, String) {
        let levels = member.split(separator: "/").map(String.init)
        let trait = levels.count == 2 ? levels[0] : rule.trait
        return (try #require(catalog.cluster(named: trait), "\(trait)"), try #require(levels.last))
    }

    @Test func `types, traits, members and features are the model's, and what they are taken for`() throws {
        for rule in ComponentRules.all {
            let cluster = try #require(catalog.cluster(named: rule.trait), "\(rule.trait)")
            for type in rule.types + rule.excludedTypes {
                #expect(catalog.deviceTypes.contains { $0.name == type }, "\(type)")
            }
            for code in rule.features + rule.excludedFeatures + features(rule.fields) {
                #expect(cluster.features.contains { $0.code == code }, "\(rule.trait) \(code)")
            }
            for (member, need) in rule.fields.flatMap({ members($0.value) }) {
                let (cluster, name) = try owner(of: member, rule)
                let attribute = cluster.attributes.first { $0.name == name }
                let isRight =
                    switch need {
                    case .readable: attribute?.value.isSecret == false
                    case .writable: attribute?.isWritable == true
                    case .enumeration: if case .enumeration? = attribute?.value.type { true } else { false }
                    case .command: cluster.commands.contains { $0.name == name }
                    case .event: cluster.events.contains { $0.name == name }
                    }
                #expect(isRight, "\(cluster.traitName) \(name) is not \(need)")
            }
        }
    }

    /// A part that has all that a rule could ask for.
    private func target(for rule: ComponentRule) throws -> ComponentTarget {
        var clusters = [try #require(catalog.cluster(named: rule.trait))]
        for (member, _) in rule.fields.flatMap({ members($0.value) }) { clusters.append(try owner(of: member, rule).0) }
        // What entities of their own read beside.
        for name in ["OnOff", "WaterHeaterManagement", "RvcRunMode", "RvcOperationalState"]
        where rule.kind != nil && !rule.excludedTraits.contains(name) {
            clusters.append(try #require(catalog.cluster(named: name)))
        }
        let type = try #require(
            catalog.deviceTypes.first { type in
                rule.types.isEmpty
                    ? type.classification == .simple
                        && !type.lineage.contains { rule.excludedTypes.contains($0.name) }
                    : rule.types.contains(type.name)
            })
        let excluded = Dictionary(
            clusters[0].features.map { ($0.code, UInt32(1) << UInt32($0.bit & 31)) }
        ) { first, _ in first }
        let without = rule.excludedFeatures.reduce(UInt32(0)) { $0 | (excluded[$1] ?? 0) }
        func trait(_ cluster: ClusterDescriptor) -> DeviceLayout.Trait {
            DeviceLayout.Trait(
                cluster: cluster, featureMap: cluster.id == clusters[0].id ? ~without : ~0,
                attributes: cluster.attributes, commands: cluster.commands, events: cluster.events)
        }
        let layout = DeviceLayout(parts: [
            DeviceLayout.Part(
                endpoint: 0, types: [try #require(catalog.deviceTypes.first { $0.name == "RootNode" })],
                traits: [trait(try #require(catalog.cluster(named: "BasicInformation")))]),
            DeviceLayout.Part(
                endpoint: 1, types: [type],
                traits: clusters.reduce(into: [ClusterDescriptor]()) { all, cluster in
                    if !all.contains(where: { $0.id == cluster.id }) { all.append(cluster) }
                }.map(trait)),
        ])
        return try #require(ComponentTarget.parts(of: layout).last)
    }

    /// The keys that a part that has all must have in its document.
    private func keys(_ fields: [ComponentRule.Field]) -> [String] {
        fields.flatMap { field -> [String] in
            switch field.value {
            case .option(let inner), .feature(_, let inner), .device(let inner): keys(inner)
            case .group, .made: []
            default: [field.key]
            }
        }
    }

    @Test func `a part that has all has every component, with all its keys`() throws {
        for rule in ComponentRules.all where !rule.isForGroupsOnly {
            let bound = try #require(try target(for: rule).bind(rule), "\(rule.trait) \(rule.id)")
            let missing = Set(keys(rule.fields)).subtracting(bound.fields.map(\.key))
            #expect(missing.isEmpty, "\(rule.trait) \(rule.id)")
        }
    }

    @Test func `every platform has its schema`() {
        #expect(Set(PlatformSchema.all.keys) == Set(Platform.allCases))
    }
}
