import Conversions
import DataModel

/// What Home Assistant discovers of a part: the whole table.
///
/// Source: Home Assistant's MQTT integration for keys and states, the Matter Application Cluster Specification for what
/// attributes and commands mean.
enum ComponentRules {
    /// All rows; the components of a part stand in this order.
    static let all: [ComponentRule] = [
        lights, switches, covers, locks, climate, household, fans, valves, measurements, alarms, electricity, batteries,
        media, appliances, presses, buttons, settings,
    ].flatMap(\.self)
}

// MARK: - Shorthand of the tables

extension ComponentRule.Field {
    typealias Value = ComponentRule.Value

    static func text(_ key: String, _ text: String) -> Self { Self(key, .text(text)) }
    static func option(_ fields: [Self]) -> Self { Self("", .option(fields)) }
    static func feature(_ codes: [String], _ fields: [Self]) -> Self { Self("", .feature(codes, fields)) }
    static func group(_ fields: [Self]) -> Self { Self("", .group(fields)) }
    static func device(_ fields: [Self]) -> Self { Self("", .device(fields)) }
    static func deviceClass(_ name: String) -> Self { Self("device_class", .text(name)) }
}

extension [ComponentRule.Field] {
    /// The topic of an attribute, and the template for its values.
    static func state(_ attribute: String, _ template: Template) -> Self {
        [Element("state_topic", .state(attribute)), Element("value_template", .template(template))]
    }
}

extension DataValue {
    /// The number that it is, as JSON; `nil` where it is none.
    var jsonNumber: JSONValue? {
        switch self {
        case .int(let number): ComponentTarget.number(Double(number))
        case .uint(let number): ComponentTarget.number(Double(number))
        case .float(let number): number.isFinite ? ComponentTarget.number(number) : nil
        default: nil
        }
    }
}

extension ComponentRule.Value {
    /// An attribute's number as it is now, on the line of a quantity.
    static func number(of attribute: String, as quantity: Quantity) -> Self {
        .live([attribute]) { values in
            guard case .linear(let line)? = quantity.conversion.reading?.scale() else { return nil }
            return values.first.flatMap(line.people).map(ComponentTarget.number)
        }
    }

    /// An attribute's number as it is now.
    static func number(of attribute: String) -> Self { .live([attribute]) { $0.first?.jsonNumber } }
}
