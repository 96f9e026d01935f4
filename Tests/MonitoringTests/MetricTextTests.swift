import TestSupport
import Testing

@testable import Monitoring

struct MetricTextTests {
    @Test func `a family has its help, its type, and a line for each value of its label`() {
        let text = MetricText.text([
            MetricFamily(.counter, "orders_total", "Orders", by: "result", [("ok", 3), ("notFound", 0)]),
            MetricFamily(.gauge, "waiting", "Messages", 2.5),
        ])
        #expect(
            text == """
                # HELP orders_total Orders
                # TYPE orders_total counter
                orders_total{result="ok"} 3
                orders_total{result="notFound"} 0
                # HELP waiting Messages
                # TYPE waiting gauge
                waiting 2.5

                """)
    }

    @Test(arguments: ["", "plain", "a\"b", "a\\b", "a\nb", "\\n", "\"\"\n\\", "größer, {=}", "\u{1F600}\r"])
    func `whatever stands in a label or a help comes back`(text: String) throws {
        let read = try MetricReader(
            MetricText.text([MetricFamily(.gauge, "figure", "is \(text)", by: "label", [(text, 1)])]))
        #expect(read.value("figure", ["label": text]) == 1)
        if !text.contains("\\n") { #expect(read.helps["figure"] == "is \(text)") }
    }

    @Test func `a histogram counts what lies below each bound, and ends with all`() throws {
        let read = try MetricReader(
            MetricText.text([
                MetricFamily("time_seconds", "Time", bounds: [0.001, 0.25, 10], counts: [1, 0, 4, 2], sum: 31.5)
            ]))
        #expect(read.types == ["time_seconds": "histogram"])
        let buckets = ["0.001", "0.25", "10", "+Inf"].map { read.value("time_seconds_bucket", ["le": $0]) }
        #expect(buckets == [1, 1, 5, 7])
        #expect(read.value("time_seconds_count") == 7)
        #expect(read.value("time_seconds_sum") == 31.5)
        #expect(read.samples.count == 6)
    }

    @Test func `in every histogram buckets rise with their bounds, and the last is the count`() throws {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<200 {
            let bounds = (0..<Int.random(in: 0...20, using: &random)).map { _ in
                Double.random(in: 0...9, using: &random)
            }
            .sorted()
            let counts = (0...bounds.count).map { _ in Int.random(in: 0...1_000_000, using: &random) }
            let read = try MetricReader(
                MetricText.text([MetricFamily("h", "H", bounds: bounds, counts: counts, sum: 1)]))
            let buckets = read.samples.filter { $0.name == "h_bucket" }
            #expect(buckets.map { Double($0.labels["le"] ?? "") ?? .infinity } == bounds + [.infinity])
            #expect(zip(buckets, buckets.dropFirst()).allSatisfy { $0.value <= $1.value })
            #expect(buckets.last?.value == Double(counts.reduce(0, +)))
            #expect(read.value("h_count") == buckets.last?.value)
        }
    }

    @Test(arguments: [
        (0.0, "0"), (-3, "-3"), (1e15, "1000000000000000"), (0.00005, "5e-05"), (0.1, "0.1"),
        (.infinity, "+Inf"), (-.infinity, "-Inf"), (.nan, "NaN"), (1e300, "1e+300"),
    ]) func `numbers are written as everybody reads them`(value: Double, text: String) {
        #expect(MetricText.number(value) == text)
    }
}
