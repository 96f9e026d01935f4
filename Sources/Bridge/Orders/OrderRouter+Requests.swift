import DataModel
import HomeGraph
import MQTT

extension OrderRouter {
    /// Takes a request to `B/bridge/request/NAME`.
    func takeRequest(_ name: String, _ message: InboundMessage) {
        guard
            let reply = openReply(
                message, default: Array("\(configuration.baseTopic)/bridge/response/\(name)".utf8),
                countedBy: requestOutcomes, timeout: requests.timeout(ofRequest: name))
        else { return }
        var id: JSONValue?
        do throws(HomeError) {
            try checkSize(message)
            let payload = try OrderPayload(message.payload)
            id = payload.id
            let answered = id
            try carryOut(name, payload.body, by: reply.deadline) { self.finish(reply, $0, id: answered) }
        } catch {
            finish(reply, .failure(error), id: id ?? strayID(message))
        }
    }

    /// Takes a request to a layout.
    func take(_ request: LayoutRequest, of layout: any TopicLayout, _ message: InboundMessage) {
        let arrival = time.uptime
        let completion: EditQueue.Completion = { result in
            var code: HomeError.Code?
            if case .failure(let error) = result {
                code = error.code
                self.tell(of: error, of: layout, message)
            }
            self.requestOutcomes.note(code, after: self.time.uptime - arrival)
            self.outbox.send(notice: request.answer(result.map { $0.map(Self.json) ?? .null }))
        }
        do throws(HomeError) {
            try checkSize(message)
            let (name, fields) = try request.request.get()
            let deadline = arrival + max(configuration.commands.timeout, requests.timeout(ofRequest: name) ?? .zero)
            try carryOut(name, .json(.object(fields), isBareValue: false), by: deadline, completion: completion)
        } catch {
            completion(.failure(error))
        }
    }

    private static func json(_ result: BridgeRequest.Result) -> JSONValue {
        var writer = JSONWriter()
        result(&writer)
        // What the bridge writes is JSON.
        return (try? JSONValue(parsing: writer.bytes)) ?? .null
    }

    /// Carries a request out, or begins to.
    ///
    /// - Throws: Why it was not begun; then nobody is told.
    private func carryOut(
        _ name: String, _ body: OrderPayload.Body, by deadline: Duration, completion: @escaping EditQueue.Completion
    ) throws(HomeError) {
        let request = try requests.request(named: name)
        let path = "request/\(name)"
        guard planner.resolver.filter.allows(path) else { throw CommandFilter.refusal(path) }
        let arguments = try RequestArguments(body, of: request)
        switch request.action {
        case .immediate(let act): completion(.success(try act(arguments)))
        case .lasting(let begin):
            try lastingRequests.enter { "\($0) requests are being carried out already" }
            do throws(HomeError) {
                finish(try begin(arguments, deadline), by: deadline, completion: completion)
            } catch {
                lastingRequests.leave()
                throw error
            }
        case .edit(let edit): try edits.submit(edit, arguments, deadline: deadline, completion: completion)
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
        case .success(let result): answer(reply, nil, AnswerText.success(id: id, result: result))
        case .failure(let error): answer(reply, error, AnswerText.failure(OrderFailure(error), isBatch: false, id: id))
        }
    }
}
