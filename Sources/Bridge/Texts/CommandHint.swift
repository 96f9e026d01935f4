import HomeGraph
import ModelReader

/// Which commands change an attribute that takes no write, as far as names and types tell.
enum CommandHint {
    /// The commands to propose, most fitting first, at most three.
    ///
    /// A bool is changed by commands without arguments (on, off, toggle); anything else by those whose names share a
    /// word with it (`moveToLevel` and `currentLevel`), or, where none does, a state by any (`pause` and
    /// `operationalState`); what is measured or counted is changed by none, nor is
    /// what says how the device is made, or how far it can go.
    static func commands(changing attribute: AttributeDescriptor, in trait: TraitLayout) -> [CommandDescriptor] {
        guard !isConstant(attribute) else { return [] }
        if case .bool = attribute.value.type {
            let plain = trait.commands.filter { $0.fields.allSatisfy(\.isOptional) }
            if !plain.isEmpty { return Array(plain.prefix(3)) }
        }
        let wanted = Set(words(attribute.name))
        let scored = trait.commands.enumerated().map { position, command in
            (command: command, position: position, score: words(command.name).filter(wanted.contains).count)
        }
        let fitting = scored.filter { $0.score > 0 }
        let candidates = fitting.isEmpty && isState(attribute) ? scored : fitting
        let ordered = candidates.sorted {
            ($1.score, $0.position) < ($0.score, $1.position)
        }
        return ordered.prefix(3).map(\.command)
    }

    /// Words of what a device can do, and of how far it can go.
    private static let capabilities: Set<String> = [
        "min", "max", "minimum", "maximum", "physical", "supported", "capabilities", "capacity", "type", "number",
    ]

    /// Whether it says how the device is made, or bounds what commands set.
    private static func isConstant(_ attribute: AttributeDescriptor) -> Bool {
        attribute.quality.contains(.fixed) || !capabilities.isDisjoint(with: words(attribute.name))
    }

    private static func isState(_ attribute: AttributeDescriptor) -> Bool {
        if case .enumeration = attribute.value.type { true } else { false }
    }

    /// A sentence that names the topics; `topic` is the trait's, without a slash at the end.
    static func sentence(_ attribute: AttributeDescriptor, in trait: TraitLayout, topic: String) -> String {
        let commands = commands(changing: attribute, in: trait)
        guard let first = commands.first else {
            return "\(attribute.name) cannot be written"
                + (isConstant(attribute) ? "" : "; the device itself changes it")
        }
        let isPlain = commands.allSatisfy { $0.fields.allSatisfy(\.isOptional) }
        var places = ["\(topic)/\(first.name)/invoke"]
        places += commands.dropFirst().map { "…/\($0.name)/invoke" }
        let list =
            places.count == 1
            ? places[0] : "\(places.dropLast().joined(separator: ", ")) or \(places[places.count - 1])"
        return "\(attribute.name) is changed by commands: send \(isPlain ? "{}" : "the arguments") to \(list)"
    }

    private static func words(_ name: String) -> [String] {
        var words: [String] = []
        for letter in name {
            if letter.isUppercase || words.isEmpty { words.append("") }
            words[words.count - 1] += letter.lowercased()
        }
        return words
    }
}
