import Foundation

/// A figure beside that of the plainest program that does the same.
struct Measure: Codable {
    /// What is measured.
    let name: String
    /// The unit of ``value`` and ``raw``.
    let unit: String
    /// The bridge's figure.
    let value: Double
    /// The plain program's; `nil` where there is none.
    let raw: Double?
    /// ``value`` ÷ ``raw``; `nil` where there is none.
    let ratio: Double?
    /// What is wanted, in words; `nil` where the figure only explains another.
    let target: String?
    /// Whether it is so; `nil` where nothing is wanted.
    let met: Bool?

    /// A figure that is held against the plain program's.
    ///
    /// - Parameters:
    ///   - name: What is measured.
    ///   - unit: The figures' unit.
    ///   - runs: The bridge's figures and the plain program's, run by run; the run with the median ratio counts.
    ///   - target: What the ratio is to be; `nil` where it only explains another.
    /// - Returns: The measure.
    static func ratio(
        _ name: String, _ unit: String, runs: [(value: Double, raw: Double)], target: Target?
    ) -> Measure {
        let sorted = runs.sorted { $0.value / $0.raw < $1.value / $1.raw }
        let run = sorted[sorted.count / 2]
        let ratio = run.value / run.raw
        return Measure(
            name: name, unit: unit, value: run.value, raw: run.raw, ratio: ratio, target: target.map { "\($0) × raw" },
            met: target?.isMet(by: ratio))
    }

    /// A figure that stands for itself.
    static func figure(_ name: String, _ unit: String, _ value: Double, target: Target) -> Measure {
        Measure(
            name: name, unit: unit, value: value, raw: nil, ratio: nil, target: "\(target) \(unit)",
            met: target.isMet(by: value))
    }

    /// A bound.
    enum Target: CustomStringConvertible {
        case atLeast(Double)
        case atMost(Double)

        func isMet(by value: Double) -> Bool {
            switch self {
            case .atLeast(let bound): value >= bound
            case .atMost(let bound): value <= bound
            }
        }

        var description: String {
            switch self {
            case .atLeast(let bound): "≥ \(bound.short)"
            case .atMost(let bound): "≤ \(bound.short)"
            }
        }
    }

    /// What the table's columns are called.
    static let heading = ["measure", "unit", "bridge", "raw", "ratio", "target", "met"]

    /// The columns of the table.
    var row: [String] {
        [
            name, unit, value.short, raw?.short ?? "", ratio?.short ?? "", target ?? "",
            met.map { $0 ? "yes" : "no" } ?? "",
        ]
    }
}

/// Rows below each other, as Markdown has them.
struct Table: CustomStringConvertible {
    let rows: [[String]]

    var description: String {
        let widths = (rows.first ?? []).indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        var lines = rows.map { row in
            "| " + zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }.joined(separator: " | ")
                + " |"
        }
        lines.insert("| " + widths.map { String(repeating: "-", count: $0) }.joined(separator: " | ") + " |", at: 1)
        return lines.joined(separator: "\n")
    }
}

extension Double {
    /// With three digits that count.
    var short: String {
        guard self != 0, isFinite else { return "0" }
        let digits = Swift.max(0, 2 - Int(log10(magnitude).rounded(.down)))
        return String(format: "%.\(digits)f", self)
    }
}
