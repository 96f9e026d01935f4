import MQTT

// How each key of the settings file is read: a line a key.

extension Form where Value == Settings {
    /// The settings file.
    static let settings = mapping(
        Settings(),
        [
            .key("broker", \.broker, .broker),
            .key("topics", \.topics, .topics),
            .key("home", \.home, .home),
            .key("layouts", \.layouts, .layouts),
            .key("commands", \.commands, .commands),
            .key("simulation", \.simulation, .simulation),
            .key("http", \.http, .http),
            .key("log", \.log, .log),
        ])
}

extension Form where Value == Settings.Broker {
    fileprivate static let broker = mapping(
        Settings.Broker(),
        [
            .key("url", \.address, .brokerURL),
            .key("clientId", \.clientID, .clientID),
            .key("username", \.username, .text),
            .key("password", \.password, Form<String>.text.map(Secret.init)),
            .key("passwordFile", \.passwordFile, .path),
            .key("tls", \.tls, .tls),
            .key("protocol", \.version, .choice([("5", .v5), ("3.1.1", .v3_1_1)])),
            .key("keepAlive", \.keepAlive, .wholeSeconds(in: .seconds(5) ... .seconds(65_535))),
        ])
}

extension Form where Value == Settings.TLS {
    fileprivate static let tls = mapping(
        Settings.TLS(),
        [
            .key("ca", \.authority, .path),
            .key("certificate", \.certificate, .path),
            .key("key", \.key, .path),
            .key("verify", \.verifies, .boolean),
        ])
}

extension Form where Value == Settings.Topics {
    fileprivate static let topics = mapping(
        Settings.Topics(),
        [
            .key("base", \.base, .baseTopic),
            .key("segments", \.segments, .choice(of: Settings.Segments.self)),
            .key("qos", \.qos, .integer(in: 0...2)),
            .key("lastReport", \.lastReport, Form<Duration>.duration(in: .seconds(1) ... .seconds(86_400)).orOff),
        ])
}

extension Form where Value == Settings.Home {
    fileprivate static let home = mapping(
        Settings.Home(),
        [
            .key("file", \.file, .path),
            .key("state", \.state, .path),
            .key("structures", \.structures, .list(of: .text("a structure's name or id"))),
        ])
}

extension Form where Value == Settings.Layouts {
    fileprivate static let layouts = mapping(
        Settings.Layouts(),
        [
            .key("homeAssistant", \.homeAssistant, .layout(Settings.Layouts().homeAssistant, prefix: "prefix")),
            .key("homie", \.homie, .layout(Settings.Layouts().homie, prefix: "prefix")),
            .key("zigbee2mqtt", \.zigbee2mqtt, .layout(Settings.Layouts().zigbee2mqtt, prefix: "base")),
            .key("homeKit", \.homeKit, .mapping(Settings.HomeKit(), [.key("enabled", \.isEnabled, .boolean)])),
        ])
}

extension Form where Value == Settings.Layout {
    fileprivate static func layout(_ initial: Settings.Layout, prefix: String) -> Form {
        mapping(initial, [.key("enabled", \.isEnabled, .boolean), .key(prefix, \.prefix, .baseTopic)])
    }
}

extension Form where Value == Settings.Commands {
    fileprivate static let commands = mapping(
        Settings.Commands(),
        [
            .key("allow", \.allow, .list(of: .topicFilter)),
            .key("deny", \.deny, .list(of: .topicFilter)),
            .key("maxPayload", \.maximumPayload, .size(in: 1...(2 << 20))),
            .key("timeout", \.timeout, .duration(in: .milliseconds(100) ... .seconds(3_600))),
            .key("waiting", \.waiting, .integer(in: 1...10_000)),
            .key("rate", \.rate, .number(in: 0...1_000_000)),
        ])
}

extension Form where Value == Settings.Simulation {
    fileprivate static let simulation = mapping(
        Settings.Simulation(),
        [
            .key("seed", \.seed, .integer(in: 0...UInt64.max)),
            .key("speed", \.speed, .number(in: 0.01...1_000)),
        ])
}

extension Form where Value == Settings.HTTP {
    fileprivate static let http = mapping(
        Settings.HTTP(),
        [
            .key(
                "listen", \.listen,
                .scalar("HOST:PORT, such as 127.0.0.1:9883") { text, _ in NetworkAddress(parsing: text) })
        ])
}

extension Form where Value == Settings.Log {
    fileprivate static let log = mapping(
        Settings.Log(),
        [
            .key("level", \.level, .choice(of: Settings.LogLevel.self)),
            .key("mqtt", \.mqtt, Form<Settings.LogLevel>.choiceOrOff(of: Settings.LogLevel.self)),
        ])
}

// MARK: - Kinds of values that only settings have

extension Form where Value == BrokerAddress {
    /// The broker's URL; faults do not show it, since it may hold a password.
    fileprivate static let brokerURL = Form(expected: "mqtt://HOST:PORT or mqtts://HOST:PORT") {
        (node: YAMLNode, reading: Reading) -> BrokerAddress? in
        let expected = "mqtt://HOST:PORT or mqtts://HOST:PORT"
        guard case .scalar(let text, _) = node.content, !node.isNull else {
            reading.refuse(node, expected: expected)
            return nil
        }
        do throws(ConnectionError) {
            return try BrokerAddress(url: text)
        } catch {
            // The detail says both, what is wrong and, after a semicolon, what would be right.
            let parts = error.detail.split(separator: "; ", maxSplits: 1)
            let remedy = parts.count > 1 ? String(parts[1]) : "write \(expected)"
            reading.faults.add(node.place, "\(reading.subject): \(parts.first ?? "it is no address")", remedy)
            return nil
        }
    }
}

extension Form where Value == String {
    /// An MQTT client id (MQTT 5, section 3.1.3.1: UTF-8 without U+0000).
    fileprivate static let clientID = Form.scalar("a text of 1 to 128 characters without control characters") {
        text, _ in
        let isUsable =
            (1...128).contains(text.unicodeScalars.count)
            && !text.unicodeScalars.contains { $0.properties.generalCategory == .control }
        return isUsable ? text : nil
    }

    /// A path; one in a file counts from that file's directory.
    static let path = Form(expected: "a path") { node, reading in
        guard case .scalar(let text, _) = node.content, !node.isNull, !text.isEmpty, !text.contains("\0") else {
            reading.refuse(node, expected: "a path")
            return nil
        }
        guard case .line(let file, _, _) = node.place, !text.hasPrefix("/"), let end = file.lastIndex(of: "/") else {
            return text
        }
        return String(file[...end]) + text
    }
}

extension Form where Value == Duration {
    /// A time without a fraction of a second.
    fileprivate static func wholeSeconds(in range: ClosedRange<Duration>) -> Form {
        let time = Form.duration(in: range)
        return Form(expected: time.expected) { node, reading in
            guard let value = time.read(node, reading) else { return nil }
            if value.components.attoseconds == 0 { return value }
            reading.refuse(node, expected: "whole seconds, such as 30s")
            return nil
        }
    }
}
