import ClusterTypes
import DataModel
import ModelReader
import TestSupport
import Testing

@testable import Conversions

/// What people set is what they see afterwards, over the whole range of each conversion.
struct RoundTripTests {
    /// The raw value that a value is set to, and what is read of it.
    private static func roundTrip(
        _ quantity: Quantity, _ value: PeoplesValue, on endpoint: EndpointMembers, raw attribute: AttributeID
    ) throws -> PeoplesValue? {
        let bound = try #require(BoundConversion(quantity, on: endpoint))
        // Which way slats turn depends on the product.
        var values = RawValues(values: [
            AttributeID(WindowCoveringCluster.endProductType): .uint(quantity == .coverSlatTurnTarget ? 11 : 12)
        ])
        let steps = try bound.steps(for: value, values.read)
        let raw: DataValue?
        switch try #require(steps.first) {
        case .invoke(_, let fields): raw = fields[0] ?? fields[1]
        case .write(_, let written): raw = written
        }
        let sent: DataValue = try #require(raw)
        values.values[attribute] = sent
        return bound.value(values.read)
    }

    private static let wholeNumbers: [(Quantity, String, AttributeID, ClosedRange<Int>)] = [
        (Quantity.brightness, "LevelControl", AttributeID(LevelControlCluster.currentLevel), 1...100),
        (.volume, "LevelControl", AttributeID(LevelControlCluster.currentLevel), 0...100),
        (.level, "LevelControl", AttributeID(LevelControlCluster.currentLevel), 1...254),
        (
            .coverTiltPercentTarget, "WindowCovering",
            AttributeID(WindowCoveringCluster.targetPositionTiltPercent100ths), 0...100
        ),
        (.saturation, "ColorControl", AttributeID(ColorControlCluster.currentSaturation), 0...100),
        (.fanSpeed, "FanControl", AttributeID(FanControlCluster.percentCurrent), 0...100),
        (
            .coverPositionTarget, "WindowCovering",
            AttributeID(WindowCoveringCluster.targetPositionLiftPercent100ths), 0...100
        ),
        (
            .coverTiltTarget, "WindowCovering", AttributeID(WindowCoveringCluster.targetPositionTiltPercent100ths),
            0...90
        ),
        (.openPositionTarget, "Google.OpenClose", AttributeID(GoogleOpenCloseCluster.targetOpenPercent), 0...100),
        (.hue, "ColorControl", AttributeID(ColorControlCluster.enhancedCurrentHue), 0...360),
        (.colorTemperature, "ColorControl", AttributeID(ColorControlCluster.colorTemperatureMireds), 1...1000),
        (
            .humidityTarget, "Google.RelativeHumidityControl",
            AttributeID(GoogleRelativeHumidityControlCluster.relativeHumiditySetpoint), 0...100
        ),
        (.autoRelockTime, "DoorLock", AttributeID(DoorLockCluster.autoRelockTime), 0...7200),
        (
            .valveDuration, "ValveConfigurationAndControl",
            AttributeID(ValveConfigurationAndControlCluster.defaultOpenDuration), 1...3600
        ),
        (
            .valveLevel, "ValveConfigurationAndControl",
            AttributeID(ValveConfigurationAndControlCluster.currentLevel), 1...100
        ),
        (
            .coverSlatTurnTarget, "WindowCovering",
            AttributeID(WindowCoveringCluster.targetPositionTiltPercent100ths), 0...90
        ),
        (
            .speakerVolume, "CameraAvStreamManagement",
            AttributeID(CameraAvStreamManagementCluster.speakerVolumeLevel), 0...100
        ),
        (
            .microphoneVolume, "CameraAvStreamManagement",
            AttributeID(CameraAvStreamManagementCluster.microphoneVolumeLevel), 0...100
        ),
    ]

    @Test(arguments: wholeNumbers)
    func `each whole number survives`(
        _ quantity: Quantity, _ cluster: String, _ attribute: AttributeID, _ range: ClosedRange<Int>
    ) throws {
        let endpoint = try EndpointMembers.whole([cluster, "OnOff"])
        for number in range {
            let value = PeoplesValue.number(Double(number))
            #expect(try Self.roundTrip(quantity, value, on: endpoint, raw: attribute) == value)
        }
    }

    @Test func `a hue of eight bits survives within a degree`() throws {
        let endpoint = try EndpointMembers.whole(["ColorControl"])
            .without(AttributeID(ColorControlCluster.enhancedCurrentHue))
            .without(CommandID(ColorControlCluster.Command.enhancedMoveToHue))
        for degree in 0...360 {
            let back = try Self.roundTrip(
                .hue, .number(Double(degree)), on: endpoint, raw: AttributeID(ColorControlCluster.currentHue))
            guard case .number(let hue) = back else { throw Missing() }
            #expect(abs(hue - Double(degree)) <= 1)
        }
    }

    private struct Missing: Error {}

    private static let tenths: [(Quantity, AttributeID)] = [
        (Quantity.heatingSetpoint, AttributeID(ThermostatCluster.occupiedHeatingSetpoint)),
        (.coolingSetpoint, AttributeID(ThermostatCluster.occupiedCoolingSetpoint)),
        (.targetTemperature, AttributeID(ThermostatCluster.occupiedHeatingSetpoint)),
        (.controlledTemperature, AttributeID(TemperatureControlCluster.temperatureSetpoint)),
    ]

    /// A conversion that comes later is to be tried over its range, too.
    @Test func `every number that is read and set is among those that are tried`() {
        let numbers = Quantity.allCases.filter { quantity in
            let conversion = quantity.conversion
            return conversion.range != nil && conversion.reading != nil && conversion.setting != nil
        }
        // Kelvin have a test of their own.
        let tried = Self.wholeNumbers.map(\.0) + Self.tenths.map(\.0) + [.colorTemperatureKelvin]
        #expect(Set(numbers) == Set(tried))
    }

    @Test(arguments: tenths)
    func `each tenth of a degree survives`(_ quantity: Quantity, _ attribute: AttributeID) throws {
        let endpoint = try EndpointMembers.whole(["Thermostat", "TemperatureControl"])
        for tenth in -500...1000 {
            let value = PeoplesValue.number(Double(tenth) / 10)
            #expect(try Self.roundTrip(quantity, value, on: endpoint, raw: attribute) == value)
        }
    }

    @Test(arguments: 0...9)
    func `each target temperature survives in each mode, and both setpoints keep their distance`(
        _ mode: UInt64
    ) throws {
        typealias T = ThermostatCluster
        let bound = try #require(BoundConversion(.targetTemperature, on: try EndpointMembers.whole(["Thermostat"])))
        let (heating, cooling) = (AttributeID(T.occupiedHeatingSetpoint), AttributeID(T.occupiedCoolingSetpoint))
        var state = RawValues(values: [
            AttributeID(T.systemMode): .uint(mode), heating: .int(2000), cooling: .int(2600),
        ])
        for tenth in Array(100...380) + (100...380).reversed() {
            let value = PeoplesValue.number(Double(tenth) / 10)
            for step in try bound.steps(for: value, state.read) {
                switch step {
                case .write(let attribute, let raw): state.values[attribute] = raw
                case .invoke(_, let fields):
                    guard case .int(let tenths)? = fields[1] else { throw Missing() }
                    for setpoint in [heating, cooling] {
                        guard case .int(let now) = state.read(setpoint) else { throw Missing() }
                        state.values[setpoint] = .int(now + tenths * 10)
                    }
                }
            }
            #expect(bound.value(state.read) == value)
            guard mode == 1, let low = state.read(heating).number, let high = state.read(cooling).number else {
                continue
            }
            #expect(high - low == 600)
        }
    }

    /// What is written to an attribute that is also what is read; what commands do is the matter of devices.
    @Test func `each name and each flag that is written survives`() throws {
        var survivors = 0
        for quantity in Quantity.allCases {
            let clusters = Set((quantity.conversion.reading?.attributes ?? []).map(\.cluster))
            let names = clusters.compactMap { ModelCatalog.standard.cluster(id: $0)?.traitName }
            guard let bound = BoundConversion(quantity, on: try EndpointMembers.whole(names)) else { continue }
            let values = bound.choices.map { PeoplesValue.choice($0) } + [.flag(true), .flag(false)]
            for value in values {
                var state = RawValues(values: [AttributeID(FanControlCluster.rockSupport): .uint(1)])
                let steps: [ConversionStep]
                do throws(ConversionFault) {
                    steps = try bound.steps(for: value, state.read)
                } catch {
                    // A name that can be chosen is only refused for what the device does not know now.
                    if case .choice = value { #expect(error == .unknownState, "\(quantity)") }
                    continue
                }
                guard case .write(let attribute, let raw)? = steps.first,
                    bound.attributes.contains(attribute), raw != .null
                else { continue }
                state.values[attribute] = raw
                #expect(bound.value(state.read) == value, "\(quantity)")
                survivors += 1
            }
        }
        #expect(survivors >= 15)
    }

    @Test func `each mired survives as kelvin`() throws {
        let bound = try #require(
            BoundConversion(.colorTemperatureKelvin, on: try EndpointMembers.whole(["ColorControl"])))
        let attribute = AttributeID(ColorControlCluster.colorTemperatureMireds)
        for mired in UInt64(1)...1000 {
            let kelvin = try #require(bound.value(RawValues(values: [attribute: .uint(mired)]).read))
            let steps = try bound.steps(for: kelvin) { _ in .null }
            guard case .invoke(_, let fields) = steps.first else { throw Missing() }
            #expect(fields[0] == .uint(mired))
        }
    }

    @Test func `each raw illuminance survives as lux`() {
        for raw in UInt64(0)...65534 {
            #expect(Scale.illuminance.people(.uint(raw)).flatMap(Scale.illuminance.raw) == .uint(raw))
        }
    }

    @Test func `each raw temperature survives`() {
        let line = Linear(1, over: 100, kind: .int, stepsPerUnit: 100)
        for raw in Int64(-27315)...32767 { #expect(line.people(.int(raw)).flatMap(line.raw) == .int(raw)) }
    }

    @Test func `any line takes its own raw numbers back`() {
        var random = SeededGenerator(seed: 6)
        for _ in 0..<2000 {
            let steps = Double([1, 10, 100].randomElement(using: &random) ?? 1)
            // As fine as the raw numbers, so that no two of them look the same.
            let denominator = Double(Int.random(in: 1...100, using: &random))
            let numerator = Bool.random(using: &random) ? denominator : -denominator
            let offset = Double(Int.random(in: -100...100, using: &random))
            let line = Linear(
                numerator, over: denominator * steps, offset: offset, kind: .int, stepsPerUnit: steps)
            let raw = Int64.random(in: -10000...10000, using: &random)
            #expect(line.people(.int(raw)).flatMap(line.raw) == .int(raw), "\(line)")
        }
    }

    @Test(arguments: [(0, 0), (1, 3), (25, 64), (33, 84), (50, 127), (66, 168), (75, 191), (99, 251), (100, 254)])
    func `percent are levels rounded half away from zero`(_ percent: Int, _ level: UInt64) {
        #expect(Linear(100, over: 254).raw(Double(percent)) == .uint(level))
    }

    @Test func `every level is within half a percent, and no light that is on is at 0`() throws {
        let bound = try #require(
            BoundConversion(.brightness, on: try EndpointMembers.whole(["LevelControl", "OnOff"])))
        let attribute = AttributeID(LevelControlCluster.currentLevel)
        for level in UInt64(0)...254 {
            guard case .number(let percent) = bound.value(RawValues(values: [attribute: .uint(level)]).read) else {
                throw Missing()
            }
            #expect(abs(percent - Double(level) * 100 / 254) <= (level == 1 ? 0.7 : 0.5))
            #expect((percent == 0) == (level == 0))
        }
        #expect(bound.value(RawValues().read) == nil)
    }

    @Test func `numbers that do not fit are no raw values`() {
        let line = Linear()
        for number in [-1, .infinity, -.infinity, .nan, 1e300] { #expect(line.raw(number) == nil) }
        #expect(line.people(.bool(true)) == nil)
        #expect(line.people(.float(.nan)) == nil)
        #expect(Scale.reciprocal(1_000_000).people(.uint(0)) == nil)
        #expect(Scale.reciprocal(1_000_000).raw(.number(0)) == nil)
        #expect(Scale.illuminance.raw(.number(.infinity)) == nil)
    }
}
