import ClusterTypes
import DataModel
import Foundation
import HomeGraph

/// Charging of electric vehicles (Matter Application Cluster Specification, section 9.3).
///
/// A vehicle comes and goes with `simulation/report` of the state: plugged in with or without demand, or not. It charges
/// while it has demand and the supply is enabled, and gives back what it has where only discharging is.
struct EnergyEvseBehavior: LoadFollower {
    typealias Evse = EnergyEvseCluster
    private typealias State = EnergyEvseCluster.StateEnum

    private enum Timer {
        static let meter: UInt32 = 0, until: UInt32 = 1, diagnostics: UInt32 = 2
        /// The next target is due.
        static let target: UInt32 = 3
    }
    enum Memory {
        /// When the session began and when its energy was counted last, in milliseconds.
        static let began: UInt32 = 1, counted: UInt32 = 2
        /// The energy that the vehicle took, or gave, before this transfer began.
        static let before: UInt32 = 3
        static let targets: UInt32 = 4
        /// What flowed and makes no milliwatt-hour yet.
        static let rest: UInt32 = 5
        /// What the battery gained, or lost, and makes no percent yet.
        static let gain: UInt32 = 6
        /// The power that flows since it was counted, in milliwatts.
        static let power: UInt32 = 7
    }

    /// A vehicle gives back only while it has more than this, in percent.
    private static let reserve: UInt8 = 20
    private static let interval = Duration.seconds(60)
    private static let diagnosticsTime = Duration.seconds(10)

    var cluster: UInt32 { Evse.clusterID }

    func start(_ context: inout EndpointContext) {
        if context[Evse.supplyState] == .disabledDiagnostics { context[Evse.supplyState] = .disabled }
        scheduleEnd(&context)
        // Whoever was there before the charger was switched on is noticed now.
        let isPluggedIn = ![.notPluggedIn, .fault].contains(context[Evse.state] ?? .notPluggedIn)
        if isPluggedIn, context[memory: Memory.began, of: cluster] as Int64? == nil { connect(&context) }
        if Self.isTransfer(context[Evse.state]) { meter(&context) }
        follow(&context)
        noteNextCharge(&context)
    }

    func invoke(
        _ command: UInt32, _ fields: [UInt32: DataValue], _ context: inout EndpointContext
    ) throws(HomeError) -> [UInt32: DataValue] {
        switch Evse.Command(rawValue: command) {
        case .disable:
            context[Evse.chargingEnabledUntil] = 0
            context[Evse.dischargingEnabledUntil] = 0
            setSupply(.disabled, &context)
        case .enableCharging: try enableCharging(try context.read(fields), &context)
        case .enableDischarging: try enableDischarging(try context.read(fields), &context)
        case .startDiagnostics:
            guard context[Evse.supplyState] == .disabled else {
                throw HomeError(.failedPrecondition, "\(context.device.name) is not disabled; disable it first")
            }
            context[Evse.supplyState] = .disabledDiagnostics
            context.schedule(Timer.diagnostics, of: cluster, after: Self.diagnosticsTime)
        case .setTargets: try setTargets(try context.read(fields), &context)
        case .getTargets: return Evse.GetTargetsResponse(chargingTargetSchedules: targets(context)).fields
        case .clearTargets:
            context[memory: Memory.targets, of: cluster] = [Evse.ChargingTargetScheduleStruct]?.none
            noteNextCharge(&context)
        case nil: throw context.unimplemented(command, of: cluster)
        }
        return [:]
    }

    // MARK: - Supply

    private func checkSupply(_ context: EndpointContext) throws(HomeError) {
        let supply = context[Evse.supplyState] ?? .disabled
        guard supply != .disabledError, supply != .disabledDiagnostics else {
            throw HomeError(
                .failedPrecondition, "\(context.device.name) cannot be enabled: EnergyEvse.supplyState is \(supply)")
        }
    }

    private func enableCharging(
        _ request: Evse.EnableChargingRequest, _ context: inout EndpointContext
    ) throws(HomeError) {
        try checkSupply(context)
        guard request.minimumChargeCurrent >= 0, request.minimumChargeCurrent <= request.maximumChargeCurrent else {
            throw HomeError(
                .outOfRange,
                "minimumChargeCurrent: \(request.minimumChargeCurrent) mA is not between 0 and the maximum of "
                    + "\(request.maximumChargeCurrent)")
        }
        context[Evse.minimumChargeCurrent] = request.minimumChargeCurrent
        context[Evse.maximumChargeCurrent] = min(
            request.maximumChargeCurrent, max(0, context[Evse.circuitCapacity] ?? .max))
        context[Evse.chargingEnabledUntil] = request.chargingEnabledUntil
        let discharges = [.dischargingEnabled, .enabled].contains(context[Evse.supplyState] ?? .disabled)
        setSupply(discharges ? .enabled : .chargingEnabled, &context)
        scheduleEnd(&context)
    }

    private func enableDischarging(
        _ request: Evse.EnableDischargingRequest, _ context: inout EndpointContext
    ) throws(HomeError) {
        try checkSupply(context)
        guard request.maximumDischargeCurrent >= 0 else {
            throw HomeError(
                .outOfRange, "maximumDischargeCurrent: \(request.maximumDischargeCurrent) mA is less than 0")
        }
        context[Evse.maximumDischargeCurrent] = min(
            request.maximumDischargeCurrent, max(0, context[Evse.circuitCapacity] ?? .max))
        context[Evse.dischargingEnabledUntil] = request.dischargingEnabledUntil
        let charges = [.chargingEnabled, .enabled].contains(context[Evse.supplyState] ?? .disabled)
        setSupply(charges ? .enabled : .dischargingEnabled, &context)
        scheduleEnd(&context)
    }

    /// While there is a fault nothing is supplied, and nobody enables it.
    private func setSupply(_ supply: Evse.SupplyStateEnum, _ context: inout EndpointContext) {
        let isFaulty = (context[Evse.faultState] ?? .noError) != .noError
        context[Evse.supplyState] = isFaulty ? .disabledError : supply
        follow(&context)
    }

    /// Charging and discharging end at their times; null is without end.
    private func scheduleEnd(_ context: inout EndpointContext) {
        let ends = [context[Evse.chargingEnabledUntil], context[Evse.dischargingEnabledUntil]].compactMap(\.self)
            .filter { $0 > 0 }
        guard let first = ends.min() else {
            context.cancel(Timer.until, of: cluster)
            return
        }
        let now = context.now.matterSeconds
        context.schedule(Timer.until, of: cluster, after: .seconds(first > now ? first - now : 0))
    }

    /// What was enabled until now is over.
    private func endSupply(_ context: inout EndpointContext) {
        let now = context.now.matterSeconds
        func isOver(_ key: AttributeKey<UInt32?>) -> Bool { context[key].map { $0 > 0 && $0 <= now } ?? false }
        let supply = context[Evse.supplyState] ?? .disabled
        let charges = [.chargingEnabled, .enabled].contains(supply) && !isOver(Evse.chargingEnabledUntil)
        let discharges = [.dischargingEnabled, .enabled].contains(supply) && !isOver(Evse.dischargingEnabledUntil)
        if !charges { context[Evse.chargingEnabledUntil] = 0 }
        if !discharges { context[Evse.dischargingEnabledUntil] = 0 }
        setSupply(
            charges ? (discharges ? .enabled : .chargingEnabled) : discharges ? .dischargingEnabled : .disabled,
            &context)
        scheduleEnd(&context)
    }

    // MARK: - Sessions

    private static func isTransfer(_ state: Evse.StateEnum?) -> Bool {
        [.pluggedInCharging, .pluggedInDischarging].contains(state ?? .notPluggedIn)
    }

    /// Whether the supply allows a transfer.
    private func isEnabled(_ transfer: Evse.StateEnum, _ context: EndpointContext) -> Bool {
        let enabled: [Evse.SupplyStateEnum] =
            transfer == .pluggedInCharging ? [.chargingEnabled, .enabled] : [.dischargingEnabled, .enabled]
        return enabled.contains(context[Evse.supplyState] ?? .disabled)
    }

    /// The vehicle charges, or gives back, or neither, as its demand and the supply say.
    private func follow(_ context: inout EndpointContext) {
        let state = context[Evse.state] ?? .notPluggedIn
        let gives =
            context.has(feature: "V2X", of: cluster) && isEnabled(.pluggedInDischarging, context)
            && (context[Evse.stateOfCharge] ?? Self.full) > Self.reserve
        switch state {
        case .pluggedInDemand where isEnabled(.pluggedInCharging, context):
            context[Evse.state] = .pluggedInCharging
        case .pluggedInDemand where gives, .pluggedInNoDemand where gives:
            context[Evse.state] = .pluggedInDischarging
        case .pluggedInCharging where !isEnabled(state, context), .pluggedInDischarging where !gives:
            context[Evse.state] = .pluggedInDemand
        default: break
        }
    }

    private static let full: UInt8 = 100
    /// No charger has more, in milliamperes.
    private static let mostCurrent: Int64 = 1_000_000

    /// The current that a vehicle takes while it charges, in milliamperes.
    static func current(_ context: EndpointContext) -> Int64 {
        least([
            context[Evse.maximumChargeCurrent], context[Evse.circuitCapacity],
            context[Evse.userMaximumChargeCurrent].flatMap { $0 > 0 ? $0 : nil },
        ])
    }

    private static func least(_ currents: [Int64?]) -> Int64 {
        max(0, min(currents.compactMap(\.self).min() ?? 0, mostCurrent))
    }

    /// The current that flows in a state, in milliamperes; below zero where the vehicle gives it.
    private static func flow(in state: Evse.StateEnum?, _ context: EndpointContext) -> Int64 {
        switch state {
        case .pluggedInCharging: current(context)
        case .pluggedInDischarging: -least([context[Evse.maximumDischargeCurrent], context[Evse.circuitCapacity]])
        default: 0
        }
    }

    /// The power that flows, in milliwatts: milliamperes at so many volts.
    static func power(_ context: EndpointContext) -> Int64 {
        flow(in: context[Evse.state], context) * ElectricalLoad.volts
    }

    /// The counter of the session that a transfer counts in.
    private static func counter(of transfer: Evse.StateEnum) -> AttributeKey<Int64?> {
        transfer == .pluggedInCharging
            ? AttributeKey(cluster: Evse.clusterID, id: Evse.sessionEnergyCharged.id)
            : AttributeKey(cluster: Evse.clusterID, id: Evse.sessionEnergyDischarged.id)
    }

    private func begin(_ transfer: Evse.StateEnum, _ context: inout EndpointContext) {
        context[memory: Memory.counted, of: cluster] = context.milliseconds
        context[memory: Memory.power, of: cluster] = ElectricalLoad.power(context)
        context[memory: Memory.before, of: cluster] = context[Self.counter(of: transfer)] ?? 0
        context.emit(
            Evse.EnergyTransferStartedEvent(
                sessionId: context[Evse.sessionId] ?? 0, state: transfer, maximumCurrent: Self.current(context),
                maximumDischargeCurrent: context[Evse.maximumDischargeCurrent]))
        context.schedule(Timer.meter, of: cluster, after: Self.interval)
    }

    private func end(_ transfer: Evse.StateEnum, _ context: inout EndpointContext) {
        count(in: transfer, &context)
        context.cancel(Timer.meter, of: cluster)
        let before: Int64 = context[memory: Memory.before, of: cluster] ?? 0
        let energy = max(0, (context[Self.counter(of: transfer)] ?? 0) &- before)
        let isFaulty = (context[Evse.faultState] ?? .noError) != .noError
        let reason: Evse.EnergyTransferStoppedReasonEnum =
            isFaulty ? .other : isEnabled(transfer, context) ? .evStopped : .evseStopped
        let charges = transfer == .pluggedInCharging
        context.emit(
            Evse.EnergyTransferStoppedEvent(
                sessionId: context[Evse.sessionId] ?? 0, state: transfer, reason: reason,
                energyTransferred: charges ? energy : 0,
                energyDischarged: context.has(feature: "V2X", of: cluster) ? (charges ? 0 : energy) : nil))
    }

    /// Counts what flowed in a state since it was counted last.
    private func count(in state: Evse.StateEnum?, _ context: inout EndpointContext) {
        let now = context.milliseconds
        if let began: Int64 = context[memory: Memory.began, of: cluster] {
            context[Evse.sessionDuration] = UInt32(clamping: (now &- began) / 1000)
        }
        guard let state, Self.isTransfer(state), let counted: Int64 = context[memory: Memory.counted, of: cluster]
        else { return }
        let power = abs(Double(context[memory: Memory.power, of: cluster] ?? 0 as Int64))
        context[memory: Memory.power, of: cluster] = ElectricalLoad.power(context)
        let rest: Double = context[memory: Memory.rest, of: cluster] ?? 0
        let whole = min(power * Double(max(0, now &- counted)) / 3_600_000 + (0..<1 ~= rest ? rest : 0), 1e15)
        let energy = Int64(exactly: whole.rounded(.down)) ?? 0
        context[memory: Memory.rest, of: cluster] = whole - whole.rounded(.down)
        context[memory: Memory.counted, of: cluster] = now
        let counter = Self.counter(of: state)
        context[counter] = min(max(0, context[counter] ?? 0), 1 << 60) + energy
        charge(by: state == .pluggedInCharging ? energy : -energy, &context)
    }

    /// The battery has so many milliwatt-hours more; a part of a percent counts later.
    private func charge(by energy: Int64, _ context: inout EndpointContext) {
        guard let charge = context[Evse.stateOfCharge], let capacity = context[Evse.batteryCapacity], capacity > 0
        else { return }
        let gain: Double = context[memory: Memory.gain, of: cluster] ?? 0
        let gained = Double(energy) / Double(capacity) * 100 + (-1...1 ~= gain ? gain : 0)
        let whole = max(-100, min(100, gained.rounded(.towardZero)))
        context[memory: Memory.gain, of: cluster] = max(-1, min(1, gained - whole))
        context[Evse.stateOfCharge] = UInt8(clamping: max(0, min(100, Int(charge) + Int(whole))))
    }

    private func meter(_ context: inout EndpointContext) {
        guard let state = context[Evse.state], Self.isTransfer(state) else { return }
        count(in: state, &context)
        if state == .pluggedInCharging, (context[Evse.stateOfCharge] ?? 0) >= Self.full {
            context[Evse.state] = .pluggedInNoDemand
        } else {
            follow(&context)
        }
        guard Self.isTransfer(context[Evse.state]) else { return }
        context.schedule(Timer.meter, of: cluster, after: Self.interval)
    }

    func timer(_ timer: UInt32, _ context: inout EndpointContext) {
        switch timer {
        case Timer.meter: meter(&context)
        case Timer.until: endSupply(&context)
        case Timer.target: noteNextCharge(&context)
        default: if context[Evse.supplyState] == .disabledDiagnostics { context[Evse.supplyState] = .disabled }
        }
    }

    /// What flowed until now is counted, and what flows from now on is another power.
    func followLoad(_ context: inout EndpointContext) {
        if Self.isTransfer(context[Evse.state]) { count(in: context[Evse.state], &context) }
    }

    func refresh(_ context: inout EndpointContext) {
        if Self.isTransfer(context[Evse.state]) { count(in: context[Evse.state], &context) }
    }

    // MARK: - From one state to another

    func didChange(
        _ attribute: UInt32, of changed: UInt32, from old: DataValue, _ context: inout EndpointContext
    ) {
        guard changed == cluster else { return }
        if attribute == Evse.faultState.id {
            followFault(from: Evse.FaultStateEnum(old) ?? .noError, &context)
        } else if attribute == Evse.state.id, !context.isActing(as: cluster) {
            pass(from: State(old) ?? .notPluggedIn, &context)
        } else if ElectricalLoad.depends(on: attribute, of: changed) {
            followLoad(&context)
        }
    }

    /// Everything that goes with a new state, whoever brought it about.
    private func pass(from old: Evse.StateEnum, _ context: inout EndpointContext) {
        var new = context[Evse.state] ?? .notPluggedIn
        if Self.isTransfer(new), !isEnabled(new, context) {
            // Without supply a vehicle can only want.
            new = .pluggedInDemand
            context.act(as: cluster) { $0[Evse.state] = new }
        }
        if Self.isTransfer(old), old != new { end(old, &context) }
        let isConnected = context[memory: Memory.began, of: cluster] as Int64? != nil
        if new == .notPluggedIn {
            if isConnected || old != .fault { disconnect(from: old, &context) }
        } else if new != .fault, !isConnected {
            connect(&context)
        }
        if Self.isTransfer(new), old != new { begin(new, &context) }
        follow(&context)
    }

    /// The charger sees to its next target, as it is now.
    func scheduleTarget(after seconds: UInt32?, _ context: inout EndpointContext) {
        if let seconds {
            context.schedule(Timer.target, of: cluster, after: .seconds(seconds))
        } else {
            context.cancel(Timer.target, of: cluster)
        }
    }

    private func connect(_ context: inout EndpointContext) {
        let session = (context[Evse.sessionId] ?? 0) &+ 1
        context[Evse.sessionId] = session
        context[Evse.sessionDuration] = 0
        context[Evse.sessionEnergyCharged] = 0
        context[Evse.sessionEnergyDischarged] = 0
        context[memory: Memory.began, of: cluster] = context.milliseconds
        context.emit(Evse.EvConnectedEvent(sessionId: session))
        noteNextCharge(&context)
    }

    private func disconnect(from state: Evse.StateEnum, _ context: inout EndpointContext) {
        count(in: nil, &context)
        context[memory: Memory.began, of: cluster] = Int64?.none
        context.emit(
            Evse.EvNotDetectedEvent(
                sessionId: context[Evse.sessionId] ?? 0, state: state,
                sessionDuration: context[Evse.sessionDuration] ?? 0,
                sessionEnergyCharged: max(0, context[Evse.sessionEnergyCharged] ?? 0),
                sessionEnergyDischarged: context[Evse.sessionEnergyDischarged]))
        noteNextCharge(&context)
    }

    private func followFault(from old: Evse.FaultStateEnum, _ context: inout EndpointContext) {
        let fault = context[Evse.faultState] ?? .noError
        context.emit(
            Evse.FaultEvent(
                sessionId: context[Evse.sessionId], state: context[Evse.state] ?? .notPluggedIn,
                faultStatePreviousState: old, faultStateCurrentState: fault))
        if fault != .noError {
            context[Evse.state] = .fault
            setSupply(.disabledError, &context)
        } else {
            // Whoever stayed plugged in wants what they wanted.
            let isConnected = context[memory: Memory.began, of: cluster] as Int64? != nil
            if context[Evse.state] == .fault { context[Evse.state] = isConnected ? .pluggedInDemand : .notPluggedIn }
            if context[Evse.supplyState] == .disabledError { setSupply(.disabled, &context) }
        }
    }
}
