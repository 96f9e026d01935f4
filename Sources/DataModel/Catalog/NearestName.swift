/// Finds what somebody may have meant by a name that does not exist.
public enum NearestName: Sendable {
    /// The name that is most like the one given, if one is like it at all.
    ///
    /// Letter case does not count; letters left out, added, exchanged or swapped do, up to a third of the name.
    public static func nearest(to name: String, among names: some Sequence<String>) -> String? {
        // Long texts are no names, and comparing them would take long.
        guard name.utf8.count <= 64 else { return nil }
        let wanted = Array(name.lowercased().unicodeScalars)
        var best: (name: String, distance: Int)?
        for candidate in names {
            let letters = Array(candidate.lowercased().unicodeScalars)
            let limit = max(1, max(wanted.count, letters.count) / 3)
            guard abs(wanted.count - letters.count) <= limit else { continue }
            let distance = distance(wanted, letters)
            if distance <= limit, distance < best?.distance ?? .max { best = (candidate, distance) }
        }
        return best?.name
    }

    /// `did you mean X?`, or what there is, as long as it is not too much; empty where there is nothing.
    public static func hint(for name: String, among names: [String]) -> String {
        if let nearest = nearest(to: name, among: names) { return "did you mean \(nearest)?" }
        guard !names.isEmpty else { return "" }
        let shown = names.prefix(12).joined(separator: ", ")
        return
            "there \(names.count == 1 ? "is" : "are") \(shown)\(names.count > 12 ? " and \(names.count - 12) more" : "")"
    }

    /// How many letters are to be left out, added, exchanged or swapped with the next.
    private static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for row in left.indices {
            var current = [row + 1]
            for column in right.indices {
                let isSame = left[row] == right[column]
                var cost = min(last[column + 1] + 1, current[column] + 1, last[column] + (isSame ? 0 : 1))
                if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                    cost = min(cost, beforeLast[column - 1] + 1)
                }
                current.append(cost)
            }
            beforeLast = last
            last = current
        }
        return last[right.count]
    }
}
