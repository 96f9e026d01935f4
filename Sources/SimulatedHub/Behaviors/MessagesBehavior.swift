import ClusterTypes
import DataModel
import Foundation
import HomeGraph

/// Messages that a screen shows to people (Matter Application Cluster Specification, section 1.16).
///
/// Nobody stands before a simulated screen: messages are not answered, and end after their time.
struct MessagesBehavior: Behavior {
    private typealias Messages = MessagesCluster
    private enum Timer { static let next: UInt32 = 0 }
    /// How many messages there are at most.
    private static let most = 8

    var cluster: UInt32 { Messages.clusterID }

    func start(_ context: inout EndpointContext) { follow(&context) }
    func timer(_ timer: UInt32, _ context: inout EndpointContext) { follow(&context) }

    func invoke(
        _ command: UInt32, _ fields: [UInt32: DataValue], _ context: inout EndpointContext
    ) throws(HomeError) -> [UInt32: DataValue] {
        switch Messages.Command(rawValue: command) {
        case .presentMessagesRequest: try present(try context.read(fields), &context)
        case .cancelMessagesRequest:
            let ids = try context.read(fields, as: Messages.CancelMessagesRequestRequest.self).messageIDs
            let known = (context[Messages.messages] ?? []).map(\.messageId)
            guard ids.allSatisfy(known.contains) else {
                throw HomeError(.notFound, "messageIDs: \(context.device.name) does not have all of these messages")
            }
            end(ids, &context)
            follow(&context)
        case nil: throw context.unimplemented(command, of: cluster)
        }
        return [:]
    }

    private func present(
        _ request: Messages.PresentMessagesRequestRequest, _ context: inout EndpointContext
    ) throws(HomeError) {
        let messages = context[Messages.messages] ?? []
        guard !messages.contains(where: { $0.messageId == request.messageId }) else {
            throw HomeError(.alreadyExists, "messageId: \(context.device.name) has this message already")
        }
        guard messages.count < Self.most else {
            throw HomeError(
                .resourceExhausted, "\(context.device.name) has \(messages.count) messages; cancel one first")
        }
        context[Messages.messages] =
            messages + [
                Messages.MessageStruct(
                    messageId: request.messageId, priority: request.priority, messageControl: request.messageControl,
                    startTime: request.startTime ?? context.now.matterSeconds, duration: request.duration,
                    messageText: request.messageText, responses: request.responses,
                    fabricIndex: Fabric.hub)
            ]
        context.emit(
            Messages.MessageQueuedEvent(messageId: request.messageId, fabricIndex: Fabric.hub))
        follow(&context)
    }

    /// Takes messages away.
    private func end(_ ids: [Data], _ context: inout EndpointContext) {
        guard !ids.isEmpty else { return }
        context[Messages.messages] = context[Messages.messages]?.filter { !ids.contains($0.messageId) }
        context[Messages.activeMessageIDs] = context[Messages.activeMessageIDs]?.filter { !ids.contains($0) }
        for id in ids {
            context.emit(
                Messages.MessageCompleteEvent(
                    messageId: id, futureMessagesPreference: nil, fabricIndex: Fabric.hub))
        }
    }

    /// Shows what begins, takes away what is over, and comes back when that changes; without a duration a message stays.
    private func follow(_ context: inout EndpointContext) {
        let now = UInt64(context.now.matterSeconds) * 1000
        func span(_ message: Messages.MessageStruct) -> (begin: UInt64, end: UInt64?) {
            let begin = UInt64(message.startTime ?? 0) * 1000
            return (begin, message.duration.map { begin.addingReportingOverflow($0) }.flatMap { $1 ? nil : $0 })
        }
        end((context[Messages.messages] ?? []).filter { span($0).end ?? .max <= now }.map(\.messageId), &context)
        let left = context[Messages.messages] ?? []
        for message in left where span(message).begin <= now {
            guard context[Messages.activeMessageIDs]?.contains(message.messageId) == false else { continue }
            context[Messages.activeMessageIDs]?.append(message.messageId)
            context.emit(
                Messages.MessagePresentedEvent(messageId: message.messageId, fabricIndex: Fabric.hub))
        }
        let moments = left.flatMap { [span($0).begin, span($0).end ?? 0] }.filter { $0 > now }
        guard let next = moments.min() else {
            context.cancel(Timer.next, of: cluster)
            return
        }
        context.schedule(
            Timer.next, of: cluster, after: .milliseconds(Int64(clamping: min(next - now, 3_155_760_000_000))))
    }
}
