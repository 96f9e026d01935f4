/// The marks of `marks.json`, by the member that they are of.
struct MarkTable {
    /// `Cluster.member`, or `Cluster.CONTAINER.member` with `*` for any container.
    private var texts: [String: ValueDescriptor.Text] = [:]
    private var secrets: Set<String> = []
    private var functional: [String: AttributeDescriptor.Functional] = [:]
    private var enumerations: [String: String] = [:]
    private(set) var reserved: [String] = []
    /// What was written wrongly.
    private(set) var faults: [ModelFault] = []

    init(_ files: [RawMarks]) {
        for file in files {
            for mark in file.text { readText(mark, file: file.file) }
            secrets.formUnion(file.secret)
            for (cluster, attributes) in file.functional {
                for (attribute, bound) in attributes {
                    switch bound {
                    case "lower": functional["\(cluster).\(attribute)"] = .lower
                    case "upper": functional["\(cluster).\(attribute)"] = .upper
                    default:
                        fault(file.file, "\(cluster).\(attribute)", "\"\(bound)\" is neither lower nor upper")
                    }
                }
            }
            for (bitmap, fields) in file.enums {
                for (field, enumeration) in fields { enumerations["\(bitmap).\(field)"] = enumeration }
            }
            reserved += file.reservedMembers
        }
    }

    /// Reads `PATH` or `PATH where FIELD is MEMBER`.
    private mutating func readText(_ mark: String, file: String) {
        let words = mark.split(separator: " ").map(String.init)
        switch words.count {
        case 1: texts[words[0]] = .always
        case 5 where words[1] == "where" && words[3] == "is":
            texts[words[0]] = .when(field: words[2], is: words[4])
        default: fault(file, mark, "is neither PATH nor PATH where FIELD is MEMBER")
        }
    }

    private mutating func fault(_ file: String, _ member: String, _ message: String) {
        faults.append(ModelFault(.malformed, file: file, member: member, message: message))
    }

    /// The patterns that a member's marks may be written as.
    private func patterns(_ trait: String, _ container: String?, _ member: String) -> [String] {
        guard let container else { return ["\(trait).\(member)"] }
        return ["\(trait).\(container).\(member)", "\(trait).*.\(member)"]
    }

    /// When a member's octets are text.
    func text(_ trait: String, _ container: String?, _ member: String) -> ValueDescriptor.Text {
        patterns(trait, container, member).lazy.compactMap { texts[$0] }.first ?? .never
    }

    /// Whether a member is never to be shown.
    func isSecret(_ trait: String, _ container: String?, _ member: String) -> Bool {
        patterns(trait, container, member).contains { secrets.contains($0) }
    }

    /// Which bound of a group an attribute is.
    func functional(_ trait: String, _ attribute: String) -> AttributeDescriptor.Functional? {
        functional["\(trait).\(attribute)"]
    }

    /// The enumeration that names the values of a bitmap's field.
    func enumeration(_ trait: String, _ bitmap: String, _ field: String) -> String? {
        enumerations["\(trait).\(bitmap).\(field)"]
    }
}
