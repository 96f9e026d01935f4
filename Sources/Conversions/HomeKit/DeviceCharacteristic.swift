public import DataModel

/// A characteristic of a device's service, with what feeds it.
public struct DeviceCharacteristic: Sendable {
    /// What kind of characteristic it is.
    public let type: CharacteristicType
    /// The part that feeds it; `nil` for the name of the service or accessory, which no part knows.
    public let endpoint: UInt16?
    /// What feeds it; `nil` for the name of the service or accessory.
    public let conversion: BoundConversion?
    /// What can be done with it on this device.
    public let access: CharacteristicType.Access

    /// The number of the cluster that it would be set by, where the part lacks it and it is only read for that.
    public let missingCluster: UInt32?

    init(_ type: CharacteristicType, _ conversion: BoundConversion, on part: EndpointMembers) {
        self.type = type
        endpoint = part.number
        let setter = conversion.quantity.conversion.setting?.cluster
        missingCluster = setter.flatMap { part.clusters[$0] == nil && type.access.contains(.write) ? $0 : nil }
        self.conversion = conversion
        var access = type.access
        if !conversion.isSettable { access.subtract([.write, .authorization]) }
        if !conversion.isReadable && !conversion.isEvent { access.subtract([.read, .notify]) }
        self.access = access
    }

    /// The name of the service or accessory.
    init(_ type: CharacteristicType) {
        self.type = type
        endpoint = nil
        missingCluster = nil
        conversion = nil
        access = type.access.subtracting([.write, .authorization])
    }

    /// Whether events make its value.
    public var isEvent: Bool { conversion?.isEvent == true }

    /// Whether it says what just happened, and then nothing any more, as of a press of a button.
    public var isMomentary: Bool { isEvent && conversion?.isReadable == false }

    /// The attributes that its value follows from.
    public var attributes: [AttributeID] { conversion?.attributes ?? [] }

    /// The value now; `nil` where the device has none, as of what happens and does not stay.
    ///
    /// - Parameter read: The raw value of an attribute of the part; null where it has none.
    /// - Returns: The value as HomeKit has it.
    public func value(_ read: (AttributeID) -> DataValue) -> CharacteristicValue? {
        conversion?.value(read).flatMap { type.value(of: $0) }
    }

    /// The value that an event of the part makes; `nil` where it makes none.
    public func value(of event: EventID, fields: [UInt32: DataValue]) -> CharacteristicValue? {
        conversion?.value(of: event, fields: fields).flatMap { type.value(of: $0) }
    }

    /// The range in which it can be set; `nil` where it is no number.
    ///
    /// HomeKit's usual one bounds it only where the device itself gives no bound.
    ///
    /// Source: the HomeKit Accessory Protocol, which lets an accessory name its own least and greatest value.
    public func range(_ read: (AttributeID) -> DataValue) -> ClosedRange<Double>? {
        guard type.values.isEmpty, let usual = type.range else { return type.range }
        guard let own = conversion?.range(read) else { return usual }
        guard !(usual.contains(own.lowerBound) && usual.contains(own.upperBound)) else { return own }
        // A water heater has values that HomeKit's usual range has no place for; what only the kind of quantity bounds
        // stays within it.
        let bounds = conversion?.bounds(read)
        let low = bounds?.lower == nil ? max(own.lowerBound, usual.lowerBound) : own.lowerBound
        let high = bounds?.upper == nil ? min(own.upperBound, usual.upperBound) : own.upperBound
        return low <= high ? low...high : own
    }

    /// The numbers that it can be set to, or has; empty where any number of the range is right.
    public var validValues: [CharacteristicType.Named] {
        let choices = conversion?.choices ?? []
        guard access.contains(.write), !choices.isEmpty else { return type.values }
        return type.values.filter { named in
            guard case .choice(let choice) = named.value else { return true }
            return choices.contains(choice)
        }
    }

    /// What is to be sent for a value.
    ///
    /// - Parameters:
    ///   - value: What it is to be.
    ///   - authorization: The secret of who asks.
    ///   - read: The raw value of an attribute of the part; null where it has none.
    /// - Returns: The steps, in order, and what the value is to be afterwards: rounded to the nearest step, not less than
    ///   the least that the device has, and, of a colour temperature, the nearest that it has.
    /// - Throws: The first that is wrong: that it cannot be written, the type, the range, the valid values.
    public func steps(
        for value: CharacteristicValue, authorization: DataValue? = nil, _ read: (AttributeID) -> DataValue
    ) throws(CharacteristicFault) -> (steps: [ConversionStep], value: CharacteristicValue) {
        guard access.contains(.write), let conversion else { throw .readOnly }
        let value = try checked(value, read)
        guard let people = type.people(value) else { throw .notAmong(validValues) }
        do throws(ConversionFault) {
            let steps = try conversion.steps(for: people, authorization: authorization, read)
            return (steps, type.value(of: conversion.settled(people, read)) ?? value)
        } catch {
            switch error {
            case .notSettable: throw .readOnly
            case .below(let bound): throw .below(bound)
            case .above(let bound): throw .above(bound)
            case .notAmong: throw .notAmong(validValues)
            case .wrongKind, .notLabelled: throw .notAmong(validValues)
            case .unknownState: throw .unknownState
            }
        }
    }

    /// Whether its value is to be what steps carry: switching a light off leaves its brightness.
    public func isShown(by steps: [ConversionStep]) -> Bool {
        let clusters = Set(attributes.map(\.cluster))
        return steps.contains { step in
            switch step {
            case .invoke(let command, _): clusters.contains(command.cluster)
            case .write(let attribute, _): clusters.contains(attribute.cluster)
            }
        }
    }

    private func checked(
        _ value: CharacteristicValue, _ read: (AttributeID) -> DataValue
    ) throws(CharacteristicFault) -> CharacteristicValue {
        guard let value = value.represented(as: type.format) else { throw .wrongType(type.format) }
        if let number = value.number {
            let range = range(read)
            if let range, conversion?.isClamped == true, !range.contains(number) {
                let nearest = min(max(number, range.lowerBound), range.upperBound)
                return CharacteristicValue.float(nearest).represented(as: type.format) ?? value
            }
            if let range, number < range.lowerBound { throw .below(range.lowerBound) }
            if let range, number > range.upperBound { throw .above(range.upperBound) }
            let valid = validValues
            if !valid.isEmpty, !valid.contains(where: { Double($0.number) == number }) { throw .notAmong(valid) }
            guard case .float = value else { return value }
            return .float(type.rounded(number))
        }
        if case .string(let text) = value, let longest = type.maximumLength, text.unicodeScalars.count > longest {
            throw .tooLong(longest)
        }
        return value
    }
}
