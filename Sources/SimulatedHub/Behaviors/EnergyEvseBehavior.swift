import ClusterTypes
import DataModel
import Foundation
import HomeGraph

/// Charging of electric vehicles (Matter Application Cluster Specification, section 9.3).
///
/// A vehicle comes and goes with `simulation/report` of the state: plugged in with or without demand, or not. It charges
/// while it has demand and the supply is enabled.
struct EnergyEvseBehavior: Behavior {
    typealias Evse = EnergyEvseCluster
    private typealias State = EnergyEvseCluster.StateEnum

    private enum Timer { static let meter: UInt32 = 0, until: UInt32 = 1, diagnostics: UInt32 = 2 }
    enum Memory {
        /// Set while the behaviour changes the state by itself.
        static let isSwitching: UInt32 = 0
        /// When the session began and when its energy was counted last, in milliseconds.
        static let began: UInt32 = 1, counted: UInt32 = 2
        /// The energy that the vehicle took before this transfer began.
        static let before: UInt32 = 3
        static let targets: UInt32 = 4
        /// What flowed and makes no milliwatt-hour yet.
        static let rest: UInt32 = 5
    }

    private static let volts: Int64 = 230
    private static let interval = Duration.seconds(60)
    private static let diagnosticsTime = Duration.seconds(10)

    var cluster: UInt32 { Evse.clusterID }

    func start(_ context: inout EndpointContext) {
        if context[Evse.supplyState] == .disabledDiagnostics { context[Evse.supplyState] = .disabled }
        scheduleEnd(&context)
        if isTransferring(context) { meter(&context) }
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

    private func setSupply(_ supply: Evse.SupplyStateEnum, _ context: inout EndpointContext) {
        context[Evse.supplyState] = supply
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

    private func isTransferring(_ context: EndpointContext) -> Bool {
        [.pluggedInCharging, .pluggedInDischarging].contains(context[Evse.state] ?? .notPluggedIn)
    }

    /// The vehicle charges, or not, as its demand and the supply say.
    private func follow(_ context: inout EndpointContext) {
        let charges = [.chargingEnabled, .enabled].contains(context[Evse.supplyState] ?? .disabled)
        let discharges = [.dischargingEnabled, .enabled].contains(context[Evse.supplyState] ?? .disabled)
        switch context[Evse.state] {
        case .pluggedInDemand where charges: begin(.pluggedInCharging, &context)
        case .pluggedInCharging where !charges, .pluggedInDischarging where !discharges:
            end(in: .pluggedInDemand, .evseStopped, &context)
        default: break
        }
    }

    /// The current that flows into the vehicle, in milliamperes.
    static func current(_ context: EndpointContext) -> Int64 {
        let limits = [
            context[Evse.maximumChargeCurrent], context[Evse.circuitCapacity],
            context[Evse.userMaximumChargeCurrent].flatMap { $0 > 0 ? $0 : nil },
        ]
        return max(0, min(limits.compactMap(\.self).min() ?? 0, 1_000_000))
    }

    private func set(_ state: Evse.StateEnum, _ context: inout EndpointContext) {
        context[memory: Memory.isSwitching, of: cluster] = true
        context[Evse.state] = state
        context[memory: Memory.isSwitching, of: cluster] = Bool?.none
    }

    private func begin(_ state: Evse.StateEnum, _ context: inout EndpointContext) {
        set(state, &context)
        context[memory: Memory.counted, of: cluster] = context.milliseconds
        context[memory: Memory.before, of: cluster] = context[Evse.sessionEnergyCharged] ?? 0
        context.emit(
            Evse.EnergyTransferStartedEvent(
                sessionId: context[Evse.sessionId] ?? 0, state: state, maximumCurrent: Self.current(context),
                maximumDischargeCurrent: context[Evse.maximumDischargeCurrent]))
        context.schedule(Timer.meter, of: cluster, after: Self.interval)
    }

    private func end(
        in state: Evse.StateEnum, _ reason: Evse.EnergyTransferStoppedReasonEnum, _ context: inout EndpointContext
    ) {
        count(&context)
        context.cancel(Timer.meter, of: cluster)
        let before: Int64 = context[memory: Memory.before, of: cluster] ?? 0
        let charged = max(0, (context[Evse.sessionEnergyCharged] ?? 0) &- before)
        let last = context[Evse.state] ?? state
        set(state, &context)
        context.emit(
            Evse.EnergyTransferStoppedEvent(
                sessionId: context[Evse.sessionId] ?? 0, state: last, reason: reason, energyTransferred: charged,
                energyDischarged: context.has(feature: "V2X", of: cluster) ? 0 : nil))
    }

    /// Counts what flowed since it was counted last; milliamperes at 230 V are milliwatts.
    private func count(_ context: inout EndpointContext) {
        let now = context.milliseconds
        if let began: Int64 = context[memory: Memory.began, of: cluster] {
            context[Evse.sessionDuration] = UInt32(clamping: (now &- began) / 1000)
        }
        guard context[Evse.state] == .pluggedInCharging,
            let counted: Int64 = context[memory: Memory.counted, of: cluster]
        else { return }
        let flow = Double(Self.current(context) * Self.volts) * Double(max(0, now &- counted)) / 3_600_000
        let rest: Double = context[memory: Memory.rest, of: cluster] ?? 0
        let whole = min(flow + (0..<1 ~= rest ? rest : 0), 1e15)
        let energy = Int64(exactly: whole.rounded(.down)) ?? 0
        context[memory: Memory.rest, of: cluster] = whole - whole.rounded(.down)
        context[memory: Memory.counted, of: cluster] = now
        context[Evse.sessionEnergyCharged] = max(0, context[Evse.sessionEnergyCharged] ?? 0) &+ energy
        guard let charge = context[Evse.stateOfCharge], let capacity = context[Evse.batteryCapacity], capacity > 0
        else { return }
        let gained = Double(energy) / Double(capacity) * 100
        context[Evse.stateOfCharge] = UInt8(clamping: min(100, Int(charge) + Int(gained.rounded())))
    }

    private func meter(_ context: inout EndpointContext) {
        count(&context)
        guard isTransferring(context) else { return }
        if context[Evse.stateOfCharge].map({ $0 >= 100 }) == true {
            end(in: .pluggedInNoDemand, .evStopped, &context)
        } else {
            context.schedule(Timer.meter, of: cluster, after: Self.interval)
        }
    }

    func timer(_ timer: UInt32, _ context: inout EndpointContext) {
        switch timer {
        case Timer.meter: meter(&context)
        case Timer.until: endSupply(&context)
        default: if context[Evse.supplyState] == .disabledDiagnostics { context[Evse.supplyState] = .disabled }
        }
    }

    func refresh(_ context: inout EndpointContext) { if isTransferring(context) { count(&context) } }

    // MARK: - Vehicles come and go

    func didChange(
        _ attribute: UInt32, of changed: UInt32, from old: DataValue, _ context: inout EndpointContext
    ) {
        guard changed == cluster else { return }
        if attribute == Evse.faultState.id {
            followFault(from: Evse.FaultStateEnum(old) ?? .noError, &context)
        } else if attribute == Evse.state.id, context[memory: Memory.isSwitching, of: cluster] != true {
            let wasPluggedIn = State(old).map { $0 != .notPluggedIn } ?? false
            let isPluggedIn = context[Evse.state].map { $0 != .notPluggedIn } ?? false
            if isPluggedIn, !wasPluggedIn { connect(&context) }
            if !isPluggedIn, wasPluggedIn { disconnect(from: State(old) ?? .notPluggedIn, &context) }
            follow(&context)
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
        context.cancel(Timer.meter, of: cluster)
        count(&context)
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
        if fault != .noError, isTransferring(context) { end(in: .pluggedInDemand, .other, &context) }
        context.emit(
            Evse.FaultEvent(
                sessionId: context[Evse.sessionId], state: context[Evse.state] ?? .notPluggedIn,
                faultStatePreviousState: old, faultStateCurrentState: fault))
        if fault != .noError {
            setSupply(.disabledError, &context)
        } else if context[Evse.supplyState] == .disabledError {
            setSupply(.disabled, &context)
        }
    }
}
