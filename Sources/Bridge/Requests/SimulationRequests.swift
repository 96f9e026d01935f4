import DataModel
import HomeGraph
import ModelReader

/// The requests `simulation/*`: what is done to simulated devices from outside.
struct SimulationRequests: Sendable {
    let outbox: Outbox
    let hub: any Hub

    /// All of them.
    var all: [BridgeRequest] { [report, event, connectivity, fault, reboot, time, commissionable] }

    private func control() throws(HomeError) -> any SimulationControl {
        guard let simulation = hub.simulation else {
            throw HomeError(.unimplemented, "this hub is no simulated one")
        }
        return simulation
    }

    private var finder: ObjectFinder { ObjectFinder(topics: outbox.plan.topics) }

    /// The device, part and trait that a request names.
    private func place(
        _ arguments: RequestArguments
    ) throws(HomeError) -> (device: HomeTopics.Device, part: PartLayout, trait: TraitLayout) {
        let device = try finder.device(try arguments.required("device"))
        let name = try arguments.required("trait")
        let parts = device.record.layout.parts
        if let partName = arguments.text("part") {
            guard let part = parts.first(where: { $0.name == partName }) else {
                throw HomeError(
                    .notFound,
                    "\(device.record.name) has no part '\(partName)'; \(NearestName.hint(for: partName, among: parts.map(\.name)))"
                )
            }
            guard let trait = part.trait(named: name) else { throw lacks(name, device, [part]) }
            return (device, part, trait)
        }
        let having = parts.filter { $0.trait(named: name) != nil }
        guard let part = having.first, let trait = part.trait(named: name) else { throw lacks(name, device, parts) }
        guard having.count == 1 else {
            throw HomeError(
                .invalidArgument,
                "several parts of \(device.record.name) have \(name): say \"part\" (\(having.map(\.name).joined(separator: ", ")))"
            )
        }
        return (device, part, trait)
    }

    private func lacks(_ name: String, _ device: HomeTopics.Device, _ parts: [PartLayout]) -> HomeError {
        let names = parts.flatMap { $0.traits.map(\.cluster.traitName) }.uniqued()
        return HomeError(
            .unimplemented, "\(device.record.name) has no trait '\(name)'; \(NearestName.hint(for: name, among: names))"
        )
    }
}

extension SimulationRequests {
    private var report: BridgeRequest {
        BridgeRequest(
            name: "simulation/report",
            fields: [
                .required("device", .text), .required("trait", .text), .required("attribute", .text),
                .required("value", .value), .optional("part", .text),
            ],
            action: .immediate { arguments throws(HomeError) in
                let place = try self.place(arguments)
                let name = try arguments.required("attribute")
                guard let attribute = place.trait.attribute(named: name) else {
                    throw HomeError(
                        .unimplemented,
                        "\(place.trait.cluster.traitName) here has no attribute '\(name)'; \(NearestName.hint(for: name, among: place.trait.attributes.map(\.name)))"
                    )
                }
                let value = try Codec.value(
                    .json(arguments.value("value") ?? .null, isBareValue: true), of: attribute, limits: { _ in nil })
                try self.control().report(
                    value, attribute: attribute, of: place.trait.cluster, endpoint: place.part.endpoint,
                    device: place.device.record.index)
                return nil
            })
    }

    private var event: BridgeRequest {
        BridgeRequest(
            name: "simulation/event",
            fields: [
                .required("device", .text), .required("trait", .text), .required("event", .text),
                .optional("fields", .value), .optional("part", .text),
            ],
            action: .immediate { arguments throws(HomeError) in
                let place = try self.place(arguments)
                let name = try arguments.required("event")
                guard let event = place.trait.event(named: name) else {
                    throw HomeError(
                        .unimplemented,
                        "\(place.trait.cluster.traitName) here has no event '\(name)'; \(NearestName.hint(for: name, among: place.trait.events.map(\.name)))"
                    )
                }
                let fields = try Codec.fields(arguments.value("fields") ?? .object([]), of: event)
                try self.control().emit(
                    event, fields: fields, of: place.trait.cluster, endpoint: place.part.endpoint,
                    device: place.device.record.index)
                return nil
            })
    }

    private var connectivity: BridgeRequest {
        BridgeRequest(
            name: "simulation/connectivity",
            fields: [.optional("device", .text), .optional("hub", .value), .required("state", .text)],
            action: .immediate { arguments throws(HomeError) in
                let isOnline: Bool
                switch try arguments.required("state") {
                case "online": isOnline = true
                case "offline": isOnline = false
                case let other: throw HomeError(.invalidArgument, "the state is online or offline, not '\(other)'")
                }
                switch (arguments.text("device"), arguments.value("hub")) {
                case (let device?, nil):
                    try self.control().setOnline(isOnline, device: try self.finder.device(device).record.index)
                case (nil, .some): try self.control().setHubOnline(isOnline)
                default: throw HomeError(.invalidArgument, "simulation/connectivity needs either 'device' or 'hub'")
                }
                return nil
            })
    }

    private var fault: BridgeRequest {
        BridgeRequest(
            name: "simulation/fault",
            fields: [
                .required("device", .text), .optional("errorRate", .number), .optional("error", .text),
                .optional("latency", .value), .optional("reportDelay", .value), .optional("rebootInterval", .value),
            ],
            action: .immediate { arguments throws(HomeError) in
                let device = try self.finder.device(try arguments.required("device"))
                var fault = SimulatedFault()
                if let rate = arguments.number("errorRate") {
                    guard (0...1).contains(rate) else {
                        throw HomeError(.outOfRange, "errorRate is a share from 0 to 1, not \(rate)")
                    }
                    fault.errorRate = rate
                }
                fault.error = try Self.code("error", arguments)
                fault.latency = try Self.duration("latency", arguments)
                fault.reportDelay = try Self.duration("reportDelay", arguments)
                fault.rebootInterval = try Self.duration("rebootInterval", arguments, in: 0...86_400)
                try self.control().setFault(fault, device: device.record.index)
                return nil
            })
    }

    private var reboot: BridgeRequest {
        BridgeRequest(
            name: "simulation/reboot", fields: [.required("device", .text)],
            action: .immediate { arguments throws(HomeError) in
                let device = try self.finder.device(try arguments.required("device"))
                try self.control().reboot(device.record.index)
                return nil
            })
    }

    private var time: BridgeRequest {
        BridgeRequest(
            name: "simulation/time", fields: [.required("speed", .number)],
            action: .immediate { arguments throws(HomeError) in
                try self.control().setSpeed(arguments.number("speed") ?? 1)
                return nil
            })
    }

    private var commissionable: BridgeRequest {
        BridgeRequest(
            name: "simulation/commissionable",
            fields: [
                .required("structure", .text), .required("payload", .text), .required("device", .value),
                .optional("bridged", .value), .optional("window", .value), .optional("failAt", .text),
                .optional("error", .text),
            ],
            action: .immediate { arguments throws(HomeError) in
                var device = CommissionableDevice(
                    structureID: try self.finder.structure(try arguments.required("structure")).id,
                    code: try arguments.required("payload"), device: Self.text(arguments.value("device") ?? .null))
                switch arguments.value("bridged") {
                case nil, .null: break
                case .array(let bridged): device.bridged = bridged.map(Self.text)
                default: throw HomeError(.invalidArgument, "bridged is a list of devices, each as in the home file")
                }
                if let window = try Self.duration("window", arguments, in: 1...86_400) { device.window = window }
                if let name = arguments.text("failAt") {
                    guard let step = CommissioningStep(rawValue: name) else {
                        throw HomeError(
                            .invalidArgument,
                            "there is no step '\(name)'; \(NearestName.hint(for: name, among: CommissioningStep.allCases.map(\.rawValue)))"
                        )
                    }
                    device.failingStep = step
                }
                device.error = try Self.code("error", arguments)
                try self.control().setCommissionable(device)
                return nil
            })
    }

    private static func text(_ json: JSONValue) -> String { String(decoding: json.text, as: UTF8.self) }

    /// A code of errors.
    private static func code(_ name: String, _ arguments: RequestArguments) throws(HomeError) -> HomeError.Code? {
        guard let text = arguments.text(name) else { return nil }
        guard let code = HomeError.Code(name: text) else {
            throw HomeError(
                .invalidArgument,
                "there is no error '\(text)'; \(NearestName.hint(for: text, among: HomeError.Code.allCases.map(\.name)))"
            )
        }
        return code
    }

    /// A number of seconds, or a number with a unit as in the home file: `20ms`, `2s`, `1m`.
    private static func duration(
        _ name: String, _ arguments: RequestArguments, in range: ClosedRange<Double> = 0...3600
    ) throws(HomeError) -> Duration? {
        guard let value = arguments.value(name) else { return nil }
        let seconds: Double? =
            if let number = Codec.number(value) {
                number
            } else if case .string(let text) = value { DurationText.seconds(text) } else { nil }
        guard let seconds else {
            throw HomeError(.invalidArgument, "\(name) is a number of seconds, or a text such as 20ms or 2s")
        }
        guard range.contains(seconds) else {
            throw HomeError(
                .outOfRange, "\(name) is \(Int(range.lowerBound)) to \(Int(range.upperBound)) s, not \(seconds)")
        }
        return .milliseconds(Int64(seconds * 1000))
    }
}

/// Durations as people write them.
enum DurationText {
    private static let units: [(suffix: String, seconds: Double)] = [("ms", 0.001), ("s", 1), ("m", 60), ("h", 3600)]

    /// How many seconds `20ms`, `2s`, `1m` or `1h` are.
    static func seconds(_ text: String) -> Double? {
        for unit in units where text.hasSuffix(unit.suffix) {
            if let number = Double(text.dropLast(unit.suffix.count)), number.isFinite { return number * unit.seconds }
        }
        return nil
    }
}
