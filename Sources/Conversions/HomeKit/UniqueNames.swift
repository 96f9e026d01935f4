import DataModel

/// Names that tell objects apart, as HomeKit wants them: the home graph lets several objects have one name.
public enum UniqueNames: Sendable {
    /// Gives each object a name that no other has.
    ///
    /// - Parameters:
    ///   - wanted: What each is called, in order.
    ///   - taken: Names that none may have.
    /// - Returns: The names in the same order; where one is taken, it gets the first free number from 2 upward.
    public static func names(_ wanted: [String], besides taken: some Sequence<String> = []) -> [String] {
        var seen = Set(taken.map(ObjectName.folded))
        // Numbers that others of the name have need not be tried again.
        var next: [String: Int] = [:]
        return wanted.map { name in
            let folded = ObjectName.folded(name)
            guard !seen.insert(folded).inserted else { return name }
            var number = next[folded] ?? 2
            while !seen.insert("\(folded) \(number)").inserted { number += 1 }
            next[folded] = number + 1
            return "\(name) \(number)"
        }
    }

    /// Names the services of devices: as people named them, else after the device.
    ///
    /// - Parameters:
    ///   - devices: The devices with their names and services, in order.
    ///   - given: The name that people gave to a service of a device, by the positions of both.
    /// - Returns: The names by device and service, each of them once.
    public static func serviceNames(
        _ devices: [(name: String, services: [DeviceService])], given: (Int, Int) -> String?
    ) -> [[String]] {
        let all = devices.enumerated().flatMap { device, entry in
            entry.services.enumerated().map { service, description in
                (
                    device: device, given: given(device, service),
                    usual: description.isLikePrimary ? entry.name : "\(entry.name) \(description.type.title)"
                )
            }
        }
        var usual = names(all.filter { $0.given == nil }.map(\.usual), besides: all.compactMap(\.given)).makeIterator()
        var found: [[String]] = devices.map { _ in [] }
        for service in all { found[service.device].append(service.given ?? usual.next() ?? service.usual) }
        return found
    }
}
