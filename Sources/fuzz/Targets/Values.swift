import DataModel
import ModelReader

extension FuzzTarget {
    /// JSON: what was read is written and read again as the same.
    static let json = FuzzTarget(
        "json",
        seeds: [
            #"{"a":[1,-2.5e3,"\u00e9\ud83d\ude00",null,true,{"b":{}}],"$id":18446744073709551615}"#, "[[[]]]", "-0",
            #""\u0000""#,
            " 1e999 ",
        ]
    ) { input in
        guard let value = try? JSONValue(parsing: input) else { return }
        let text = value.text
        let again = held(
            try? JSONValue(parsing: text), "what was written is not read: \(String(decoding: text, as: UTF8.self))")
        hold(again.text == text, "it is read otherwise: \(String(decoding: text, as: UTF8.self))")
    }

    /// A value of the model: which one, in two octets, then the payload.
    static let values = FuzzTarget(
        "values",
        seeds: {
            let payloads = [
                "true", "127", "-3.5", "\"a\"", "[\"heat\"]", "00ff", "null", #"{"lift":"opening"}"#, "[{\"a\":1}]",
                "on",
            ]
            return numbered(payloads, of: descriptors.count)
        }
    ) {
        { input in
            guard let (number, payload) = split(input) else { return }
            let descriptor = descriptors[number % descriptors.count]
            guard let value = try? descriptor.readText(payload) else { return }
            let text = descriptor.text(of: value)
            let again = held(try? descriptor.readText(Array(text.utf8)), "\(descriptor): \(text) is not read")
            hold(descriptor.text(of: again) == text, "\(descriptor): \(text) is read otherwise")
        }
    }

    /// The arguments of a command: which one, in two octets, then the payload.
    static let arguments = FuzzTarget(
        "arguments",
        seeds: {
            let payloads = [
                #"{"level":200,"transitionTime":20,"$id":7}"#, "[1,2,3]", "{}", "", "127", #"{"$value":"a"}"#,
                #"{"credential":{"credentialType":"pin","credentialIndex":1},"credentialData":"1234"}"#,
            ]
            return numbered(payloads, of: commands.count)
        }
    ) {
        { input in
            guard let (number, payload) = split(input) else { return }
            let command = commands[number % commands.count]
            guard let values = try? CommandArguments.read(payload, for: command).values else { return }
            var writer = JSONWriter()
            command.fields.writeJSON(values, into: &writer, withSecrets: true)
            let again = held(
                try? CommandArguments.read(writer.bytes, for: command).values,
                "\(command.name): \(String(decoding: writer.bytes, as: UTF8.self)) is not read")
            var second = JSONWriter()
            command.fields.writeJSON(again, into: &second, withSecrets: true)
            hold(second.bytes == writer.bytes, "\(command.name) is read otherwise")
        }
    }

    private static let commands = ModelCatalog.standard.clusters.flatMap(\.commands)
    private static let descriptors =
        ModelCatalog.standard.clusters.flatMap { $0.attributes.map(\.value) }
        + commands.flatMap { $0.fields.map(\.value) }

    /// The number in the first two octets, and what follows them.
    private static func split(_ input: [UInt8]) -> (Int, [UInt8])? {
        guard input.count >= 2 else { return nil }
        return (Int(input[0]) << 8 | Int(input[1]), Array(input.dropFirst(2)))
    }

    /// Each payload for some numbers, so that each kind of value is met.
    private static func numbered(_ payloads: [String], of count: Int) -> [[UInt8]] {
        payloads.flatMap { payload in
            stride(from: 0, to: count, by: max(1, count / 40)).map { number in
                [UInt8(truncatingIfNeeded: number >> 8), UInt8(truncatingIfNeeded: number)] + Array(payload.utf8)
            }
        }
    }
}
