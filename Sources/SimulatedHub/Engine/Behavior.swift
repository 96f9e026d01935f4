import ClusterTypes
import DataModel
import HomeGraph

/// What a cluster does beyond keeping its attributes.
///
/// A behaviour has no state of its own: everything stands in the device's attributes, timers and transitions, which it
/// reaches through the context. The engine has checked types, ranges and support before it calls.
protocol Behavior: Sendable {
    /// The cluster's number.
    var cluster: UInt32 { get }

    /// The device was switched on, at first or after a reboot.
    ///
    /// Not called where only the program began again: nothing happened to the device, and its timers and transitions
    /// go on.
    func start(_ context: inout EndpointContext)

    /// The device is being switched off: what moves stands where it is.
    ///
    /// Attributes on a transition stand by themselves.
    func powerDown(_ context: inout EndpointContext)

    /// Carries a command out.
    ///
    /// - Returns: The fields of the response; empty where it has none.
    /// - Throws: What the device answers; `unimplemented` where the behaviour does not know the command.
    func invoke(
        _ command: UInt32, _ fields: [UInt32: DataValue], _ context: inout EndpointContext
    ) throws(HomeError) -> [UInt32: DataValue]

    /// Looks at a value before it is written, or reported from outside: whether it is within limits of the device's that
    /// the model says in prose, if at all.
    ///
    /// - Throws: Why the device cannot have it.
    func checkLimits(_ attribute: UInt32, _ value: DataValue, _ context: EndpointContext) throws(HomeError)

    /// Looks at a value before it is written: whether the device takes it now.
    ///
    /// - Throws: Why the device does not take it.
    func willWrite(_ attribute: UInt32, _ value: DataValue, _ context: EndpointContext) throws(HomeError)

    /// An attribute of this cluster was written from outside, and perhaps changed.
    func didWrite(_ attribute: UInt32, _ context: inout EndpointContext)

    /// An attribute of some cluster on the endpoint has another value now, whatever the reason.
    func didChange(_ attribute: UInt32, of cluster: UInt32, from old: DataValue, _ context: inout EndpointContext)

    /// An event of this cluster was made to happen from outside (`simulation/event`), and was reported.
    func didHappen(_ event: UInt32, _ fields: [UInt32: DataValue], _ context: inout EndpointContext)

    /// An attribute of an endpoint that is part of this one has another value now.
    func didChangePart(_ attribute: UInt32, of cluster: UInt32, _ context: inout EndpointContext)

    /// A timer came up.
    func timer(_ timer: UInt32, _ context: inout EndpointContext)

    /// An attribute arrived where a transition led it.
    func didArrive(_ attribute: UInt32, _ context: inout EndpointContext)

    /// The device was asked for all its values: those that change without being reported are brought up to date.
    func refresh(_ context: inout EndpointContext)

    /// The device lives by itself: called about every ten seconds of simulated time where `autonomous` is set.
    func live(_ context: inout EndpointContext)
}

extension Behavior {
    func start(_ context: inout EndpointContext) {}
    func powerDown(_ context: inout EndpointContext) {}

    func invoke(
        _ command: UInt32, _ fields: [UInt32: DataValue], _ context: inout EndpointContext
    ) throws(HomeError) -> [UInt32: DataValue] {
        throw context.unimplemented(command, of: cluster)
    }

    func checkLimits(_ attribute: UInt32, _ value: DataValue, _ context: EndpointContext) throws(HomeError) {}
    func willWrite(_ attribute: UInt32, _ value: DataValue, _ context: EndpointContext) throws(HomeError) {}
    func didWrite(_ attribute: UInt32, _ context: inout EndpointContext) {}
    func didChange(_ attribute: UInt32, of cluster: UInt32, from old: DataValue, _ context: inout EndpointContext) {}
    func didHappen(_ event: UInt32, _ fields: [UInt32: DataValue], _ context: inout EndpointContext) {}
    func didChangePart(_ attribute: UInt32, of cluster: UInt32, _ context: inout EndpointContext) {}
    func timer(_ timer: UInt32, _ context: inout EndpointContext) {}
    func didArrive(_ attribute: UInt32, _ context: inout EndpointContext) {}
    func refresh(_ context: inout EndpointContext) {}
    func live(_ context: inout EndpointContext) {}
}
