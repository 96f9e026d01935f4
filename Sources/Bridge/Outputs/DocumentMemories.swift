import DataModel

/// What counts of what documents said before, by their numbers.
struct DocumentMemories: Sendable {
    private var memories: [Int: DocumentMemory] = [:]

    /// Of a document; nothing where it said nothing that counts.
    subscript(_ number: Int) -> DocumentMemory { memories[number] ?? DocumentMemory() }

    /// A document's topic says this from before; what was said since counts more.
    mutating func recall(_ document: DocumentOutput, payload: [UInt8]) {
        guard memories[document.number] == nil else { return }
        memories[document.number] = document.content.recall?(payload)
    }

    /// Nothing stands on the document's topic any more.
    mutating func forget(_ number: Int) { memories[number] = nil }

    /// A document takes the place of another on the same topic, and may be made of other parts.
    mutating func replace(_ former: DocumentOutput, with document: DocumentOutput) {
        guard former.content.parts != document.content.parts else { return }
        memories[document.number, default: DocumentMemory()]
            .replace(parts: former.content.parts, with: document.content.parts)
    }

    /// Renders a document that is about to be sent; one with a version gets a new one where it says something new.
    mutating func render(
        _ document: DocumentOutput, _ context: DocumentOutput.Context, _ status: BridgeStatus,
        into payload: inout [UInt8]
    ) {
        var context = context
        context.memory = self[document.number]
        document.render(context, into: &payload)
        guard document.content.isVersioned, context.memory.hash != FNV1a.hash(payload) else { return }
        context.memory.version = context.memory.nextVersion(status)
        payload.removeAll(keepingCapacity: true)
        document.render(context, into: &payload)
        context.memory.hash = FNV1a.hash(payload)
        memories[document.number] = context.memory
    }
}
