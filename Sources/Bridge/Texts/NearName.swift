import DataModel

/// What is to be said of a name that does not exist.
enum NearName {
    /// What was meant, or what there is.
    static func hint(for name: String, among candidates: [String]) -> String {
        candidates.isEmpty ? "there is none" : NearestName.hint(for: name, among: candidates)
    }
}
