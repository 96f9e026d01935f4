import Configuration
import DataModel

extension HomeFile {
    /// The home with only the structures of these names or ids; all, where none is named.
    /// - Throws: ``ProgramError`` where there is no such structure.
    func only(_ structures: [String]) throws(ProgramError) -> HomeFile {
        if structures.isEmpty { return self }
        for wanted in structures where !self.structures.contains(where: { $0.id == wanted || $0.name == wanted }) {
            throw ProgramError(
                .fault, "unknown structure \"\(wanted)\" in home.structures",
                remedy: NearestName.advice(for: wanted, among: self.structures.map(\.name)))
        }
        var home = self
        home.structures = self.structures.filter { structures.contains($0.id) || structures.contains($0.name) }
        return home
    }
}
