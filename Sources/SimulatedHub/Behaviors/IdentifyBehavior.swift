import ClusterTypes
import DataModel
import HomeGraph

/// Shows for a time which device it is (Matter Application Cluster Specification, section 1.2).
struct IdentifyBehavior: Behavior {
    private typealias Identify = IdentifyCluster
    private enum Timer { static let second: UInt32 = 0 }

    var cluster: UInt32 { Identify.clusterID }

    func start(_ context: inout EndpointContext) { countDown(&context) }

    func invoke(
        _ command: UInt32, _ fields: [UInt32: DataValue], _ context: inout EndpointContext
    ) throws(HomeError) -> [UInt32: DataValue] {
        switch Identify.Command(rawValue: command) {
        case .identify:
            context[Identify.identifyTime] = try context.read(fields, as: Identify.IdentifyRequest.self).identifyTime
            countDown(&context)
        case .triggerEffect:
            let request = try context.read(fields, as: Identify.TriggerEffectRequest.self)
            // A variant that the device does not know stands for the usual one; an effect does not.
            if case .unrecognized_(let number) = request.effectIdentifier {
                let known = Identify.EffectIdentifierEnum.allCases.map { "\($0) (\($0.rawValue))" }
                throw HomeError(
                    .invalidArgument,
                    "effectIdentifier: \(number) is no effect; there are \(known.joined(separator: ", "))")
            }
        case nil: throw context.unimplemented(command, of: cluster)
        }
        return [:]
    }

    func didWrite(_ attribute: UInt32, _ context: inout EndpointContext) { countDown(&context) }

    func timer(_ timer: UInt32, _ context: inout EndpointContext) {
        guard let left = context[Identify.identifyTime], left > 0 else { return }
        context[Identify.identifyTime] = left - 1
        countDown(&context)
    }

    private func countDown(_ context: inout EndpointContext) {
        if let left = context[Identify.identifyTime], left > 0 {
            context.schedule(Timer.second, of: cluster, after: .seconds(1))
        } else {
            context.cancel(Timer.second, of: cluster)
        }
    }
}
