import DataModel

/// Bounds that the device itself gives.
public indirect enum Limits: Sendable {
    /// Raw numbers on a line: of the lower bounds the highest counts, of the upper ones the lowest.
    case bounds(lower: [AttributeID], upper: [AttributeID], Linear)
    /// By what another attribute is: the first entry with its number, else the last parameter.
    case selected(by: AttributeID, [Selection<Limits>], otherwise: Limits?)
    /// Those of several numbers that keep their distance from what is read.
    case shifted(from: Reading, [(reading: Reading, limits: Limits)])
    /// The first that the endpoint has.
    case first([Limits])

    /// What is left of it for an endpoint; `nil` where it has no such bounds.
    func supported(by endpoint: EndpointMembers) -> Limits? {
        switch self {
        case .bounds(let lower, let upper, let line):
            let (lower, upper) = (lower.filter { endpoint.supports($0) }, upper.filter { endpoint.supports($0) })
            return lower.isEmpty && upper.isEmpty ? nil : .bounds(lower: lower, upper: upper, line)
        case .selected(let attribute, let entries, let otherwise):
            guard endpoint.supports(attribute) else { return nil }
            let left = entries.compactMap { entry in
                entry.value.supported(by: endpoint).map { Selection(entry.codes, $0) }
            }
            return .selected(by: attribute, left, otherwise: otherwise?.supported(by: endpoint))
        case .shifted(let reading, let entries):
            guard let reading = reading.supported(by: endpoint) else { return nil }
            let left = entries.compactMap { entry -> (reading: Reading, limits: Limits)? in
                guard let own = entry.reading.supported(by: endpoint), let limits = entry.limits.supported(by: endpoint)
                else { return nil }
                return (own, limits)
            }
            return left.isEmpty ? nil : .shifted(from: reading, left)
        case .first(let limits): return limits.lazy.compactMap { $0.supported(by: endpoint) }.first
        }
    }

    /// The attributes that the bounds follow from.
    var attributes: [AttributeID] {
        switch self {
        case .bounds(let lower, let upper, _): lower + upper
        case .selected(let attribute, let entries, let otherwise):
            [attribute] + entries.flatMap(\.value.attributes) + (otherwise?.attributes ?? [])
        case .shifted(let reading, let entries):
            reading.attributes + entries.flatMap { $0.reading.attributes + $0.limits.attributes }
        case .first(let limits): limits.flatMap(\.attributes)
        }
    }

    /// The bounds now, in people's unit; `nil` where the device gives none on that side.
    func bounds(_ read: (AttributeID) -> DataValue) -> (lower: Double?, upper: Double?) {
        switch self {
        case .bounds(let lower, let upper, let line):
            return (
                lower.compactMap { line.people(read($0)) }.max(), upper.compactMap { line.people(read($0)) }.min()
            )
        case .selected(let attribute, let entries, let otherwise):
            let code = read(attribute).code
            let entry = entries.first { entry in code.map { entry.codes.contains($0) } == true }
            return (entry?.value ?? otherwise)?.bounds(read) ?? (nil, nil)
        case .shifted(let reading, let entries):
            guard case .number(let middle) = reading.value(read) else { return (nil, nil) }
            let moved = entries.compactMap { entry -> (lower: Double?, upper: Double?)? in
                guard case .number(let own) = entry.reading.value(read) else { return nil }
                let bounds = entry.limits.bounds(read)
                // Without the last digits of a binary number.
                func moved(_ bound: Double) -> Double { ((bound + middle - own) * 1000).rounded() / 1000 }
                return (bounds.lower.map(moved), bounds.upper.map(moved))
            }
            return (moved.compactMap(\.lower).max(), moved.compactMap(\.upper).min())
        // Binding left the one that the endpoint has.
        case .first(let limits): return limits.first?.bounds(read) ?? (nil, nil)
        }
    }
}
