import MQTT

/// Lines to paste into a shell, made from the topics of the home that is shown.
struct DemoLines {
    private let base: String
    private let broker: String
    private let topics: [String]

    /// Makes lines.
    ///
    /// - Parameters:
    ///   - base: The base topic.
    ///   - address: Where the broker is.
    ///   - topics: The home's topics.
    init(base: String, address: BrokerAddress, topics: [String]) {
        self.base = base
        self.topics = topics
        let host = address.host == "127.0.0.1" ? "" : "-h \(Self.quoted(address.host)) "
        let user = address.userName.map { " -u \(Self.quoted($0)) -P …" } ?? ""
        broker = "\(host)-p \(address.port)\(user)\(address.usesTLS ? " --tls-use-os-certs" : "")"
    }

    /// The lines; the first one shows everything.
    var lines: [String] {
        var lines = ["mosquitto_sub \(broker) -v -t \(Self.quoted("\(base)/#"))"]
        if let light = trait(of: "LevelControl/currentLevel") ?? trait(of: "OnOff/onOff") {
            lines.append(publish("\(light)/OnOff/toggle/invoke", "{}"))
            if topics.contains("\(light)/LevelControl/currentLevel") {
                lines.append(
                    publish("\(light)/LevelControl/moveToLevel/invoke", #"{"level":200,"transitionTime":20}"#))
                lines.append(
                    publish(
                        "\(device(of: light))/invoke", #"{"OnOff.on":{},"LevelControl.moveToLevel":{"level":60}}"#))
            }
        }
        if let lock = trait(of: "DoorLock/lockState") { lines += lockLines(lock) }
        lines.append(request("\(base)/bridge/request/bridge/health"))
        return lines
    }

    /// A lock that takes codes gets one first.
    private func lockLines(_ lock: String) -> [String] {
        var lines = [request("\(lock)/DoorLock/lockDoor/invoke")]
        if topics.contains("\(lock)/DoorLock/numberOfPinUsersSupported") {
            let pin =
                #"{"operationType":"add","credential":{"credentialType":"pin","credentialIndex":1},"credentialData":"1234"}"#
            lines =
                [
                    publish("\(lock)/DoorLock/setCredential/invoke", pin),
                    publish("\(lock)/DoorLock/unlockDoor/invoke", #"{"pinCode":"1234"}"#),
                ] + lines
        }
        return lines
    }

    /// Asks with MQTT 5 and waits for the answer on a topic of its own.
    private func request(_ topic: String) -> String {
        "mosquitto_rr \(broker) -V 5 -W 5 -t \(Self.quoted(topic)) -e reply -m '{}'"
    }

    /// The topic of the part that has an attribute: what stands before `TRAIT/ATTRIBUTE`.
    private func trait(of attribute: String) -> String? {
        topics.first { $0.hasSuffix("/\(attribute)") && $0.dropFirst(base.count).contains("/device/") }
            .map { String($0.dropLast(attribute.count + 1)) }
    }

    /// The device's topic: a part's, without the part.
    private func device(of part: String) -> String {
        part.lastIndex(of: "/").map { String(part[..<$0]) } ?? part
    }

    private func publish(_ topic: String, _ payload: String) -> String {
        "mosquitto_pub \(broker) -t \(Self.quoted(topic)) -m \(Self.quoted(payload))"
    }

    /// The text as a word of a shell.
    private static func quoted(_ text: String) -> String {
        "'\(text.replacing("'", with: #"'\''"#))'"
    }
}
