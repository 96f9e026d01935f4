import Conversions
import DataModel
import HomeGraph
import ModelReader

/// A light with brightness, colours, effects and transitions: Home Assistant's schema `json`.
///
/// Source: Home Assistant's MQTT light, JSON schema.
enum LightEntity {
    static let kind = EntityKind(
        bind: { target in Light(target).map { $0.document } }, together: { together($0) })

    /// How the light's colours can be set, in Home Assistant's words.
    static func colorModes(_ target: ComponentTarget) -> JSONValue {
        guard target.supports(command: "LevelControl/moveToLevelWithOnOff") else {
            return .array([.string("onoff")])
        }
        let modes = [
            ("color_temp", "ColorControl/moveToColorTemperature"), ("hs", "ColorControl/moveToHueAndSaturation"),
            ("xy", "ColorControl/moveToColor"),
        ].filter { target.supports(command: $0.1) }.map { JSONValue.string($0.0) }
        return .array(modes.isEmpty ? [.string("brightness")] : modes)
    }

    /// The light's effects; nothing where it has none.
    static func effects(_ target: ComponentTarget) -> JSONValue? {
        let names = LightEffect.all.filter { target.supports(command: $0.command) }.map(\.name)
        return names.isEmpty ? nil : .array((names + [LightEffect.none]).map { .string($0) })
    }

    /// On where one is on, as bright as those that are on are in the mean, and coloured as the first of them.
    private static func together(_ states: [JSONValue]) -> JSONValue {
        let members = states.compactMap { state -> [JSONMember]? in
            guard case .object(let members) = state else { return nil }
            return members
        }
        let on = members.filter { $0.contains { $0.name == "state" && $0.value == .string("ON") } }
        let shown = on.isEmpty ? members : on
        let levels = shown.compactMap { $0.first { $0.name == "brightness" } }.compactMap { Codec.number($0.value) }
        let state =
            on.isEmpty ? members.first { $0.contains { $0.name == "state" } }?.first?.value ?? .null : .string("ON")
        var together = [JSONMember("state", state)]
        if !levels.isEmpty {
            let mean = (levels.reduce(0, +) / Double(levels.count)).rounded()
            together.append(JSONMember("brightness", ComponentTarget.number(mean)))
        }
        let coloured = shown.first { $0.contains { $0.name == "color_mode" && $0.value != .string("brightness") } }
        return .object(together + (coloured ?? []).filter { ["color_mode", "color", "color_temp"].contains($0.name) })
    }
}

/// What a light does by itself, and the command that begins it.
struct LightEffect: Sendable {
    let name: String
    let command: String
    /// The attribute that says whether it goes on.
    let attribute: String
    let fields: [JSONMember]

    /// The word for no effect.
    static let none = "off"

    /// How long an effect lasts, in seconds, where nobody says it.
    private static let duration = JSONMember("durationSeconds", .int(1800))

    static let all = [
        LightEffect(
            name: "pulse", command: "Google.LightEffects/pulseEffectSet",
            attribute: "Google.LightEffects/pulseEffectSet",
            fields: [JSONMember("durationSeconds", .int(60)), JSONMember("color", .object([]))]),
        LightEffect(
            name: "sleep", command: "Google.LightEffects/sleepEffectSet",
            attribute: "Google.LightEffects/sleepEffectSet",
            fields: [duration]),
        LightEffect(
            name: "wake", command: "Google.LightEffects/wakeEffectSet", attribute: "Google.LightEffects/wakeEffectSet",
            fields: [duration]),
        LightEffect(
            name: "colorloop", command: "ColorControl/colorLoopSet", attribute: "ColorControl/colorLoopActive",
            fields: loop("activateFromEnhancedCurrentHue")),
    ]

    private static func loop(_ action: String) -> [JSONMember] {
        [
            JSONMember("updateFlags", .array(["updateAction", "updateDirection", "updateTime"].map { .string($0) })),
            JSONMember("action", .string(action)), JSONMember("direction", .string("increment")),
            JSONMember("time", .int(60)), JSONMember("startHue", .int(0)),
        ]
    }

    /// What ends it.
    func stop(_ part: String) -> OrderStep {
        command.hasPrefix("ColorControl")
            ? .invoke("colorLoopSet", of: "ColorControl", part: part, Self.loop("deactivate"))
            : .invoke("stopEffect", of: "Google.LightEffects", part: part)
    }

    /// What begins it.
    func start(_ part: String) -> OrderStep {
        let levels = command.split(separator: "/").map(String.init)
        return .invoke(levels[1], of: levels[0], part: part, fields)
    }
}

/// What a part has of a light.
private struct Light: Sendable {
    /// What the device calls its colour modes.
    private static let modes = ["hs", "xy", "color_temp"]
    private static let executeIfOff = JSONValue.array([.string("executeIfOff")])
    private static let tenths = 0.0...6553.4

    let part: String
    let isGroup: Bool
    let hasLevel: Bool
    let onOff: Int?
    let level: Int?
    let mode: Int?
    let mireds: Int?
    let hue: PartQuantity?
    let saturation: PartQuantity?
    let x: PartQuantity?
    let y: PartQuantity?
    let effects: [(effect: LightEffect, offset: Int?)]

    init?(_ target: ComponentTarget) {
        guard target.supports(command: "OnOff/on"), target.supports(command: "OnOff/off") else { return nil }
        part = target.name
        isGroup = target.isGroup
        hasLevel = target.supports(command: "LevelControl/moveToLevelWithOnOff")
        onOff = target.offset(of: "OnOff/onOff")
        level = target.offset(of: "LevelControl/currentLevel")
        mode = target.offset(of: "ColorControl/colorMode")
        mireds = target.offset(of: "ColorControl/colorTemperatureMireds")
        hue = target.quantity(.hue)
        saturation = target.quantity(.saturation)
        x = target.quantity(.colorX)
        y = target.quantity(.colorY)
        effects = LightEffect.all.filter { target.supports(command: $0.command) }.map {
            ($0, target.offset(of: $0.attribute))
        }
    }

    var document: EntityDocument {
        EntityDocument(
            offsets: [onOff, level, mode, mireds].compactMap(\.self) + effects.compactMap(\.offset)
                + [hue, saturation, x, y].flatMap { $0?.offsets ?? [] },
            state: { state($0) },
            steps: { (payload, read) throws(HomeError) in try steps(try payload.object(), read) })
    }

    // MARK: - What it says

    private func state(_ read: EntityDocument.Read) -> JSONValue {
        var members = [JSONMember("state", onOff.map { Self.state(read($0)) } ?? .null)]
        if let level, case .uint(let number) = read(level), number > 0 {
            members.append(JSONMember("brightness", .uint(number)))
        }
        members += color(read)
        if !effects.isEmpty {
            let running = effects.first { _, offset in
                offset.map { [.bool(true), .uint(1)].contains(read($0)) } ?? false
            }
            members.append(JSONMember("effect", .string(running?.effect.name ?? LightEffect.none)))
        }
        return .object(members)
    }

    private static func state(_ value: DataValue) -> JSONValue {
        switch value {
        case .bool(let isOn): .string(isOn ? "ON" : "OFF")
        default: .null
        }
    }

    /// Colours count only with a mode, and the mode only with its colours.
    private func color(_ read: EntityDocument.Read) -> [JSONMember] {
        guard let mode, case .uint(let number) = read(mode), number < UInt64(Self.modes.count) else {
            return level == nil ? [] : [JSONMember("color_mode", .string("brightness"))]
        }
        switch Self.modes[Int(number)] {
        case "hs":
            guard let hue = hue?.number(read), let saturation = saturation?.number(read) else { return [] }
            return Self.color("hs", ("h", hue), ("s", saturation))
        case "xy":
            guard let x = x?.number(read), let y = y?.number(read) else { return [] }
            return Self.color("xy", ("x", x), ("y", y))
        default:
            guard let mireds, case .uint(let number) = read(mireds), number > 0 else { return [] }
            return [JSONMember("color_mode", .string("color_temp")), JSONMember("color_temp", .uint(number))]
        }
    }

    private static func color(_ mode: String, _ numbers: (name: String, value: Double)...) -> [JSONMember] {
        [
            JSONMember("color_mode", .string(mode)),
            JSONMember("color", .object(numbers.map { JSONMember($0.name, ComponentTarget.number($0.value)) })),
        ]
    }

    // MARK: - What is sent to it

    private func steps(_ members: EntityMembers, _ read: EntityDocument.Read) throws(HomeError) -> [OrderStep] {
        switch try members.text("state") {
        // The level from before is kept that way; fading out would leave the least.
        case "OFF": return [.invoke("off", of: "OnOff", part: part)]
        case "ON": break
        default: throw HomeError(.invalidArgument, "state is ON or OFF")
        }
        let seconds = try members.number("transition", in: 0...6553) ?? 0
        let time = JSONValue.int(Int64((seconds * 10).rounded()))
        var steps: [OrderStep] = []
        if hasLevel, let level = try members.number("brightness", in: 0...254) {
            steps.append(
                .invoke(
                    "moveToLevelWithOnOff", of: "LevelControl", part: part,
                    [JSONMember("level", .int(Int64(level.rounded()))), JSONMember("transitionTime", time)]))
            // Members of a group that know no level are turned on at least.
            if isGroup { steps.append(.invoke("on", of: "OnOff", part: part)) }
        } else {
            steps.append(.invoke("on", of: "OnOff", part: part))
        }
        return steps + (try colorSteps(members, time)) + (try effectSteps(members, read))
    }

    private func colorSteps(_ members: EntityMembers, _ time: JSONValue) throws(HomeError) -> [OrderStep] {
        if let mireds = try members.number("color_temp", in: 1...65279) {
            return [
                move(
                    "moveToColorTemperature", [JSONMember("colorTemperatureMireds", .int(Int64(mireds.rounded())))],
                    time)
            ]
        }
        guard let color = try members.object("color") else { return [] }
        if let h = try color.number("h", in: 0...360), let s = try color.number("s", in: 0...100) {
            return [
                move(
                    "moveToHueAndSaturation",
                    [
                        JSONMember("hue", raw(.hue, "currentHue", h)),
                        JSONMember("saturation", raw(.saturation, "currentSaturation", s)),
                    ], time)
            ]
        }
        if let x = try color.number("x", in: 0...1), let y = try color.number("y", in: 0...1) {
            return [
                move(
                    "moveToColor",
                    [
                        JSONMember("colorX", raw(.colorX, "currentX", x)),
                        JSONMember("colorY", raw(.colorY, "currentY", y)),
                    ], time)
            ]
        }
        throw HomeError(.invalidArgument, "color has h and s, or x and y")
    }

    private func move(_ command: String, _ fields: [JSONMember], _ time: JSONValue) -> OrderStep {
        .invoke(
            command, of: "ColorControl", part: part,
            fields + [
                JSONMember("transitionTime", time), JSONMember("optionsMask", Self.executeIfOff),
                JSONMember("optionsOverride", Self.executeIfOff),
            ])
    }

    /// The device's number of one of people's, by the table of conversions.
    private func raw(_ quantity: Quantity, _ attribute: String, _ number: Double) -> JSONValue {
        let cluster = ModelCatalog.standard.cluster(named: "ColorControl")
        let id = cluster.flatMap { cluster in
            cluster.attributes.first { $0.name == attribute }.map { AttributeID(cluster: cluster.id, id: $0.id) }
        }
        guard case .uint(let raw)? = quantity.conversion.reading?.scale(of: id)?.raw(.number(number)) else {
            return .int(Int64(number.rounded()))
        }
        return .uint(raw)
    }

    private func effectSteps(
        _ members: EntityMembers, _ read: EntityDocument.Read
    ) throws(HomeError) -> [OrderStep] {
        guard let name = try members.text("effect") else { return [] }
        if name == LightEffect.none {
            let running = effects.first { _, offset in
                offset.map { [.bool(true), .uint(1)].contains(read($0)) } ?? true
            }
            return [running.map { $0.effect.stop(part) }].compactMap(\.self)
        }
        guard let effect = effects.first(where: { $0.effect.name == name })?.effect else {
            throw HomeError(
                .invalidArgument,
                "there is no effect '\(name)'; \(NearestName.hint(for: name, among: effects.map(\.effect.name)))")
        }
        return [effect.start(part)]
    }
}
