import MQTT
import Testing

struct BrokerAddressTests {
    @Test(arguments: [
        ("mqtt://localhost", BrokerAddress(host: "localhost")),
        ("mqtts://broker.example", BrokerAddress(host: "broker.example", port: 8883, usesTLS: true)),
        ("MQTT://h:1", BrokerAddress(host: "h", port: 1)),
        ("mqtt://h:65535/", BrokerAddress(host: "h", port: 65_535)),
        ("mqtt://[::1]", BrokerAddress(host: "::1")),
        ("mqtt://[fe80::1%25eth0]:2", BrokerAddress(host: "fe80::1%eth0", port: 2)),
        ("mqtt://me@h", BrokerAddress(host: "h", userName: "me")),
        ("mqtt://me:pass@h", BrokerAddress(host: "h", userName: "me", password: "pass")),
        ("mqtt://me:p:a@ss@h:7", BrokerAddress(host: "h", port: 7, userName: "me", password: "p:a@ss")),
        ("mqtt://a%40b:%2F%3f%23%25@h", BrokerAddress(host: "h", userName: "a@b", password: "/?#%")),
        ("mqtt://:p@h", BrokerAddress(host: "h", userName: "", password: "p")),
    ])
    func `URLs are read`(url: String, address: BrokerAddress) throws {
        #expect(try BrokerAddress(url: url) == address)
    }

    @Test(arguments: [
        ("localhost:1883", "mqtt://HOST"), ("http://h", "mqtt or mqtts"), ("mqtt://", "host is missing"),
        ("mqtt://:1883", "host is missing"), ("mqtt://h:0", "1 to 65535"), ("mqtt://h:65536", "1 to 65535"),
        ("mqtt://h:", "1 to 65535"), ("mqtt://h:+5", "1 to 65535"), ("mqtt://h:x", "1 to 65535"),
        ("mqtt://h/base", "no path"), ("mqtt://h?x", "no path"), ("mqtt://::1", "brackets"),
        ("mqtt://[::1", "closing ]"), ("mqtt://[::1]1883", ":PORT"), ("mqtt://a b", "space"),
        ("mqtt://u:p%@h", "%25"), ("mqtt://u:p%zz@h", "%25"), ("mqtt://u:%FF@h", "UTF-8"), ("mqtt://u:%00@h", "UTF-8"),
        ("mqtt://u:se/cret@h", "%2F"), ("", "mqtt://HOST"),
    ])
    func `what is no address is refused, with what would be right`(url: String, hint: String) throws {
        let error = #expect(throws: ConnectionError.self) { try BrokerAddress(url: url) }
        #expect(error?.code == .invalidAddress)
        #expect(error?.description.contains(hint) == true, "\(String(describing: error))")
    }

    @Test func `user name and password never show`() throws {
        let address = try BrokerAddress(url: "mqtts://somebody:topsecret@h")
        var settings = ConnectionSettings(address: address, clientID: "c")
        settings.password = "topsecret"
        settings.userName = "somebody"
        var dumped = ""
        dump(address, to: &dumped)
        dump(settings, to: &dumped)
        for text in ["\(address)", String(reflecting: address), "\(settings)", String(reflecting: settings), dumped] {
            #expect(!text.contains("topsecret") && !text.contains("somebody"), "\(text)")
        }
        #expect("\(address)" == "mqtts://h:8883")
        #expect("\(BrokerAddress(host: "::1"))" == "mqtt://[::1]:1883")
        for url in ["mqtt://u:topsecret@h:x", "u:topsecret@h", "mqtt://u:topsecret@", "mqtt://u:top/secret@h"] {
            let error = #expect(throws: ConnectionError.self) { try BrokerAddress(url: url) }
            #expect(error?.description.contains("secret") == false)
        }
    }
}
