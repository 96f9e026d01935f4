import DataModel
import HomeGraph
import ModelReader

/// How answers are written.
enum AnswerText {
    /// `{"ok":true}`, with what the result closure writes, and the id.
    static func success(id: JSONValue?, result: ((inout JSONWriter) -> Void)? = nil) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("ok", true)
        if let result {
            writer.key("result")
            result(&writer)
        }
        write(id, to: &writer)
        writer.endObject()
        return writer.bytes
    }

    /// `{"ok":false,"error":…}`; for a batch with the step, from 1, and what was done.
    static func failure(_ failure: OrderFailure, isBatch: Bool, id: JSONValue?) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("ok", false)
        write(failure, isBatch: isBatch, to: &writer)
        write(id, to: &writer)
        writer.endObject()
        return writer.bytes
    }

    /// Writes the members that say why an order failed.
    static func write(_ failure: OrderFailure, isBatch: Bool, to writer: inout JSONWriter) {
        writer.key("error")
        writer.beginObject()
        writer.member("code", failure.error.code.name)
        writer.member("message", shortened(failure.error.message))
        writer.endObject()
        if isBatch {
            writer.member("step", failure.step + 1)
            writer.member("done", failure.done)
        }
    }

    /// How many code points of a message are shown: messages repeat what was sent, however long that is.
    private static let longestMessage = 1_000

    private static func shortened(_ message: String) -> String {
        let scalars = message.unicodeScalars
        guard let end = scalars.index(scalars.startIndex, offsetBy: longestMessage, limitedBy: scalars.endIndex),
            end < scalars.endIndex
        else { return message }
        return String(scalars[..<end]) + "…"
    }

    /// The answer to an order that was carried out.
    static func success(_ planned: PlannedOrders, _ results: [[UInt32: DataValue]], id: JSONValue?) -> [UInt8] {
        let fields = planned.members.first?.steps.map(Self.responseFields) ?? []
        if planned.isBatch {
            return success(id: id) { writer in
                writer.beginArray()
                for (number, result) in results.enumerated() {
                    if planned.hasResults, let fields = fields.indices.contains(number) ? fields[number] : nil {
                        Codec.write(result, fields, to: &writer)
                    } else {
                        writer.null()
                    }
                }
                writer.endArray()
            }
        }
        guard planned.hasResults, let fields = fields.first.flatMap({ $0 }), let result = results.first else {
            return success(id: id)
        }
        return success(id: id) { Codec.write(result, fields, to: &$0) }
    }

    /// The fields of the response to a step; `nil` where it has none.
    private static func responseFields(_ step: Order.Step) -> [FieldDescriptor]? {
        guard case .invoke(_, let cluster, let command, _) = step, let name = command.response else { return nil }
        return cluster.responses.first { $0.name == name }?.fields
    }

    private static func write(_ id: JSONValue?, to writer: inout JSONWriter) {
        guard let id else { return }
        writer.key("id")
        writer.value(id)
    }
}
