public import FoundationEssentials

import Synchronization

/// What every object of one home shares.
final class HomeContext: Sendable {
    let store: HomeStore
    let hub: any Hub
    let dispatcher: OrderDispatcher
    let editor: HomeEditor
    let commissioning: Commissioning
    let time: any TimeSource
    let configuration: HomeConfiguration
    private let isSynchronized: Atomic<Bool>

    init(
        store: HomeStore, hub: any Hub, dispatcher: OrderDispatcher, editor: HomeEditor, time: any TimeSource,
        configuration: HomeConfiguration
    ) {
        self.store = store
        self.hub = hub
        self.dispatcher = dispatcher
        self.editor = editor
        commissioning = Commissioning(
            store: store, editor: editor, hub: hub, time: time, configuration: configuration)
        self.time = time
        self.configuration = configuration
        isSynchronized = Atomic(configuration.synchronization <= .zero)
    }

    /// Whether what a device does not support is refused before anything is sent.
    var isStrict: Bool { configuration.strictOperationValidation }

    /// What queries show: all that there is, or nothing as long as the home is not synchronised.
    var visibleShape: HomeShape {
        isSynchronized.load(ordering: .acquiring) ? store.shape : HomeShape.empty
    }

    /// Waits until the home counts as synchronised, and then shows what there is.
    func synchronize() async {
        guard (try? await time.sleep(until: time.uptime + configuration.synchronization)) != nil else { return }
        isSynchronized.store(true, ordering: .releasing)
        store.announceShape()
    }

    /// By when an order that is given now must have begun and be confirmed.
    var deadline: Duration { time.uptime + configuration.timeout }

    /// Makes an edit.
    ///
    /// - Parameters:
    ///   - edit: What is to be changed.
    ///   - find: Finds the object by the id that the edit gives.
    /// - Returns: The object as it is now.
    /// - Throws: Why nothing was changed; `aborted` where somebody else took the object out at once afterwards.
    func perform<Record>(
        _ edit: HomeEdit, finding find: (HomeShape, String) -> Record?
    ) async throws(HomeError) -> Record {
        let id = try await editor.perform(edit)
        guard let record = find(store.shape, id) else {
            throw HomeError(.aborted, "'\(id)' was taken out of the home at the same time")
        }
        return record
    }
}

extension HomeContext: Hashable {
    /// Whether both are the same home.
    static func == (left: HomeContext, right: HomeContext) -> Bool { left === right }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// How a home behaves.
public struct HomeConfiguration: Sendable {
    /// Whether a command or write that a device does not support is refused here, with nothing sent to it.
    public var strictOperationValidation = true
    /// How long an order from Swift may take.
    public var timeout: Duration = .seconds(10)
    /// How many orders wait for one device at most.
    public var waitingOrders = 32
    /// How long queries show nothing after connecting; zero: all is there at once.
    ///
    /// The Home APIs may show nothing until they are synchronised; this is there to test applications.
    /// Source: the third seed, on `structures().list()`.
    public var synchronization = Duration.zero
    /// The app group whose extensions may add Matter devices; `nil` for none.
    public var appGroup: String?
    /// The directory of all app groups; `nil` for ``AppGroups/root``.
    public var appGroupRoot: URL?
    /// Whether the user may commission devices in the structure with an id.
    public var permitsCommissioning: @Sendable (_ structureID: String) -> Bool = { _ in true }
    /// How often, at most, the time of a device's last report is noted; `nil` is never.
    public var lastReportInterval: Duration? = .seconds(60)

    /// How long changes of values that outlast a loss of power are collected before they are kept.
    public var keepingInterval: Duration = .seconds(1)
    /// Takes what goes wrong where nobody waits for it, such as values that cannot be kept; said once until it works
    /// again.
    public var keepingFailed: @Sendable (HomeError) -> Void = { _ in }

    /// Makes the standard configuration.
    public init() {}
}
