import Conversions
import HomeGraph
import ModelReader

/// The ends of the topics of all devices that are made alike, in one arena, by the offset of their slots.
final class LayoutTopics: Sendable {
    /// What stands in a slot.
    enum Slot: Sendable {
        case connectivity
        case lastReport
        case attribute(Attribute)
        /// Of a trait that is not mirrored.
        case hidden
    }

    /// An attribute; an object, so that handing it around costs little.
    final class Attribute: Sendable {
        let descriptor: AttributeDescriptor
        init(_ descriptor: AttributeDescriptor) { self.descriptor = descriptor }
    }

    /// How the devices are made.
    let layout: DeviceLayout
    /// What layouts made of such devices.
    let shapes = DeviceShapes()
    /// What `info` says of their parts, as JSON.
    let description: [UInt8]
    /// The application types of their parts, each once.
    let types: [String]
    /// By offset.
    let slots: [Slot]
    /// The ends of all retained topics of such a device, `info` among them.
    let ends: TopicEnds
    private let arena: [UInt8]
    /// Where the end of each slot's topic ends in the arena.
    private let limits: [Int]
    private let offsets: [ArraySlice<UInt8>: Int]

    /// Composes the ends for a layout.
    ///
    /// - Parameters:
    ///   - layout: How the devices are made.
    ///   - publishesLastReport: Whether there is a topic for the time of the last report.
    ///   - description: What ``description`` is to be.
    init(_ layout: DeviceLayout, publishesLastReport: Bool, description: [UInt8]) {
        self.layout = layout
        self.description = description
        types = layout.parts.flatMap(\.types).filter { $0.classification == .simple }.map(\.name).uniqued()
        var slots: [Slot] = [.connectivity, publishesLastReport ? .lastReport : .hidden]
        var arena = Array("availability".utf8)
        var limits = [arena.count]
        arena += Array("lastReport".utf8)
        limits.append(arena.count)
        for part in layout.parts {
            for trait in part.traits {
                for attribute in trait.attributes {
                    arena += Array("\(part.name)/\(trait.cluster.traitName)/\(attribute.name)".utf8)
                    limits.append(arena.count)
                    slots.append(trait.cluster.scope == .device ? .attribute(Attribute(attribute)) : .hidden)
                }
            }
        }
        self.slots = slots
        self.arena = arena
        self.limits = limits
        var offsets: [ArraySlice<UInt8>: Int] = [:]
        for (offset, slot) in slots.enumerated() {
            if case .hidden = slot { continue }
            offsets[arena[(offset == 0 ? 0 : limits[offset - 1])..<limits[offset]]] = offset
        }
        self.offsets = offsets
        ends = TopicEnds(offsets.keys.map(Array.init) + [Array("info".utf8)])
    }

    /// What the devices are in the manner of HomeKit.
    var services: [DeviceService] { layout.services }

    /// Appends the end of a slot's topic, what follows `B/S/device/D/`.
    func append(_ offset: Int, to topic: inout [UInt8]) {
        topic.append(contentsOf: end(offset))
    }

    /// The end of a slot's topic.
    func end(_ offset: Int) -> ArraySlice<UInt8> {
        arena[(offset == 0 ? 0 : limits[offset - 1])..<limits[offset]]
    }

    /// Whether a slot has a topic.
    func isPublished(_ offset: Int) -> Bool {
        guard slots.indices.contains(offset), case .hidden = slots[offset] else {
            return slots.indices.contains(offset)
        }
        return false
    }

    /// How many slots have a topic.
    var publishedCount: Int { offsets.count }

    /// The offset of the slot whose topic ends so; `nil` where there is none.
    func offset(of end: ArraySlice<UInt8>) -> Int? { offsets[end] }
}

extension Sequence where Element: Hashable {
    /// The elements, each where it stands first.
    func uniqued() -> [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}
