/// Finds the name that somebody may have meant.
enum NearName {
    /// The nearest of the candidates, if it differs in a few letters only.
    static func suggestion(for name: String, among candidates: [String]) -> String? {
        guard name.count <= 100 else { return nil }
        let lowered = Array(name.lowercased())
        var best: (name: String, distance: Int)?
        for candidate in candidates {
            let distance = distance(lowered, Array(candidate.lowercased()))
            if distance < best?.distance ?? .max { best = (candidate, distance) }
        }
        guard let best, best.distance <= max(1, min(lowered.count, best.name.count) / 3) else { return nil }
        return best.name
    }

    /// What is to be said of an unknown name: what there is, or what was meant.
    static func hint(for name: String, among candidates: [String]) -> String {
        if candidates.isEmpty { return "there is none" }
        if let near = suggestion(for: name, among: candidates) { return "did you mean \(near)?" }
        let shown = candidates.prefix(12).joined(separator: ", ")
        return "there \(candidates.count == 1 ? "is" : "are") \(shown)\(candidates.count > 12 ? " …" : "")"
    }

    /// How many letters are to be put in, left out, replaced or exchanged.
    private static func distance(_ left: [Character], _ right: [Character]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for (row, letter) in left.enumerated() {
            var current = [row + 1]
            for (column, other) in right.enumerated() {
                var cost = min(last[column + 1] + 1, current[column] + 1, last[column] + (letter == other ? 0 : 1))
                if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other {
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
