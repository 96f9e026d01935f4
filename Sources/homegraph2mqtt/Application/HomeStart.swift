import Bridge
import Configuration
import DataModel
import Glibc
import HomeGraph
import SQLiteStore
import SimulatedHub

/// What the program begins with: a hub with its devices, and where the home is kept.
///
/// A state file that keeps a home is the truth. The home file is read only into an empty one, and where there is none.
struct HomeStart {
    /// The hub, with the devices of the state file or of the home file.
    let hub: SimulatedHub
    /// Where the home is kept; `nil` only in memory.
    let state: SQLiteStateStore?
    /// The id by which the bridge's entries are told from another's.
    let instance: String

    /// Reads what the settings name.
    ///
    /// - Parameters:
    ///   - settings: What the bridge is told.
    ///   - file: Reads the home file, if it is needed.
    ///   - log: Takes what is worth knowing.
    /// - Throws: The home file's faults; ``ProgramError`` for a state file that cannot be used, and for structures that
    ///   are not there.
    init(_ settings: Settings, file: () throws -> HomeFile, log: Log) async throws {
        let derived = Instance.id(for: settings.topics.base)
        func described() throws -> SimulatedHub {
            try Self.hub(try file().only(settings.home.structures), settings.simulation)
        }
        guard let path = settings.home.state else {
            hub = try described()
            (state, instance) = (nil, derived)
            return
        }
        do {
            // A new state file is made only for a home that there is.
            let first = Self.isMissing(path) ? try described() : nil
            let state = try await SQLiteStateStore.open(path)
            var records = try ProgramRecords(await state.records(in: ProgramRecords.section))
            let before = records
            if let saved = try await state.load() {
                try records.check(settings.home.structures, against: saved.structures, file: path)
                hub = try SimulatedHub(saved: saved, seed: settings.simulation.seed, speed: settings.simulation.speed)
                log(.info, "the home comes from the state file \(path)\(Self.hint(settings.home.file))")
                for repair in hub.repairs { log(.warning, "\(path): \(repair.message)") }
            } else {
                hub = try first ?? described()
                log(.info, "the state file \(path) is empty; it keeps the home from now on")
            }
            records.structures = settings.home.structures
            records.instance = records.instance ?? derived
            try await state.commit(records.changes(from: before))
            (self.state, instance) = (state, records.instance ?? derived)
        } catch let error as HomeError {
            throw ProgramError(error)
        }
    }

    /// The simulated hub of a home file.
    /// - Throws: What the home file asks for and no device can have.
    static func hub(_ file: HomeFile, _ simulation: Settings.Simulation) throws(ConfigurationFaults) -> SimulatedHub {
        try SimulatedHub(home: file, seed: simulation.seed, speed: simulation.speed)
    }

    private static func isMissing(_ path: String) -> Bool { unsafe access(path, F_OK) != 0 && errno == ENOENT }

    private static func hint(_ file: String?) -> String { file.map { "; the home file \($0) is not read" } ?? "" }
}
