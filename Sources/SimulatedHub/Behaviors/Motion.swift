import ClusterTypes
import DataModel

/// A movement from one position to another at a steady pace, as a behaviour remembers it.
///
/// Positions are hundredths of a percent, times milliseconds of simulated time.
struct Motion: DataStructure {
    let start: Int64
    let end: Int64
    let began: Int64
    let length: Int64

    /// How long all of the way takes at a speed, in milliseconds.
    static func wholeWay(at speed: SharedTypes.ThreeLevelAutoEnum) -> Int64 {
        switch speed {
        case .low: 40_000
        case .high: 10_000
        default: 20_000
        }
    }

    /// A movement takes a day at most.
    private static let longest: Int64 = 86_400_000

    /// Sets out at a moment, at a pace that takes so long for all of the way.
    init(from start: Int64, to end: Int64, at moment: Int64, wholeWay: Int64) {
        self.start = start
        self.end = end
        began = moment
        length = abs(end - start) * wholeWay / 10_000
    }

    init?(fields: [UInt32: DataValue]) {
        guard let start = fields[0].flatMap({ Int64($0) }), let end = fields[1].flatMap({ Int64($0) }),
            let began = fields[2].flatMap({ Int64($0) }), let length = fields[3].flatMap({ Int64($0) }),
            (0...Self.longest).contains(length),
            (0...10_000).contains(start), (0...10_000).contains(end)
        else { return nil }
        self.start = start
        self.end = end
        self.began = began
        self.length = length
    }

    var fields: [UInt32: DataValue] {
        [0: start.dataValue, 1: end.dataValue, 2: began.dataValue, 3: length.dataValue]
    }

    /// Where the movement is.
    func position(at moment: Int64) -> Int64 {
        guard length > 0, moment < began &+ length else { return end }
        return start + (end - start) * max(0, moment &- began) / length
    }

    /// How long it still takes.
    func left(at moment: Int64) -> Int64 { max(0, began &+ length &- moment) }
}
