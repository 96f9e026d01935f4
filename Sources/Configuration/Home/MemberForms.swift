import DataModel
import ModelReader

/// How features, members and starting values are read, which the model names.
struct MemberForms: Sendable {
    let vocabulary: HomeVocabulary

    /// A mapping of traits to the features that they have.
    var features: Form<[ClusterDescriptor: [FeatureDescriptor]]> {
        Form(expected: "a mapping of traits to lists of features") { node, reading in
            var features: [ClusterDescriptor: [FeatureDescriptor]] = [:]
            for (cluster, value, reading) in clusters(in: node, reading) {
                features[cluster] = Form<[FeatureDescriptor]>.list(of: feature(of: cluster)).read(value, reading)
            }
            return features
        }
    }

    /// A member that a device lacks: `OnOff.toggle`.
    var missing: Form<HomeFile.MissingMember> {
        let expected = "TRAIT.MEMBER, such as OnOff.toggle"
        return Form(expected: expected) { node, reading in
            guard let text = Form<String>.text(expected).read(node, reading) else { return nil }
            guard let dot = text.lastIndex(of: ".") else {
                reading.refuse(node, expected: expected)
                return nil
            }
            let name = String(text[text.index(after: dot)...])
            guard let cluster = vocabulary.cluster(String(text[..<dot]), at: node.place, reading) else { return nil }
            let attribute = cluster.attributes.first { $0.name == name }
            let command = cluster.commands.first { $0.name == name }
            if attribute == nil, command == nil {
                let names = cluster.attributes.map(\.name) + cluster.commands.map(\.name)
                unknown("attribute or command", name, of: cluster, among: names, at: node.place, reading)
                return nil
            }
            return HomeFile.MissingMember(cluster: cluster, attribute: attribute, command: command, place: node.place)
        }
    }

    /// A mapping of traits to mappings of attributes to values.
    var values: Form<[HomeFile.StartingValue]> {
        Form(expected: "a mapping of traits to starting values") { node, reading in
            clusters(in: node, reading).flatMap { values(of: $0, $1, $2) }
        }
    }

    /// The starting values of one trait.
    func values(of cluster: ClusterDescriptor, _ node: YAMLNode, _ reading: Reading) -> [HomeFile.StartingValue] {
        entries(of: node, "a mapping of attributes to values", reading).compactMap { entry in
            guard let attribute = cluster.attributes.first(where: { $0.name == entry.key }) else {
                unknown(
                    "attribute", entry.key, of: cluster, among: cluster.attributes.map(\.name), at: entry.place, reading
                )
                return nil
            }
            let value = StartingValueReader(reading: reading.key(attribute.name))
                .read(entry.value, as: attribute.value)
            return value.map {
                HomeFile.StartingValue(
                    cluster: cluster, attribute: attribute, value: $0, place: entry.value.place)
            }
        }
    }

    // MARK: - Parts of these

    private func feature(of cluster: ClusterDescriptor) -> Form<FeatureDescriptor> {
        Form(expected: "a feature's name") { node, reading in
            guard let name = Form<String>.text("a feature's name").read(node, reading) else { return nil }
            if let feature = cluster.features.first(where: { $0.name == name }) { return feature }
            unknown("feature", name, of: cluster, among: cluster.features.map(\.name), at: node.place, reading)
            return nil
        }
    }

    private func clusters(
        in node: YAMLNode, _ reading: Reading
    ) -> [(cluster: ClusterDescriptor, value: YAMLNode, reading: Reading)] {
        entries(of: node, "a mapping of traits", reading).compactMap { entry in
            vocabulary.cluster(entry.key, at: entry.place, reading).map { ($0, entry.value, reading.key(entry.key)) }
        }
    }

    private func entries(of node: YAMLNode, _ expected: String, _ reading: Reading) -> [YAMLNode.Entry] {
        if case .mapping(let entries) = node.content { return entries }
        if !node.isNull { reading.refuse(node, expected: expected) }
        return []
    }

    private func unknown(
        _ kind: String, _ name: String, of cluster: ClusterDescriptor, among names: [String],
        at place: ConfigurationPlace, _ reading: Reading
    ) {
        reading.faults.add(
            place, "\(cluster.traitName) has no \(kind) \"\(YAMLNode.shortened(name))\" (\(reading.subject))",
            NearestName.advice(for: name, among: names))
    }
}
