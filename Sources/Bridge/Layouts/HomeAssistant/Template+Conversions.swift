import Conversions
import DataModel
import Foundation

extension Template {
    /// People's number of what stands on a topic, as the table of conversions has it; unknown where it is null.
    ///
    /// - Parameters:
    ///   - quantity: What it is.
    ///   - value: Where the number stands, of a document.
    /// - Returns: The template.
    static func people(_ quantity: Quantity, of value: String = "value") -> Template {
        unlessNull(quantity.conversion.reading?.scale().flatMap { expression($0, value) } ?? value)
    }

    /// As ``people(_:of:)``, of a device that says by an attribute, which has this value, how it counts.
    static func people(_ quantity: Quantity, where value: DataValue) -> Template {
        let scale = quantity.conversion.reading?.selected(by: value).scale()
        return unlessNull(scale.flatMap { expression($0, "value") } ?? "value")
    }

    /// As ``people(_:of:)``, and nothing where it is null: for what ignores an empty text.
    static func peopleOrNothing(_ quantity: Quantity) -> Template {
        let number = quantity.conversion.reading?.scale().flatMap { expression($0, "value") } ?? "value"
        return .expression("\(number) if value not in ['', 'null'] else ''")
    }

    /// The device's number of what Home Assistant sends, which it calls so.
    static func raw(_ quantity: Quantity, of name: String = "value") -> Template {
        guard case .linear(let line)? = quantity.conversion.reading?.scale() else { return .expression(name) }
        return .expression(line.raw(name))
    }

    private static func expression(_ scale: Scale, _ name: String) -> String? {
        switch scale {
        case .linear(let line): line.people(name)
        // 0 is too dark to measure.
        case .illuminance: "((10 ** ((\(name) | int - 1) / 10000)) | round(1) if \(name) != '0' else 0)"
        case .field(_, let scale): expression(scale, name)
        default: nil
        }
    }
}

extension Linear {
    /// People's number, as an expression of Home Assistant's.
    func people(_ name: String) -> String {
        var text = "\(name) | float"
        if numerator != 1 { text += " * \(Self.text(numerator))" }
        if denominator != 1 { text += " / \(Self.text(denominator))" }
        if offset != 0 { text += " + \(Self.text(offset))" }
        let digits = Int(log10(stepsPerUnit).rounded())
        if digits == 0 { return "(\(text)) | round(0) | int" }
        // A power of ten is divided by without a rest that people would see.
        return numerator == 1 && denominator == stepsPerUnit ? text : "(\(text)) | round(\(digits))"
    }

    /// The raw number, as an expression of Home Assistant's.
    func raw(_ name: String) -> String {
        let number = offset == 0 ? "\(name) | float" : "(\(name) | float - \(Self.text(offset)))"
        let factor = denominator / numerator
        let product = factor == 1 ? number : "\(number) * \(Self.text(factor))"
        return kind == .float ? product : "(\(product)) | round(0) | int"
    }

    private static func text(_ number: Double) -> String {
        Int64(exactly: number).map { "\($0)" } ?? "\(number)"
    }
}

extension Reading {
    /// What is read where the attribute that decides it has a value; itself where none does.
    func selected(by value: DataValue) -> Reading {
        switch self {
        case .selected(_, let entries, let otherwise):
            guard case .uint(let code) = value else { return otherwise ?? self }
            return entries.first { $0.codes.contains(code) }?.value ?? otherwise ?? self
        case .first(let readings): return readings.first?.selected(by: value) ?? self
        default: return self
        }
    }

    /// The scale of the first attribute that is read, or of the one named.
    func scale(of attribute: AttributeID? = nil) -> Scale? {
        switch self {
        case .attribute(let own, let scale, _): attribute == nil || attribute == own ? scale : nil
        case .constant, .named, .label, .color: nil
        case .selected(_, let entries, let otherwise):
            (entries.map(\.value) + [otherwise].compactMap(\.self)).lazy.compactMap { $0.scale(of: attribute) }.first
        case .mean(let first, let second), .pair(let first, let second):
            first.scale(of: attribute) ?? second.scale(of: attribute)
        case .compared(_, _, _, _, let equal): equal.scale(of: attribute)
        case .first(let readings): readings.lazy.compactMap { $0.scale(of: attribute) }.first
        case .requiring(_, let reading): reading.scale(of: attribute)
        }
    }
}
