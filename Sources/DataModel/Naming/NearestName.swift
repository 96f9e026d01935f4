/// Finds what somebody may have meant by a name that does not exist, and says it.
public enum NearestName: Sendable {
    /// How many names a message lists.
    private static let listed = 12
    /// How many names are compared letter by letter: whoever sends nonsense to a large home is not to keep it busy.
    public static let compared = 256

    /// The name that is most like the one given, if one is like it at all.
    ///
    /// Letter case does not count; letters left out, added, exchanged or swapped do, up to a third of the name. Else the
    /// shortest name that contains the one given, from four letters on. Of many names only those are looked at that begin
    /// most as the one given, and none where too many begin alike: a guess among them would lead astray.
    public static func nearest(to name: String, among names: some Sequence<String>) -> String? {
        // Long texts are no names, and comparing them would take long.
        guard !name.isEmpty, name.utf8.count <= 64 else { return nil }
        let given = name.lowercased()
        let wanted = Array(given.unicodeScalars)
        var best: (name: String, distance: Int)?
        var containing: String?
        for candidate in mostLike(name, of: Array(names)) {
            let other = candidate.lowercased()
            let letters = Array(other.unicodeScalars)
            if wanted.count >= 4, candidate.count < containing?.count ?? .max, other.contains(given) {
                containing = candidate
            }
            let limit = max(wanted.count, letters.count) / 3
            guard abs(wanted.count - letters.count) <= limit else { continue }
            let distance = distance(wanted, letters)
            if distance <= limit, distance < best?.distance ?? .max { best = (candidate, distance) }
        }
        return best?.name ?? containing
    }

    /// All names where there are few; of many, those that begin most as the one given, as far as they can be told from
    /// the others by that.
    private static func mostLike(_ name: String, of names: [String]) -> [String] {
        guard names.count > compared else { return names }
        let given = Array(name.utf8.map(lowercase))
        let common = names.map { zip(given, $0.utf8).prefix { $0 == lowercase($1) }.count }
        var counts = Array(repeating: 0, count: given.count + 1)
        for length in common { counts[length] += 1 }
        var (shortest, taken) = (counts.count, 0)
        while shortest > 1, taken + counts[shortest - 1] <= compared {
            shortest -= 1
            taken += counts[shortest]
        }
        return names.indices.filter { index in
            common[index] >= shortest || common[index] == given.count && names[index].utf8.count == given.count
        }.map { names[$0] }
    }

    /// A letter of ASCII in either case.
    private static func lowercase(_ octet: UInt8) -> UInt8 {
        UInt8(ascii: "A")...UInt8(ascii: "Z") ~= octet ? octet | 0x20 : octet
    }

    /// What follows the sentence that there is no such name: `did you mean X?`, or what there is, as long as it is not
    /// too much; of more than ``compared`` names only how many.
    ///
    /// - Parameters:
    ///   - name: What there is not.
    ///   - names: What there is.
    ///   - synonyms: Other ways to say what there is; they are proposed, and not listed.
    /// - Returns: The rest of a sentence.
    public static func hint(for name: String, among names: [String], synonyms: [String] = []) -> String {
        if let nearest = nearest(to: name, among: names + synonyms) { return "did you mean \(nearest)?" }
        guard !names.isEmpty else { return "there is none" }
        guard names.count <= compared else { return "there are \(names.count)" }
        let shown = names.prefix(listed).joined(separator: ", ")
        let more = names.count > listed ? " and \(names.count - listed) more" : ""
        return "there \(names.count == 1 ? "is" : "are") \(shown)\(more)"
    }

    /// What to write in a file instead: the nearest name, else the possible ones.
    ///
    /// - Parameters:
    ///   - name: What there is not.
    ///   - names: What there is; one that is empty is no advice.
    /// - Returns: The rest of a sentence.
    public static func advice(for name: String, among names: [String]) -> String {
        let names = names.filter { !$0.isEmpty }
        if let nearest = nearest(to: name, among: names) { return "write \"\(nearest)\"" }
        guard let last = names.last else { return "leave it out" }
        if names.count == 1 { return "write \"\(last)\"" }
        let shown = names.prefix(listed)
        if shown.count < names.count { return "write one of \(shown.joined(separator: ", ")), …" }
        return "write \(shown.dropLast().joined(separator: ", ")) or \(last)"
    }

    /// A name that does not exist, in quotes, for a message that others may read.
    ///
    /// Somebody may have put a secret where a name belongs: what does not look like a name is not repeated.
    ///
    /// - Parameters:
    ///   - name: What was given.
    ///   - otherwise: What is said instead.
    /// - Returns: One of the two, as a part of a sentence.
    public static func shown(_ name: String, otherwise: String = "of this name") -> String {
        let others = "0123456789._/-$ ".unicodeScalars
        let isName =
            name.first?.isLetter == true
            && name.unicodeScalars.allSatisfy { $0.properties.isAlphabetic || others.contains($0) }
        return isName ? "'\(name.prefix(60))'" : otherwise
    }

    /// How many letters are to be left out, added, exchanged or swapped with the next (optimal string alignment).
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
