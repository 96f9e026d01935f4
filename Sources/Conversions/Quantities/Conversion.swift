/// All that there is to know about a quantity: its unit and range, how it is read, and how it is set.
public struct Conversion: Sendable {
    /// Bounds that the device itself gives, as raw numbers on a line.
    public struct Limits: Sendable {
        /// The lower bounds; the highest counts.
        public let lower: [AttributeID]
        /// The upper bounds; the lowest counts.
        public let upper: [AttributeID]
        /// The line that they are on.
        public let line: Linear

        /// Describes bounds.
        public init(lower: [AttributeID], upper: [AttributeID], line: Linear) {
            self.lower = lower
            self.upper = upper
            self.line = line
        }
    }

    /// `nil` for a quantity without a unit.
    public let unit: Unit?
    /// What any device can be set to at most; `nil` where it is no number.
    public let range: ClosedRange<Double>?
    /// The bounds of the device at hand, within the range.
    public let limits: Limits?
    /// `nil` for what can only be set.
    public let reading: Reading?
    /// `nil` for what can only be read.
    public let setting: Setting?
    /// What happens on a device that makes the value, instead of a reading.
    public let events: [EventCase]

    /// Describes a conversion.
    public init(
        unit: Unit? = nil, range: ClosedRange<Double>? = nil, limits: Limits? = nil, reading: Reading? = nil,
        setting: Setting? = nil, events: [EventCase] = []
    ) {
        self.unit = unit
        self.range = range
        self.limits = limits
        self.reading = reading
        self.setting = setting
        self.events = events
    }
}

/// An event of a device, and what it means to people.
public struct EventCase: Sendable {
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
