import MQTT

extension FuzzTarget {
    /// Topic names and filters: an input is two filters and a name, one a line.
    ///
    /// Two filters that cover one topic overlap, whichever is asked.
    static let topics = FuzzTarget(
        "topics",
        seeds: [
            "h/+/device/#\nh/house/+/+/set\nh/house/device/lamp/set", "#\n+/+\n/", "$SYS/#\n$SYS/+\n$SYS/a",
            "a//b\na/+/b\na//b",
        ]
    ) { input in
        let lines = input.split(separator: UInt8(ascii: "\n"), maxSplits: 2, omittingEmptySubsequences: false)
        let filters = lines.prefix(2).compactMap { try? TopicFilter(String(decoding: $0, as: UTF8.self)) }
        for filter in filters {
            hold(filter.overlaps(filter), "\(filter) does not overlap itself")
            _ = filter.matches(input)
        }
        guard let one = filters.first, let other = filters.last else { return }
        hold(one.overlaps(other) == other.overlaps(one), "\(one), \(other): overlap one way only")
        guard lines.count == 3, let name = try? TopicName(octets: lines[2]) else { return }
        hold(name.levels.joined(separator: "/") == name.description, "\(name) is not its levels")
        hold(one.matches(name) == one.matches(Array(lines[2])), "\(one), \(name): octets match otherwise than the name")
        if one.matches(name), other.matches(name) {
            hold(one.overlaps(other), "\(one) and \(other) cover \(name), but do not overlap")
        }
    }
}
