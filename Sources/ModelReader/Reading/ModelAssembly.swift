/// Puts descriptors together from the files as they are written: names are looked up, notations read, marks applied.
///
/// Faults are collected, not thrown, so that all of them can be told at once; what is at fault is left out.
final class ModelAssembly {
    let raw: RawModel
    let marks: MarkTable
    private(set) var faults: [ModelFault] = []

    /// Files of clusters, by trait name.
    let clusters: [String: RawCluster]
    /// Types that clusters share, by name.
    let sharedTypes: [String: RawType]
    /// Types that a cluster declares, by trait name and name.
    let clusterTypes: [String: [String: RawType]]
    /// Types that are assembled already.
    var resolved: [TypeKey: ResolvedType] = [:]
    /// Types being assembled, to find one that contains itself.
    var open: Set<TypeKey> = []
    /// How names in conditions are spelled, by trait name.
    var spellings: [String: [String: String]] = [:]

    /// The file of shared types, for faults.
    static let sharedFile = "Matter/datatypes.json"

    init(_ raw: RawModel) {
        self.raw = raw
        marks = MarkTable(raw.marks)
        faults = marks.faults
        clusters = Dictionary(raw.clusters.map { ($0.traitName, $0) }) { first, _ in first }
        sharedTypes = Dictionary(raw.types.flatMap(\.types).map { ($0.name, $0) }) { first, _ in first }
        clusterTypes = clusters.mapValues { cluster in
            Dictionary((cluster.types ?? []).map { ($0.name, $0) }) { first, _ in first }
        }
        findDuplicates()
    }

    /// Assembles everything.
    func model() -> Model {
        let ordered = raw.clusters.sorted {
            ($0.traitNamespace.order, $0.name, $0.file) < ($1.traitNamespace.order, $1.name, $1.file)
        }
        let descriptors = ordered.map(cluster)
        return Model(
            clusters: descriptors, deviceTypes: deviceTypes(),
            sharedTypes: raw.types.flatMap(\.types).compactMap { declared($0, in: nil) }, reservedNames: marks.reserved)
    }

    func fault(_ kind: ModelFault.Kind, _ place: Place, _ message: String) {
        faults.append(ModelFault(kind, file: place.file, member: place.member, message: message))
    }

    /// Types and files of one name: the first would hide the others.
    private func findDuplicates() {
        for (name, files) in Dictionary(grouping: raw.clusters, by: \.traitName) where files.count > 1 {
            fault(.duplicate, Place(file: files[1].file), "\(name) is also in \(files[0].file)")
        }
        for cluster in raw.clusters {
            for name in repeated((cluster.types ?? []).map(\.name)) {
                fault(.duplicate, Place(file: cluster.file, member: name), "is declared twice")
            }
        }
        for file in raw.types {
            for name in repeated(file.types.map(\.name)) {
                fault(.duplicate, Place(file: file.file, member: name), "is declared twice")
            }
        }
    }
}

/// Where something is in the model's files.
struct Place {
    var file: String
    var member = ""

    /// The place of a member within this one.
    func member(_ name: String) -> Place {
        Place(file: file, member: member.isEmpty ? name : "\(member).\(name)")
    }
}

/// The values that are there more than once, each once.
func repeated<Value: Hashable>(_ values: [Value]) -> [Value] {
    var seen: Set<Value> = []
    var found: [Value] = []
    for value in values where !seen.insert(value).inserted && !found.contains(value) { found.append(value) }
    return found
}

extension RawCluster {
    /// Who defined it.
    var traitNamespace: Namespace { namespace == "Google" ? .google : .matter }
    /// `OnOff`, `Google.OpenClose`.
    var traitName: String { traitNamespace == .google ? "Google.\(name)" : name }
}

extension Namespace {
    /// Matter's come first.
    var order: Int { self == .matter ? 0 : 1 }
}
