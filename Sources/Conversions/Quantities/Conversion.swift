/// All that there is to know about a quantity: its unit and range, how it is read, and how it is set.
public struct Conversion: Sendable {
    /// `nil` for a quantity without a unit.
    public let unit: Unit?
    /// What any device can be set to at most; `nil` where it is no number.
    public let range: ClosedRange<Double>?
    /// The bounds of the device at hand, within the range.
    public let limits: Limits?
    /// Whether a number beyond range and limits goes to the nearest that there is; else it is refused.
    public let isClamped: Bool
    /// `nil` for what can only be set.
    public let reading: Reading?
    /// `nil` for what can only be read.
    public let setting: Setting?
    /// What happens on a device that makes the value, beside a reading or instead of one.
    public let events: [EventCase]

    /// Describes a conversion.
    public init(
        unit: Unit? = nil, range: ClosedRange<Double>? = nil, limits: Limits? = nil, isClamped: Bool = false,
        reading: Reading? = nil, setting: Setting? = nil, events: [EventCase] = []
    ) {
        self.unit = unit
        self.range = range
        self.limits = limits
        self.isClamped = isClamped
        self.reading = reading
        self.setting = setting
        self.events = events
    }
}

/// An event of a device, and what it means to people.
public struct EventCase: Sendable, Hashable {
    /// The event.
    public let event: EventID
    /// The whole numbers that fields must have, by field number.
    public let fields: [UInt32: UInt64]
    /// What the endpoint must have.
    public let requirement: Requirement?
    /// What it means.
    public let value: Choice

    /// Describes an event.
    public init(
        _ event: EventID, fields: [UInt32: UInt64] = [:], requires requirement: Requirement? = nil, _ value: Choice
    ) {
        self.event = event
        self.fields = fields
        self.requirement = requirement
        self.value = value
    }
}
