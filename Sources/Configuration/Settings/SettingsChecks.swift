import MQTT

/// What no single key shows: which of two sources of a password holds, and which settings exclude each other.
struct SettingsChecks {
    /// The settings as they were written, for the places of faults.
    let root: YAMLNode
    let files: ConfigurationFiles
    let faults: FaultList

    /// The settings with the user and password that hold, all combinations checked.
    func settle(_ settings: Settings) -> Settings {
        var settings = settings
        settle(&settings.broker)
        checkTLS(settings.broker)
        checkTopics(settings)
        return settings
    }

    // MARK: - User and password

    private func settle(_ broker: inout Settings.Broker) {
        let url = place(["broker", "url"])
        if let user = broker.address.userName {
            let own = place(["broker", "username"])
            if wins(url, over: own, "the URL in broker.url and broker.username both name a user") {
                broker.username = user.isEmpty ? nil : user
            }
        }
        let password = place(["broker", "password"])
        let file = place(["broker", "passwordFile"])
        if file != nil, wins(file, over: password, "broker.password and broker.passwordFile are both set"),
            let path = broker.passwordFile, let file
        {
            broker.password = readPassword(path, at: file)
        }
        let strongest = [password, file].compactMap(\.self).max { $0.rank < $1.rank }
        if let own = broker.address.password,
            wins(url, over: strongest, "the URL in broker.url holds a password, and another one is set")
        {
            broker.password = Secret(own)
        }
        broker.address.userName = nil
        broker.address.password = nil
        if broker.password != nil, broker.username == nil {
            faults.add(
                strongest ?? url ?? root.place, "there is a password, but no user", "write username: … under broker")
        }
    }

    /// Whether what one place says holds against another; two of the same rank are a fault.
    private func wins(_ place: ConfigurationPlace?, over other: ConfigurationPlace?, _ problem: String) -> Bool {
        guard let other, let place else { return place != nil }
        if place.rank == other.rank { faults.add(other, problem, "keep one of the two") }
        return place.rank > other.rank
    }

    private func readPassword(_ path: String, at place: ConfigurationPlace) -> Secret? {
        do {
            let bytes = try files.read(path)
            guard var text = String(validating: bytes, as: UTF8.self) else {
                faults.add(place, "the password file \(path) is not UTF-8", "save it as UTF-8")
                return nil
            }
            if text.last?.isNewline == true { text.removeLast() }
            guard !text.isEmpty else {
                faults.add(place, "the password file \(path) is empty", "write the password into it, as one line")
                return nil
            }
            return Secret(text)
        } catch {
            faults.add(
                place, "the password file \(path) cannot be read: \(error.reason)",
                "name a file that this user may read")
            return nil
        }
    }

    // MARK: - TLS

    private func checkTLS(_ broker: Settings.Broker) {
        guard let place = place(["broker", "tls"]) else { return }
        if !broker.address.usesTLS, broker.tls != Settings.TLS() {
            faults.add(
                place, "broker.tls is set, but the URL is \(broker.address)",
                "write mqtts:// in broker.url, or leave tls out")
        }
        if (broker.tls.certificate == nil) != (broker.tls.key == nil) {
            let (has, lacks) = broker.tls.key == nil ? ("certificate", "key") : ("key", "certificate")
            faults.add(place, "broker.tls has a \(has) without a \(lacks)", "write \(lacks): … too")
        }
    }

    // MARK: - Topics

    private func checkTopics(_ settings: Settings) {
        let base = settings.topics.base
        let basePlace = place(["topics", "base"])
        let layouts = settings.layouts
        let own: [(name: String, key: String, layout: Settings.Layout)] = [
            ("homeAssistant", "prefix", layouts.homeAssistant), ("homie", "prefix", layouts.homie),
            ("zigbee2mqtt", "base", layouts.zigbee2mqtt),
        ]
        var before: [(name: String, prefix: String)] = []
        for (name, key, layout) in own where layout.isEnabled {
            let name = "layouts.\(name).\(key)"
            let where_ = place(name.split(separator: ".").map(String.init)) ?? basePlace ?? root.place
            let taken = [("topics.base", base)] + before
            for (other, topic) in taken
            where TopicRules.topic(layout.prefix, isUnder: topic) || TopicRules.topic(topic, isUnder: layout.prefix) {
                faults.add(
                    where_, "\(name) is \"\(layout.prefix)\", and \(other) is \"\(topic)\"",
                    "write topics of which neither is the other one or stands under it")
            }
            before.append((name, layout.prefix))
        }
    }

    private func place(_ path: [String]) -> ConfigurationPlace? {
        root.find(path).flatMap { $0.isNull ? nil : $0.place }
    }
}
