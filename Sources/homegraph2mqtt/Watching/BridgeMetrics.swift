import Bridge
import HomeGraph
import Monitoring

/// The bridge's figures under the names by which Prometheus knows them.
enum BridgeMetrics {
    /// What every name begins with.
    private static let prefix = "homegraph2mqtt_"

    /// Every family.
    static func families(_ figures: BridgeFigures, version: String) -> [MetricFamily] {
        func gauge(_ name: String, _ help: String, _ value: Double) -> MetricFamily {
            MetricFamily(.gauge, prefix + name, help, value)
        }
        func counter(_ name: String, _ help: String, _ value: Int) -> MetricFamily {
            MetricFamily(.counter, prefix + name, help, Double(value))
        }
        return [
            MetricFamily(.gauge, prefix + "build_info", "The version that runs", by: "version", [(version, 1)]),
            gauge("broker_connected", "1 while a broker is connected, else 0", figures.isConnected ? 1 : 0),
            gauge(
                "online", "1 while everything that is retained is at the broker, and the bridge's online, else 0",
                figures.isOnline ? 1 : 0),
            gauge("hub_online", "1 while the hub can be reached, else 0", figures.isHubOnline ? 1 : 0),
            counter(
                "reconnects_total", "Connections that a broker accepted after the first",
                max(0, figures.connections - 1)),
            MetricFamily(
                .gauge, prefix + "devices", "Devices, by what stands on their topic availability", by: "availability",
                ConnectivityState.allCases.map { ($0.name, Double(figures.devices[$0] ?? 0)) }),
            gauge("retained_topics", "Retained topics that the bridge has", Double(figures.retainedTopics)),
            results("orders_total", "Orders to devices, groups and rooms, by how they ended", figures.orders),
            durations(
                "order_duration_seconds", "Time from an order's arrival to its answer, in seconds", figures.orders),
            results("requests_total", "Requests to the bridge, by how they ended", figures.requests),
            durations(
                "request_duration_seconds", "Time from a request's arrival to its answer, in seconds",
                figures.requests),
            counter("changes_total", "Changes of attributes", figures.changes),
            counter("events_total", "Events of devices", figures.events),
            counter(
                "messages_received_total", "Messages that came from the broker, without those of the bridge itself",
                figures.received),
            counter("messages_published_total", "Messages that were published", figures.published),
            counter("messages_refused_total", "Messages that the broker refused", figures.refused),
            counter(
                "messages_dropped_total",
                "Events, answers and lines of the log that could be sent to nobody, or were too many", figures.dropped),
            gauge("messages_waiting", "Messages that wait to be published", Double(figures.waitingMessages)),
            gauge("orders_waiting", "Orders that are carried out or wait for that", Double(figures.waitingOrders)),
        ]
    }

    private static func results(_ name: String, _ help: String, _ outcomes: OutcomeFigures) -> MetricFamily {
        let failed = HomeError.Code.allCases.map { ($0.name, Double(outcomes.failed[$0] ?? 0)) }
        return MetricFamily(
            .counter, prefix + name, help, by: "result", [("ok", Double(outcomes.succeeded))] + failed)
    }

    private static func durations(_ name: String, _ help: String, _ outcomes: OutcomeFigures) -> MetricFamily {
        MetricFamily(
            prefix + name, help, bounds: DurationHistogram.bounds.map { $0 / .seconds(1) },
            counts: outcomes.durations.counts, sum: outcomes.durations.sum / .seconds(1))
    }
}
