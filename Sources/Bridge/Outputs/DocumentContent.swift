import HomeGraph
import MQTT

/// What a document is made of, before it has a place in a plan.
///
/// One object may serve all devices that are made alike: the slots are then counted from each device's first one.
final class DocumentContent: Sendable {
    /// When a document goes, among all that is to be sent.
    enum Stage: Sendable {
        /// Before the attributes.
        case value
        /// After everything on the topics that it tells of.
        case announcement
        /// After everything else, just before the bridge is online; and again, with
        /// ``DocumentOutput/Context/isEnding``, before it goes.
        case state
    }

    /// Appends a payload; an empty one clears the topic, for conventions in which nothing says that there is no value.
    typealias Render = @Sendable (DocumentOutput.Context, inout [UInt8]) -> Void

    /// What the topic ends in, after the branch's root; empty where the root itself is the topic.
    let end: String
    /// At what quality of service it goes.
    ///
    /// Brokers keep the order of messages on one topic only within one quality of service, and topics are cleared at
    /// that of attributes: of several documents in a branch only the one that is cleared last may have another.
    let qualityOfService: QualityOfService
    /// The slots that it reads, from the device's first one (or all slots, where it is not for one device); a change of
    /// one sends it again, if it says something else then.
    let offsets: [Int]
    /// Whether the hub's coming and going, and every change of the home, sends it again.
    let readsHub: Bool
    /// When it goes.
    let stage: Stage
    /// The slots, counted as ``offsets``, whose topics it tells of: what stands there is sent again after it when
    /// somebody has to be told everything.
    let announced: [Int]
    /// What stands on the topic while the branch's other documents are brought up to date.
    ///
    /// It goes before those, the document itself after them. For conventions in which an object is to be taken for
    /// incomplete meanwhile; such a document is the last of its branch.
    let opening: Render?
    /// Another number for another document, for one that may change only while the branch's opening stands; `nil` for
    /// all others.
    ///
    /// Asked when a slot changed; only where the number is another one, the branch is opened, and the document sent.
    let key: (@Sendable (DocumentOutput.Context) -> UInt64)?
    /// Whether it says a version, ``DocumentOutput/Context/version``, that goes up whenever it says something else.
    let isVersioned: Bool
    /// What it tells of, each with its kind: what another document on the topic told of beside that is in
    /// ``DocumentMemory/formerParts``, for readers that must be told what is no more.
    let parts: [String: String]
    /// What counts of a payload that is retained from before the bridge started; `nil` for nothing.
    let recall: (@Sendable ([UInt8]) -> DocumentMemory?)?
    let render: Render
    /// What follows the root in the topic.
    let octets: [UInt8]

    /// Describes a document.
    init(
        end: String, qualityOfService: QualityOfService = .atLeastOnce, offsets: [Int] = [], readsHub: Bool = false,
        stage: Stage = .value, announced: [Int] = [], opening: Render? = nil,
        key: (@Sendable (DocumentOutput.Context) -> UInt64)? = nil, isVersioned: Bool = false,
        parts: [String: String] = [:], recall: (@Sendable ([UInt8]) -> DocumentMemory?)? = nil,
        render: @escaping Render
    ) {
        self.end = end
        self.qualityOfService = qualityOfService
        self.offsets = offsets
        self.readsHub = readsHub
        self.stage = stage
        self.announced = announced
        self.opening = opening
        self.key = key
        self.isVersioned = isVersioned
        self.parts = parts
        self.recall = recall
        self.render = render
        octets = end.isEmpty ? [] : [Topic.separator] + Array(end.utf8)
    }
}

/// Documents of one branch that are the same for all devices that are made alike.
final class DocumentList: Sendable {
    let contents: [DocumentContent]
    /// What their topics end in.
    let ends: TopicEnds

    /// Takes documents in the order in which they are published.
    init(_ contents: [DocumentContent]) {
        self.contents = contents
        ends = TopicEnds(contents.map { Array($0.end.utf8) })
    }
}
