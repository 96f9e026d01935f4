import ClusterTypes
import HomeGraph

/// Something of a closure that moves: one of its panels, or the closure itself where it has none that does.
///
/// Positions are hundredths of a percent; 10000 is open.
struct ClosureLeaf {
    static let open: Int64 = 10_000

    /// Where it is.
    let position: Int64
    /// Where it goes to, or stands.
    let target: Int64
    /// How long it still moves, in milliseconds; `nil` where it stands.
    let left: Int64?
    /// Where it can be.
    var limits: ClosedRange<Int64> = 0...open
    /// What its positions are multiples of.
    var resolution: Int64 = 1

    /// The nearest position that it can have: within its limits, and a whole number of its steps.
    func aim(_ position: Int64) -> Int64 {
        let within = max(limits.lowerBound, min(limits.upperBound, position))
        return min(limits.upperBound, (within + resolution / 2) / resolution * resolution)
    }
}

/// The latch of a closure or of one of its panels (Matter Application Cluster Specification, sections 5.4 and 5.5).
struct ClosureLatch {
    /// Whether it is latched now.
    let isLatched: Bool
    /// What it does from afar: the bits of `latchControlModes`, which both clusters number alike.
    let modes: UInt8

    private static let latching: UInt8 = 1 << 0, unlatching: UInt8 = 1 << 1

    /// Looks at what is asked of the latch, and whether what it holds is to move.
    ///
    /// - Throws: `failedPrecondition` where the latch is worked by hand only, or holds what is to move.
    func check(_ wanted: Bool?, moves: Bool, of device: String) throws(HomeError) {
        if let wanted, wanted != isLatched, modes & (wanted ? Self.latching : Self.unlatching) == 0 {
            throw HomeError(.failedPrecondition, "latch: \(device) is \(wanted ? "" : "un")latched by hand only")
        }
        guard !moves || !isLatched || wanted == false else {
            throw HomeError(.failedPrecondition, "\(device) is latched; unlatch it first")
        }
    }
}
