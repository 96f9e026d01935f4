import DataModel
import HomeGraph
import MQTT

extension OrderRouter {
    /// Takes a request to `B/bridge/request/NAME`.
    func takeRequest(_ name: String, _ message: InboundMessage) {
        guard
            let reply = openReply(
                message, default: Array("\(configuration.baseTopic)/bridge/response/\(name)".utf8),
                timeout: requests.timeout(ofRequest: name))
        else { return }
        var id: JSONValue?
        do throws(HomeError) {
            try checkSize(message)
            let payload = try OrderPayload(message.payload)
            id = payload.id
            let request = try requests.request(named: name)
            let path = "request/\(name)"
            guard planner.resolver.filter.allows(path) else { throw CommandFilter.refusal(path) }
            let arguments = try RequestArguments(payload.body, of: request)
            switch request.action {
            case .immediate(let act): finish(reply, .success(try act(arguments)), id: id)
            case .lasting(let begin):
                let id = id
                try lastingRequests.enter { "\($0) requests are being carried out already" }
                do throws(HomeError) {
                    finish(try begin(arguments, reply.deadline), by: reply.deadline) { self.finish(reply, $0, id: id) }
                } catch {
                    lastingRequests.leave()
                    throw error
                }
            case .edit(let edit):
                let id = id
                try edits.submit(edit, arguments, deadline: reply.deadline) { self.finish(reply, $0, id: id) }
            }
        } catch {
            finish(reply, .failure(error), id: id ?? strayID(message))
        }
    }

    /// Does what is left of a request that was begun; it is answered when its time is over, at the latest.
    private func finish(
        _ work: @escaping BridgeRequest.Work, by deadline: Duration, completion: @escaping EditQueue.Completion
    ) {
        let outcome = TimedOutcome(deadline: deadline, time: time) {
            HomeError(.deadlineExceeded, "the request was not carried out in time")
        } completion: {
            completion($0)
        }
        Task {
            defer { self.lastingRequests.leave() }
            do throws(HomeError) {
                outcome.finish(.success(try await work()))
            } catch {
                outcome.finish(.failure(error))
            }
        }
    }

    private func finish(_ reply: Reply, _ result: Result<BridgeRequest.Result?, HomeError>, id: JSONValue?) {
        switch result {
        case .success(let result): answer(reply, AnswerText.success(id: id, result: result))
        case .failure(let error): answer(reply, AnswerText.failure(OrderFailure(error), isBatch: false, id: id))
        }
    }
}
