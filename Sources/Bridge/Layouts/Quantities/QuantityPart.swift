import Conversions
import DataModel
import HomeGraph
import ModelReader

/// The value of a slot, counted from a device's first one.
typealias SlotReader = (_ offset: Int) -> DataValue

/// A part of devices that are made alike, as people's quantities see it.
struct QuantityPart: Sendable {
    let part: PartLayout
    /// The names of its device types and of those that they extend.
    let types: Set<String>
    private let members: EndpointMembers

    /// Looks at a part.
    init(_ part: PartLayout) {
        self.part = part
        types = Set(part.types.flatMap(\.lineage).map(\.name))
        members = EndpointMembers(part)
    }

    /// A quantity on this part; `nil` where the part does not have it.
    func bind(_ quantity: Quantity) -> PartQuantity? {
        BoundConversion(quantity, on: members).map { PartQuantity($0, in: part) }
    }
}

/// Which parts something is for, by their device types and those that they extend.
enum PartScope: Sendable {
    case any
    case types(Set<String>)
    case except(Set<String>)

    /// Whether it is for a part.
    func contains(_ part: QuantityPart) -> Bool {
        switch self {
        case .any: true
        case .types(let types): !types.isDisjoint(with: part.types)
        case .except(let types): types.isDisjoint(with: part.types)
        }
    }

    /// What is made for people to look at and listen to: its level is how loud it is.
    static let media: Set<String> = [
        "Speaker", "BasicVideoPlayer", "CastingVideoPlayer", "GoogleAudioVideoReceiver", "GoogleSetTopBox",
        "GoogleSoundbar", "GoogleStreamingBox", "GoogleStreamingSoundbar", "GoogleStreamingStick", "GoogleTV",
    ]

    /// What rings.
    static let doorbells: Set<String> = ["Doorbell", "AudioDoorbell", "VideoDoorbell", "GoogleDoorbell"]

    /// What says only that it found what it looks for, and is no contact.
    static let contacts: Set<String> = ["ContactSensor"]
}
