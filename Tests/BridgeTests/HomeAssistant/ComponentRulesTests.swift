import DataModel
import ModelReader
import Testing

@testable import Bridge

/// What the table names is in the model: a misspelt member would be missing without a word.
@Suite struct ComponentRulesTests {
    private let catalog = ModelCatalog.standard

    /// The members that a value names, and whether each is a command or event rather than an attribute.
    private func members(_ value: ComponentRule.Value) -> [String] {
        switch value {
        case .state(let name), .write(let name), .names(of: let name), .invoke(let name), .step(let name),
            .event(let name):
            [name]
        case .live(let names, _): names
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

    @Test func `types, traits, members and features are the model's`() throws {
        for rule in ComponentRules.all {
            let cluster = try #require(catalog.cluster(named: rule.trait), "\(rule.trait)")
            for type in rule.types + rule.excludedTypes {
                #expect(catalog.deviceTypes.contains { $0.name == type }, "\(type)")
            }
            for code in rule.features + rule.excludedFeatures + features(rule.fields) {
                #expect(cluster.features.contains { $0.code == code }, "\(rule.trait) \(code)")
            }
            for member in rule.fields.flatMap({ members($0.value) }) {
                let levels = member.split(separator: "/").map(String.init)
                let owner = levels.count == 2 ? try #require(catalog.cluster(named: levels[0])) : cluster
                let name = try #require(levels.last)
                let names =
                    owner.attributes.map(\.name) + owner.commands.map(\.name) + owner.events.map(\.name)
                #expect(names.contains(name), "\(owner.traitName) \(name)")
            }
        }
    }

    @Test func `every platform has its schema`() {
        #expect(Set(PlatformSchema.all.keys) == Set(Platform.allCases))
    }
}
