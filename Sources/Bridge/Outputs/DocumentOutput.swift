import DataModel
import HomeGraph

/// An output that is more than one attribute's value: a retained document that is composed when it is sent.
///
/// An object, taken over from plan to plan as long as it says the same beside the values of its slots. It holds only
/// where it stands; what it says is in a ``DocumentContent`` that many may share.
final class DocumentOutput: Sendable {
    /// What composing a document may read.
    struct Context: Sendable {
        let store: HomeStore
        let status: BridgeStatus
        /// What is published now.
        let plan: OutputPlan
        /// Whether the bridge is about to go.
        var isEnding = false
        /// What of the document's former payloads counts.
        var memory = DocumentMemory()
        /// From where the document's slots are counted.
        fileprivate(set) var firstSlot = 0

        /// Whatever is read, of documents in this plan.
        init(
            store: HomeStore, status: BridgeStatus, plan: OutputPlan, isEnding: Bool = false,
            memory: DocumentMemory = DocumentMemory()
        ) {
            self.memory = memory
            self.store = store
            self.status = status
            self.plan = plan
            self.isEnding = isEnding
        }

        /// The version that a document says.
        var version: Int64 { memory.version ?? memory.nextVersion(status) }

        /// The value in one of the document's slots.
        func value(_ offset: Int) -> DataValue { store.value(at: firstSlot + offset) }
    }

    /// The number under which the outbox knows it: the same from plan to plan, also where its topic moves.
    let number: Int
    /// The number of the branch's root.
    let rootNumber: Int
    /// The branch's root.
    let root: [UInt8]
    let content: DocumentContent
    /// From where its slots are counted.
    let firstSlot: Int

    init(_ content: DocumentContent, number: Int, root: (number: Int, topic: [UInt8]), firstSlot: Int) {
        self.content = content
        self.number = number
        self.firstSlot = firstSlot
        rootNumber = root.number
        self.root = root.topic
    }

    /// The whole topic.
    var topic: [UInt8] { root + content.octets }

    /// The slots that it reads.
    var slots: some Sequence<Int> { content.offsets.lazy.map { [firstSlot] in firstSlot + $0 } }

    /// Appends the topic.
    func appendTopic(to topic: inout [UInt8]) {
        topic.append(contentsOf: root)
        topic.append(contentsOf: content.octets)
    }

    /// Appends the payload.
    func render(_ context: Context, into payload: inout [UInt8]) { render(content.render, context, into: &payload) }

    /// Appends what stands there while the branch is brought up to date.
    ///
    /// - Returns: Whether there is such a thing.
    func renderOpening(_ context: Context, into payload: inout [UInt8]) -> Bool {
        guard let opening = content.opening else { return false }
        render(opening, context, into: &payload)
        return true
    }

    /// Its key, where it may change only while its branch is open.
    func key(_ context: Context) -> UInt64? {
        var context = context
        context.firstSlot = firstSlot
        return content.key?(context)
    }

    private func render(_ body: DocumentContent.Render, _ context: Context, into payload: inout [UInt8]) {
        var context = context
        context.firstSlot = firstSlot
        body(context, &payload)
    }
}
