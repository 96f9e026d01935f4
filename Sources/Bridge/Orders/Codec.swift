import DataModel
import HomeGraph
import ModelReader

enum Codec {
    typealias Limits = @Sendable (String) -> DataValue?
    static func appendText(of value: DataValue, _ descriptor: ValueDescriptor, to payload: inout [UInt8]) {
        payload += Array("\(value)".utf8)
    }
    static func write(_ fields: [UInt32: DataValue], _ descriptors: [FieldDescriptor], to writer: inout JSONWriter) {
        writer.beginObject(); writer.endObject()
    }
    static func parse(_ payload: [UInt8]) throws(HomeError) -> JSONValue { .null }
    static func json(_ value: JSONValue) -> [UInt8] { [] }
    static func number(_ value: JSONValue) -> Double? { if case .number(let n) = value { n } else { nil } }
    static func arguments(
        _ argument: OrderStep.Argument, of command: CommandDescriptor, limits: Limits
    ) throws(HomeError) -> [UInt32: DataValue] { [:] }
    static func value(
        _ argument: OrderStep.Argument, of attribute: AttributeDescriptor, limits: Limits
    ) throws(HomeError) -> DataValue { .null }
    static func fields(
        _ value: JSONValue, _ descriptors: [FieldDescriptor], of owner: String
    ) throws(HomeError) -> [UInt32: DataValue] { [:] }
}
