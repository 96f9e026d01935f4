import DataModel
import Testing

@Suite struct NearestNameTests {
    @Test(arguments: [
        ("ulr", "url"), ("URL", "url"), ("clientID", "clientId"), ("keepalive", "keepAlive"), ("passwrod", "password"),
        ("usernames", "username"), ("client", "clientId"), ("q", nil), ("", nil), ("zzz", nil),
    ])
    func `a slip of the pen finds its name`(given: String, near: String?) {
        let names = ["url", "clientId", "username", "password", "passwordFile", "keepAlive", "qos"]
        #expect(NearestName.nearest(to: given, among: names) == near)
    }

    @Test func `without a near name the possible ones are listed, not too many`() {
        #expect(NearestName.advice(for: "x", among: ["a", "b", "c"]) == "write a, b or c")
        #expect(NearestName.advice(for: "x", among: ["a"]) == "write \"a\"")
        #expect(NearestName.advice(for: "x", among: []) == "leave it out")
        #expect(NearestName.advice(for: "x", among: ["", "a"]) == "write \"a\"")
        let many = (1...20).map { "name\($0)" }
        #expect(NearestName.advice(for: "x", among: many).hasSuffix("name12, …"))
    }

    @Test func `a name of any length costs little`() {
        let long = String(repeating: "a", count: 1_000_000)
        #expect(NearestName.nearest(to: long, among: ["url"]) == nil)
    }

    @Test func `of any number of names few are compared`() {
        let many = (0..<100_000).map { "Lamp \($0)" } + ["kettle"]
        #expect(NearestName.nearest(to: "ketle", among: many) == "kettle")
        #expect(NearestName.hint(for: "kettles", among: many) == "did you mean kettle?")
        #expect(NearestName.hint(for: "x", among: many) == "there are 100001")
    }

    @Test(arguments: [
        ("lamp-9000x", "lamp-9000"), ("Lamp-9000 ", "lamp-9000"), ("lamp-90000", "lamp-9000"), ("Lamp-1", "lamp-1"),
        ("lmap-9000", nil), ("xamp-9000", nil), ("lamp-", nil), ("kitchen", nil),
    ])
    func `of any number of names the right one is meant, or none`(given: String, near: String?) {
        #expect(NearestName.nearest(to: given, among: (1...9000).map { "lamp-\($0)" }) == near)
    }
}
