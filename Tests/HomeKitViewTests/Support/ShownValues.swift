import Conversions
import DataModel

/// What a device reports, and what HomeKit and its topic show of it: written down apart from the table of conversions.
struct ShownValues: Sendable {
    /// One value of the attribute; `nil` where nothing is shown.
    struct Value: Sendable {
        let raw: DataValue
        let shown: CharacteristicValue?
        /// What stands on the characteristic's topic.
        let text: String
    }

    let services: Set<String>
    let characteristic: String
    /// `TRAIT.ATTRIBUTE`.
    let attribute: String
    /// What other attributes are meanwhile.
    let given: [(attribute: String, raw: DataValue)]
    let values: [Value]

    init(
        _ services: String..., show characteristic: String, of attribute: String,
        given: [(String, DataValue)] = [], _ values: Value...
    ) {
        self.services = Set(services)
        self.characteristic = characteristic
        self.attribute = attribute
        self.given = given.map { (attribute: $0.0, raw: $0.1) }
        self.values = values
    }
}

extension ShownValues.Value {
    static func flag(_ raw: DataValue, _ shown: Bool) -> Self { Self(raw: raw, shown: .bool(shown), text: "\(shown)") }
    static func whole(_ raw: DataValue, _ shown: Int) -> Self { Self(raw: raw, shown: .int(shown), text: "\(shown)") }
    static func number(_ raw: DataValue, _ shown: Double, _ text: String) -> Self {
        Self(raw: raw, shown: .float(shown), text: text)
    }
    static func name(_ raw: DataValue, _ shown: Int, _ text: String) -> Self {
        Self(raw: raw, shown: .int(shown), text: text)
    }
    static func text(_ text: String) -> Self { Self(raw: .string(text), shown: .string(text), text: text) }
    static func nothing(_ raw: DataValue = .null) -> Self { Self(raw: raw, shown: nil, text: "null") }
}

extension ShownValues {
    /// All that devices feed, by what feeds it.
    static let all: [ShownValues] = light + locks + openings + climate + air + sensors + status + operations + others
}
