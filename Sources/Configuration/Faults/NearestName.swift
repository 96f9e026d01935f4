/// Finds the name that was probably meant.
package enum NearestName {
    /// The most candidates that a message lists.
    private static let listed = 12

    /// The candidate that a slip of the pen separates from a name; `nil` where none is near enough.
    ///
    /// Letter case does not count, a wrong, missing, further or swapped character counts one; up to a third of the
    /// name may be wrong.
    package static func find(_ name: String, among candidates: some Sequence<String>) -> String? {
        let given = Array(name.lowercased().unicodeScalars.prefix(64))
        guard !given.isEmpty else { return nil }
        var best: (name: String, distance: Int)?
        for candidate in candidates {
            let other = Array(candidate.lowercased().unicodeScalars)
            let limit = max(given.count, other.count) / 3
            guard abs(given.count - other.count) <= limit else { continue }
            let distance = distance(given, other)
            if distance <= limit, distance < best?.distance ?? .max { best = (candidate, distance) }
        }
        return best?.name ?? contained(name, in: candidates)
    }

    /// Says what to write instead: the nearest name, else the possible ones.
    package static func advice(for name: String, among candidates: [String]) -> String {
        if let near = find(name, among: candidates) { return "write \"\(near)\"" }
        guard let last = candidates.last else { return "leave it out" }
        if candidates.count == 1 { return "write \"\(last)\"" }
        let shown = candidates.prefix(listed)
        if shown.count < candidates.count { return "write one of \(shown.joined(separator: ", ")), …" }
        return "write \(shown.dropLast().joined(separator: ", ")) or \(last)"
    }

    /// The shortest candidate that contains the name, for names of four characters and more.
    private static func contained(_ name: String, in candidates: some Sequence<String>) -> String? {
        let given = name.lowercased()
        guard given.count >= 4 else { return nil }
        return candidates.filter { $0.lowercased().contains(given) }.min { $0.count < $1.count }
    }

    /// The number of edits between two texts (optimal string alignment).
    private static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
        var before: [Int] = []
        var previous = Array(0...right.count)
        for (row, scalar) in left.enumerated() {
            var current = [row + 1]
            current.reserveCapacity(right.count + 1)
            for (column, other) in right.enumerated() {
                var cost = min(
                    previous[column + 1] + 1, current[column] + 1, previous[column] + (scalar == other ? 0 : 1))
                if row > 0, column > 0, scalar == right[column - 1], left[row - 1] == other {
                    cost = min(cost, before[column - 1] + 1)
                }
                current.append(cost)
            }
            (before, previous) = (previous, current)
        }
        return previous[right.count]
    }
}
