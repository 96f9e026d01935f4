import DataModel
import Synchronization

@testable import HomeGraph

/// Stands where a device would: remembers what it is told and answers what it was given.
final class RecordingTarget: TraitTarget {
    struct Invocation: Equatable {
        let command: UInt32
        let fields: [UInt32: DataValue]
    }

    let supported: Set<UInt32>
    let answer: [UInt32: DataValue]
    private let invocations = Mutex<[Invocation]>([])
    private let writes = Mutex<[UInt32: DataValue]>([:])

    init(supported: Set<UInt32> = [], answer: [UInt32: DataValue] = [:]) {
        self.supported = supported
        self.answer = answer
    }

    var invoked: [Invocation] { invocations.withLock { $0 } }
    var written: [UInt32: DataValue] { writes.withLock { $0 } }

    var identity: String { "recording" }

    func supports(command: UInt32) -> Bool { supported.contains(command) }

    func invoke(_ command: UInt32, _ fields: [UInt32: DataValue]) async throws(HomeError) -> [UInt32: DataValue] {
        invocations.withLock { $0.append(Invocation(command: command, fields: fields)) }
        return answer
    }

    func write(_ attributes: [(id: UInt32, value: DataValue)]) async throws(HomeError) -> TraitSnapshot {
        TraitSnapshot(
            writes.withLock { writes in
                for (id, value) in attributes { writes[id] = value }
                return writes
            })
    }

    /// A handle that leads here.
    func handle(_ values: [UInt32: DataValue] = [:]) -> TraitHandle {
        TraitHandle(target: self, snapshot: TraitSnapshot(values))
    }
}
