import DataModel
import HomeGraph
import MQTT

/// The requests `bridge/*`: what is published read, published again, and how the bridge is.
struct BridgeRequests: Sendable {
    let outbox: Outbox
    let home: Home
    let configuration: BridgeConfiguration
    let time: any TimeSource
    let started: Duration
    let log: BridgeLog

    /// All of them.
    var all: [BridgeRequest] { [read, health, refresh, logLevel] }

    private var snapshot: OutputSnapshot {
        OutputSnapshot(
            plan: outbox.plan, status: outbox.status, store: home.store, configuration: configuration,
            memories: outbox.memories)
    }

    private func root(_ arguments: RequestArguments) throws(HomeError) -> String? {
        guard let object = arguments.text("object") else { return nil }
        return try ObjectFinder(topics: outbox.plan.topics).root(object)
    }
}

extension BridgeRequests {
    private var read: BridgeRequest {
        BridgeRequest(
            name: "bridge/read",
            fields: [.optional("object", .text), .optional("page", .number), .optional("fresh", .bool)],
            action: .lasting { arguments, deadline throws(HomeError) in
                let root = try self.root(arguments)
                let page = Int(exactly: arguments.number("page") ?? 0) ?? -1
                guard page >= 0 else {
                    throw HomeError(.invalidArgument, "page is what the answer before called 'next'")
                }
                return { () async throws(HomeError) in
                    if arguments.bool("fresh") == true { try await self.freshen(root, by: deadline) }
                    return try self.values(root: root, page: page)
                }
            })
    }

    /// One page of what is published under a topic.
    private func values(root: String?, page: Int) throws(HomeError) -> BridgeRequest.Result {
        let values = snapshot.page(root: root, from: page, size: configuration.limits.pageSize)
        guard !values.topics.isEmpty || root == nil || page > 0 else {
            throw HomeError(.notFound, "nothing is published under '\(root ?? "")'")
        }
        return { writer in
            writer.beginObject()
            writer.key("values")
            writer.beginObject()
            for (topic, payload) in values.topics { writer.member(topic, payload) }
            writer.endObject()
            if let next = values.next { writer.member("next", next) }
            writer.endObject()
        }
    }

    /// Asks the devices under a topic for all their values, and leaves time to answer.
    ///
    /// What does not answer keeps the values that are known; only where one device is meant, that is an error.
    private func freshen(_ root: String?, by deadline: Duration) async throws(HomeError) {
        let devices = outbox.plan.topics.devices
        let single = devices.first { device in
            device.roots.contains { root == $0 || root?.hasPrefix("\($0)/") == true }
        }
        let asked =
            single.map { [$0.record] }
            ?? devices.filter { device in
                home.store.connectivity(of: device.record).isReachable
                    && (root.map { root in device.roots.contains { $0.hasPrefix("\(root)/") } } ?? true)
            }.map(\.record)
        let now = time.uptime
        let errors = await FreshValues.ask(
            asked, through: home.hub, until: now + (deadline - now) * 9 / 10, time: time)
        if let single, let error = errors[single.record.index] { throw error }
    }

    private var health: BridgeRequest {
        BridgeRequest(
            name: "bridge/health", fields: [],
            action: .immediate { _ throws(HomeError) in
                let plan = self.outbox.plan
                let status = self.outbox.status
                let uptime = (self.time.uptime - self.started) / .milliseconds(1)
                let hubOnline = self.home.store.isHubOnline
                let waiting = self.home.dispatcher.count
                return { writer in
                    writer.beginObject()
                    writer.member("uptime", Double(Int64(uptime)) / 1000)
                    writer.member("connected", status.isConnected)
                    writer.key("hub")
                    writer.beginObject()
                    writer.member("online", hubOnline)
                    writer.endObject()
                    writer.member("devices", plan.topics.devices.count)
                    writer.member("retainedTopics", plan.retainedTopics)
                    writer.member("waiting", waiting)
                    writer.member("dropped", status.dropped)
                    writer.endObject()
                }
            })
    }

    private var refresh: BridgeRequest {
        BridgeRequest(
            name: "bridge/refresh", fields: [.optional("object", .text)],
            action: .immediate { arguments throws(HomeError) in
                let root = try self.root(arguments)
                self.outbox.refresh(under: root) { self.snapshot.selection(root: root) }
                return nil
            })
    }

    private var logLevel: BridgeRequest {
        BridgeRequest(
            name: "bridge/log-level", fields: [.optional("level", .text), .optional("mqtt", .text)],
            action: .immediate { arguments throws(HomeError) in
                var levels = self.log.levels
                if let name = arguments.text("level") { levels.sink = try Self.level(name) }
                if let name = arguments.text("mqtt") { levels.mqtt = name == "off" ? nil : try Self.level(name) }
                self.log.levels = levels
                let current = levels
                return { writer in
                    writer.beginObject()
                    writer.member("level", current.sink.rawValue)
                    writer.member("mqtt", current.mqtt?.rawValue ?? "off")
                    writer.endObject()
                }
            })
    }

    private static func level(_ name: String) throws(HomeError) -> LogLevel {
        guard let level = LogLevel(rawValue: name) else {
            throw HomeError(
                .invalidArgument,
                "there is no level '\(name)'; \(NearestName.hint(for: name, among: LogLevel.allCases.map(\.rawValue)))")
        }
        return level
    }
}
