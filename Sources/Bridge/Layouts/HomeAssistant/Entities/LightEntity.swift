import Conversions
import DataModel
import HomeGraph

/// A light with brightness, colours, effects and transitions: Home Assistant's schema `json`.
///
/// Source: Home Assistant's MQTT light, JSON schema.
enum LightEntity {
    static let kind = EntityKind(
        bind: { target in target.quantities.flatMap(Light.init).map(\.document) },
        together: EntityKind.Together(quantities: Light.read) { value in
            .object(Light.state(hasColors: true, hasEffects: false, value))
        })

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
        guard let effect = target.quantity(.lightEffect), effect.conversion.isSettable else { return nil }
        return .array(effect.conversion.choices.map { .string(Light.word(of: $0)) })
    }
}

/// What a part has of a light.
private struct Light: Sendable {
    /// What a light says.
    static let read: [Quantity] = [
        .onOff, .level, .colorMode, .colorTemperature, .hueSaturation, .colorXY, .lightEffect,
    ]
    /// What it is told beside that.
    private static let told: [Quantity] = [.storedLevel, .onLevel, .identifyTime]

    private let power: PartQuantity
    private let quantities: [Quantity: PartQuantity]

    /// Finds the light of a part; `nil` where it cannot be switched.
    init?(_ part: QuantityPart) {
        guard let power = part.bind(.onOff), power.conversion.isSettable else { return nil }
        self.power = power
        quantities = Dictionary(
            (Self.read + Self.told).compactMap { quantity in part.bind(quantity).map { (quantity, $0) } },
            uniquingKeysWith: { first, _ in first })
    }

    private subscript(quantity: Quantity) -> PartQuantity? { quantities[quantity] }

    var document: EntityDocument {
        let hasColors = self[.colorMode] != nil
        let hasEffects = self[.lightEffect]?.conversion.isSettable == true
        return EntityDocument(
            offsets: Self.read.flatMap { self[$0]?.offsets ?? [] }.uniqued(),
            order: .values { payload throws(HomeError) in try steps(try payload.object()) }
        ) { read in
            .object(Self.state(hasColors: hasColors, hasEffects: hasEffects) { self[$0]?.value(read) })
        }
    }

    // MARK: - What it says

    /// What a light, or a group of them, says of the values that there are.
    static func state(hasColors: Bool, hasEffects: Bool, _ value: (Quantity) -> PeoplesValue?) -> [JSONMember] {
        var members = [JSONMember("state", .null)]
        if case .flag(let isOn)? = value(.onOff) { members = [JSONMember("state", .string(isOn ? "ON" : "OFF"))] }
        if case .number(let level)? = value(.level) {
            if level > 0 { members.append(JSONMember("brightness", ComponentTarget.number(level))) }
            if !hasColors { members.append(JSONMember("color_mode", .string("brightness"))) }
        }
        members += color(value)
        if hasEffects { members.append(JSONMember("effect", .string(word(of: value(.lightEffect)?.choice ?? .off)))) }
        return members
    }

    /// Colours count only with a mode, and the mode only with its colours.
    private static func color(_ value: (Quantity) -> PeoplesValue?) -> [JSONMember] {
        switch value(.colorMode)?.choice {
        case .hueSaturation?: pair("hs", "h", "s", value(.hueSaturation))
        case .xy?: pair("xy", "x", "y", value(.colorXY))
        case .colorTemperature?:
            if case .number(let mireds)? = value(.colorTemperature) {
                [
                    JSONMember("color_mode", .string("color_temp")),
                    JSONMember("color_temp", ComponentTarget.number(mireds)),
                ]
            } else {
                []
            }
        default: []
        }
    }

    private static func pair(_ mode: String, _ first: String, _ second: String, _ value: PeoplesValue?) -> [JSONMember]
    {
        guard case .pair(let one, let other)? = value else { return [] }
        let color = [
            JSONMember(first, ComponentTarget.number(one)), JSONMember(second, ComponentTarget.number(other)),
        ]
        return [JSONMember("color_mode", .string(mode)), JSONMember("color", .object(color))]
    }

    /// What Home Assistant calls an effect.
    static func word(of effect: Choice) -> String { effect == .colorLoop ? "colorloop" : effect.rawValue }

    // MARK: - What is sent to it

    private func steps(_ members: EntityMembers) throws(HomeError) -> ValueOrder.Steps {
        switch try members.text("state") {
        // The level from before is kept that way; fading out would leave the least.
        case "OFF": return power.steps(for: .flag(false), of: "state")
        case "ON": break
        default: throw HomeError(.invalidArgument, "state is ON or OFF")
        }
        if let seconds = try members.number("flash", in: 0...65535) {
            guard let flash = self[.identifyTime] else {
                throw HomeError(.unimplemented, "the light cannot show which one it is")
            }
            return flash.steps(for: .number(max(1, seconds.rounded())), of: "flash")
        }
        let transition = try members.number("transition", in: 0...6553)
        let brightness = try members.number("brightness", in: 0...254)
        var all: [ValueOrder.Steps] = []
        if let level = self[.level], level.conversion.isSettable {
            all.append(
                brightness.map {
                    level.steps(for: .number($0.rounded()), of: "brightness", transition: transition)
                } ?? faded(level, transition))
        } else {
            all.append(power.steps(for: .flag(true), of: "state"))
        }
        if let color = try color(members, transition) { all.append(color) }
        if let effect = try effect(members) { all.append(effect) }
        return ValueOrder.sequence(all)
    }

    /// Turned on at the level from before: within a time where one is asked for, from the least on.
    private func faded(_ level: PartQuantity, _ transition: Double?) -> ValueOrder.Steps {
        let on = power.steps(for: .flag(true), of: "state")
        guard let transition, transition > 0, let stored = self[.storedLevel] else { return on }
        let (power, first) = (power, self[.onLevel])
        return { read throws(HomeError) in
            guard power.conversion.value(read) == .flag(false),
                case .number(let goal)? = first?.conversion.value(read) ?? level.conversion.value(read)
            else { return try on(read) }
            return try stored.steps(for: .number(0), of: "brightness")(read)
                + level.steps(for: .number(max(1, goal)), of: "brightness", transition: transition)(read)
        }
    }

    /// Of a group only some may have colours: those that have none are turned on.
    private func color(_ members: EntityMembers, _ transition: Double?) throws(HomeError) -> ValueOrder.Steps? {
        if let mireds = try members.number("color_temp", in: 1...65279) {
            return self[.colorTemperature]?.steps(
                for: .number(mireds.rounded()), of: "color_temp", transition: transition)
        }
        guard let color = try members.object("color") else { return nil }
        if let h = try color.number("h", in: 0...360), let s = try color.number("s", in: 0...100) {
            return self[.hueSaturation]?.steps(for: .pair(h, s), of: "color", transition: transition)
        }
        if let x = try color.number("x", in: 0...1), let y = try color.number("y", in: 0...1) {
            return self[.colorXY]?.steps(for: .pair(x, y), of: "color", transition: transition)
        }
        throw HomeError(.invalidArgument, "color has h and s, or x and y")
    }

    private func effect(_ members: EntityMembers) throws(HomeError) -> ValueOrder.Steps? {
        guard let name = try members.text("effect") else { return nil }
        let choices = self[.lightEffect]?.conversion.choices ?? []
        guard let effect = self[.lightEffect], let choice = choices.first(where: { Self.word(of: $0) == name }) else {
            throw HomeError(
                .invalidArgument,
                "there is no effect '\(name)'; \(NearestName.hint(for: name, among: choices.map(Self.word)))")
        }
        return effect.steps(for: .choice(choice), of: "effect")
    }
}
