/// The model's files as one text, so that a program carries them in one literal.
///
/// The text is one JSON object, compact, a file a line: a list for each kind of file, each entry the file's content with
/// its path as `file`. What only people read (remarks, sources, access) is left out. The same files give the same text.
public enum ModelBundle: Sendable {
    /// The kinds of files, by the key of the bundle that lists them.
    private enum Kind: String, CaseIterable {
        case clusters, deviceTypes, types, marks

        /// What a file is, by its path relative to the model's folder.
        init?(path: String) {
            let parts = path.split(separator: "/")
            switch (parts.dropLast().last, parts.last) {
            case ("Clusters", _), ("Traits", _): self = .clusters
            case (_, "device-types.json"): self = .deviceTypes
            case (_, "datatypes.json"): self = .types
            case (_, "marks.json"): self = .marks
            default: return nil
            }
        }
    }

    /// Members that only people read.
    private static let remarks: Set<String> = [
        "about", "access", "casesFrom", "cloudTrait", "cloudType", "containerComplete",
        "extendsMatter", "idAssumed", "note", "requiredFrom", "source", "unmapped", "valuesAssumed",
    ]

    /// Joins the files of a model.
    ///
    /// - Parameter files: path, relative to the model's folder and with `/` between its parts, and text of each.
    /// - Returns: the bundle's text.
    /// - Throws: a fault that names the file that is no JSON, or no part of a model.
    public static func join(_ files: [(path: String, text: String)]) throws(ModelFault) -> String {
        var contents: [Kind: [String]] = [:]
        for file in files.sorted(by: { $0.path < $1.path }) {
            guard let kind = Kind(path: file.path) else {
                throw ModelFault(
                    .malformed, file: file.path, member: "",
                    message: "is no part of a model; there are Clusters/NAME.json, Traits/NAME.json, "
                        + "datatypes.json, device-types.json and marks.json")
            }
            var compact = CompactJSON(text: file.text, file: file.path, leavingOut: remarks)
            contents[kind, default: []].append(try compact.object(leadingMember: ("file", file.path)))
        }
        let lists = Kind.allCases.map { "\"\($0.rawValue)\":[\(contents[$0, default: []].joined(separator: ",\n"))]" }
        return "{\(lists.joined(separator: ",\n"))}"
    }
}
