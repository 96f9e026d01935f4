import Bridge
import Configuration
import DataModel
import HomeGraph
import Monitoring

/// What is served over HTTP for those who watch the bridge: `/metrics` and `/health`.
enum Watching {
    /// Begins to serve.
    ///
    /// - Parameters:
    ///   - bridge: What is watched.
    ///   - address: Where it is served.
    ///   - log: Hears where, and where that is seen from outside.
    /// - Returns: The server; it ends when it is let go.
    /// - Throws: ``ProgramError`` for an address that cannot be had.
    static func serve(_ bridge: Bridge, at address: NetworkAddress, log: Log) throws(ProgramError) -> HTTPServer {
        let server: HTTPServer
        do throws(ListeningFault) {
            server = try HTTPServer(
                host: address.host, port: address.port,
                documents: ["/metrics": { metrics(bridge) }, "/health": { health(bridge.figures) }])
        } catch {
            throw ProgramError(.fault, "http.listen: \(error.address): \(error.problem)", remedy: error.remedy)
        }
        log(.info, "metrics and health on http://\(address)")
        if !server.isLoopback {
            log(
                .warning,
                "http.listen: whoever reaches \(address) can read metrics and health; listen on 127.0.0.1, or let only a proxy reach it"
            )
        }
        return server
    }

    private static func metrics(_ bridge: Bridge) -> HTTPResponse {
        HTTPResponse(
            .ok, contentType: MetricText.contentType,
            body: MetricText.text(
                BridgeMetrics.families(bridge.figures, version: HomeGraph.Home.version) + ProcessFigures().metrics))
    }

    /// 200 while broker, bridge and hub are as they should be, else 503; which of them is not stands in the document.
    static func health(_ figures: BridgeFigures) -> HTTPResponse {
        let document = JSONValue.object([
            JSONMember(name: "connected", value: .bool(figures.isConnected)),
            JSONMember(
                name: "hub", value: .object([JSONMember(name: "online", value: .bool(figures.isHubOnline))])),
            JSONMember(name: "state", value: .string(figures.isOnline ? "online" : "offline")),
        ])
        let isHealthy = figures.isConnected && figures.isHubOnline && figures.isOnline
        return HTTPResponse(
            isHealthy ? .ok : .serviceUnavailable, contentType: "application/json",
            body: String(decoding: document.text, as: UTF8.self) + "\n")
    }
}
