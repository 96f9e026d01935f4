/// Metrics as Prometheus reads them.
///
/// Source: Prometheus, "Exposition formats", text-based format 0.0.4.
public enum MetricText: Sendable {
    /// What the format is called in `Content-Type`.
    public static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    /// Writes families, each with its help and type.
    public static func text(_ families: [MetricFamily]) -> String {
        var text = ""
        for family in families {
            text += "# HELP \(family.name) \(escaped(family.help, quotes: false))\n"
            text += "# TYPE \(family.name) \(family.kind.rawValue)\n"
            for sample in family.samples {
                let labels = sample.labels.map { "\($0.name)=\"\(escaped($0.value, quotes: true))\"" }
                text += family.name + sample.suffix
                if !labels.isEmpty { text += "{\(labels.joined(separator: ","))}" }
                text += " \(number(sample.value))\n"
            }
        }
        return text
    }

    /// A number as it stands in a line or in `le`: whole ones without a fraction.
    static func number(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
        return Int64(exactly: value).map { "\($0)" } ?? "\(value)"
    }

    private static func escaped(_ text: String, quotes: Bool) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": escaped += #"\\"#
            case "\n": escaped += #"\n"#
            case "\"" where quotes: escaped += #"\""#
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
