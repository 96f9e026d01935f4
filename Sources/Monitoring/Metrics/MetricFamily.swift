/// Metrics of one name: what is counted or measured, and the figures, told apart by labels.
///
/// Source: Prometheus, "Exposition formats" and "Metric and label naming": names in base units, `_total` for counters.
public struct MetricFamily: Sendable {
    /// What the figures do.
    public enum Kind: String, Sendable {
        /// It only rises, and begins at 0 with the process.
        case counter
        /// It rises and falls.
        case gauge
        /// It counts observations by their size.
        case histogram
    }

    /// One line.
    struct Sample: Sendable {
        var suffix = ""
        var labels: [(name: String, value: String)] = []
        var value: Double
    }

    /// Letters, digits and `_`.
    public let name: String
    /// What it is, in one sentence without a period.
    public let help: String
    /// What the figures do.
    public let kind: Kind
    let samples: [Sample]

    /// One figure.
    public init(_ kind: Kind, _ name: String, _ help: String, _ value: Double) {
        (self.name, self.help, self.kind) = (name, help, kind)
        samples = [Sample(value: value)]
    }

    /// A figure for each value of a label.
    public init(_ kind: Kind, _ name: String, _ help: String, by label: String, _ values: [(String, Double)]) {
        (self.name, self.help, self.kind) = (name, help, kind)
        samples = values.map { Sample(labels: [(label, $0.0)], value: $0.1) }
    }

    /// A histogram.
    ///
    /// - Parameters:
    ///   - name: With its unit.
    ///   - help: What is observed.
    ///   - bounds: The upper bounds of the buckets, rising; a last one without a bound follows by itself.
    ///   - counts: How many observations lie in each bucket alone, one more than there are bounds.
    ///   - sum: Of all observations.
    public init(_ name: String, _ help: String, bounds: [Double], counts: [Int], sum: Double) {
        (self.name, self.help, kind) = (name, help, .histogram)
        var samples: [Sample] = []
        var total = 0
        for (bound, count) in zip(bounds + [.infinity], counts) {
            total += count
            samples.append(
                Sample(suffix: "_bucket", labels: [("le", MetricText.number(bound))], value: Double(total)))
        }
        samples.append(Sample(suffix: "_sum", value: sum))
        samples.append(Sample(suffix: "_count", value: Double(total)))
        self.samples = samples
    }
}
