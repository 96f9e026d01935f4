/// Collects the faults of one document while reading goes on.
package final class FaultList {
    private var faults: [ConfigurationFault] = []

    package init() {}

    /// Whether nothing was wrong so far.
    package var isEmpty: Bool { faults.isEmpty }

    /// Notes a fault.
    package func add(_ place: ConfigurationPlace, _ problem: String, _ remedy: String) {
        faults.append(ConfigurationFault(at: place, problem, remedy: remedy))
    }

    /// Ends reading.
    /// - Throws: All faults, by line; a value that an alias repeats is named once.
    package func check() throws(ConfigurationFaults) {
        guard !faults.isEmpty else { return }
        var seen: Set<ConfigurationFault> = []
        let once = faults.filter { seen.insert($0).inserted }
        let ordered = once.enumerated().sorted { Self.order($0) < Self.order($1) }
        throw ConfigurationFaults(ordered.map(\.element))
    }

    /// Faults of a file by line, those of the whole file first, those of other places after it.
    private static func order(_ fault: (offset: Int, element: ConfigurationFault)) -> (Int, Int, Int, Int) {
        switch fault.element.place {
        case .file: (0, 0, 0, fault.offset)
        case .line(_, let line, let column): (0, line, column, fault.offset)
        case .environment: (1, 0, 0, fault.offset)
        case .option: (2, 0, 0, fault.offset)
        }
    }
}
