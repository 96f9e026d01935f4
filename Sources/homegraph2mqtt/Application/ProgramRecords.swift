import DataModel
import HomeGraph

/// What the program keeps in the state file for itself.
struct ProgramRecords: Equatable {
    /// The records' section.
    static let section = "program"

    /// The id by which the bridge's entries are told from another's: the same also under another base topic.
    var instance: String?
    /// The structures that were chosen at the last start; empty is all.
    var structures: [String]?

    private static let instanceKey = "instance"
    private static let structuresKey = "structures"

    /// Reads records.
    /// - Throws: `dataLoss` for what cannot have been written.
    init(_ records: [String: String]) throws(HomeError) {
        instance = records[Self.instanceKey]
        guard let text = records[Self.structuresKey] else { return }
        guard case .array(let names)? = try? JSONValue(parsing: Array(text.utf8)) else {
            throw HomeError(.dataLoss, "the state file's record of the structures is no list; put back a copy of it")
        }
        structures = names.compactMap { name in
            guard case .string(let name) = name else { return nil }
            return name
        }
    }

    /// What is to be kept so that the records become these.
    func changes(from old: ProgramRecords) -> [StateChange] {
        var changes: [StateChange] = []
        if instance != old.instance { changes.append(change(Self.instanceKey, instance)) }
        if structures != old.structures {
            let text = structures.map { JSONValue.array($0.map { .string($0) }).text }
            changes.append(change(Self.structuresKey, text.map { String(decoding: $0, as: UTF8.self) }))
        }
        return changes
    }

    private func change(_ key: String, _ value: String?) -> StateChange {
        .record(section: Self.section, key: key, value)
    }

    /// Makes sure that a choice of structures is the one that the state file keeps.
    ///
    /// The words of the last start will do: a structure may have been renamed since. Other words have to name, by name or
    /// id, each structure that is kept; none at all names all.
    ///
    /// - Parameters:
    ///   - choice: Names or ids.
    ///   - kept: The structures in the state file.
    ///   - file: Its path.
    /// - Throws: ``ProgramError`` for another choice.
    func check(_ choice: [String], against kept: [StructureRecord], file: String) throws(ProgramError) {
        if choice.isEmpty || choice == structures { return }
        let isNamed = kept.map { choice.contains($0.id) || choice.contains($0.name) }
        let isKnown = choice.map { name in kept.contains { $0.id == name || $0.name == name } }
        guard isNamed.contains(false) || isKnown.contains(false) else { return }
        throw ProgramError(
            .fault,
            "home.structures is \(Self.list(choice)), but the state file \(file) keeps \(Self.list(kept.map(\.name)))",
            remedy: "leave out home.structures and --structures, or name another state file for another choice")
    }

    private static func list(_ names: [String]) -> String { names.map { "\"\($0)\"" }.joined(separator: ", ") }
}
