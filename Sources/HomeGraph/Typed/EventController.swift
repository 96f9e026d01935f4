public import DataModel
import ModelReader

/// The events of a part of a device.
///
/// Source: `EventController` of the Home APIs.
public struct EventController: Sendable {
    /// `nil` where there is no device: the part of a group has no events.
    let origin: TraitCollection.Origin?

    /// Whether the part has events of this kind.
    public func contains<E: ClusterEvent>(_: E.Type) -> Bool {
        trait(of: E.cluster)?.events.contains { $0.id == E.id } ?? false
    }

    /// The events of this kind from now on.
    public func subscribe<E: ClusterEvent>(_: E.Type) -> DeviceEvents<E> {
        DeviceEvents(origin: origin) { report in
            report.cluster.id == E.cluster && report.event.id == E.id ? E(fields: report.fields) : nil
        }
    }

    /// The events of a trait from now on, of all kinds.
    public func subscribe<T: Trait>(_: T.Type) -> DeviceEvents<any ClusterEvent> {
        let kinds = T.supportedEventTypes
        return DeviceEvents(origin: origin) { report in
            let kind = kinds.first { $0.cluster == report.cluster.id && $0.id == report.event.id }
            return kind.flatMap { $0.init(fields: report.fields) }
        }
    }

    /// All events of the part from now on, as the device reports them.
    public func subscribe() -> DeviceEvents<EventReport> { DeviceEvents(origin: origin) { $0 } }

    private func trait(of cluster: UInt32) -> TraitLayout? {
        origin?.part.traits.first { $0.cluster.id == cluster }
    }
}

extension DeviceType {
    /// The events of the part; those of a device only, since the part of a group has none.
    public var events: EventController { EventController(origin: traits.origin) }
}

/// Events of a part of a device, from the moment it is read on; never fails.
///
/// While nobody reads on, 256 events wait; further ones are lost. It ends with its task, or when the device is gone
/// from the home. An event that has not the fields which the model demands is left out.
public struct DeviceEvents<Element: Sendable>: AsyncSequence, Sendable {
    /// A home in this process does not fail.
    public typealias Failure = Never

    let origin: TraitCollection.Origin?
    let decode: @Sendable (EventReport) -> Element?

    private static var waiting: Int { 256 }

    /// Begins to listen.
    public func makeAsyncIterator() -> AsyncIterator {
        let (wakes, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let watcher = origin.map { origin in
            origin.controller.context.store.watch(
                slots: 0..<0, events: Self.waiting, of: origin.controller.device.index
            ) { continuation.yield() }
        }
        return AsyncIterator(origin: origin, decode: decode, watcher: watcher, wakes: wakes.makeAsyncIterator())
    }

    /// Gives one event after another.
    public struct AsyncIterator: AsyncIteratorProtocol {
        let origin: TraitCollection.Origin?
        let decode: @Sendable (EventReport) -> Element?
        let watcher: Watcher?
        var wakes: AsyncStream<Void>.AsyncIterator
        var waiting: [Element] = []

        /// The next event; `nil` at the end.
        public mutating func next() async -> Element? { await next(isolation: #isolation) }

        /// The next event; `nil` at the end.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
            guard let origin, let watcher else { return nil }
            while waiting.isEmpty, !Task.isCancelled {
                var observations: [Observation] = []
                watcher.drain(into: &observations)
                waiting = observations.compactMap { observation in
                    guard case .event(let report) = observation, report.endpoint == origin.part.endpoint else {
                        return nil
                    }
                    return decode(report)
                }.reversed()
                guard waiting.isEmpty else { break }
                guard origin.controller.isInHome, await wakes.next(isolation: actor) != nil else { return nil }
            }
            return waiting.popLast()
        }
    }
}

@available(*, unavailable)
extension DeviceEvents.AsyncIterator: Sendable {}
