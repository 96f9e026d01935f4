public import DataModel

/// A command with its arguments, to be sent by itself or together with others.
///
/// Source: `BatchableCommand` of the Home APIs.
public struct BatchableCommand<Response: Sendable>: Sendable {
    private let handle: TraitHandle
    private let command: UInt32
    private let fields: [UInt32: DataValue]
    private let read: @Sendable ([UInt32: DataValue]) -> Response?

    private init(
        _ handle: TraitHandle, _ command: UInt32, _ fields: [UInt32: DataValue],
        read: @escaping @Sendable ([UInt32: DataValue]) -> Response?
    ) {
        self.handle = handle
        self.command = command
        self.fields = fields
        self.read = read
    }

    /// Describes a command without a response.
    ///
    /// - Parameters:
    ///   - handle: Which trait of which device.
    ///   - command: The command's id.
    ///   - fields: The arguments by field id; absent optional ones have no entry.
    public init(_ handle: TraitHandle, _ command: UInt32, _ fields: [UInt32: DataValue] = [:]) where Response == Void {
        self.init(handle, command, fields) { _ in () }
    }

    /// Describes a command that is answered.
    ///
    /// - Parameters:
    ///   - handle: Which trait of which device.
    ///   - command: The command's id.
    ///   - fields: The arguments by field id; absent optional ones have no entry.
    public init(_ handle: TraitHandle, _ command: UInt32, _ fields: [UInt32: DataValue] = [:])
    where Response: ClusterResponse {
        self.init(handle, command, fields) { Response(fields: $0) }
    }

    /// Sends the command by itself.
    ///
    /// - Returns: What the device answered.
    /// - Throws: ``HomeError`` where the device does not carry it out, and for an answer that is not the model's.
    public func send() async throws(HomeError) -> Response {
        guard let response = response(from: try await handle.invoke(command, fields)) else {
            throw HomeError(
                .internal, "the device's answer is no \(Response.self): a field is missing or does not fit")
        }
        return response
    }

    /// The answer that a device gave; `nil` where it is not the model's.
    func response(from fields: [UInt32: DataValue]) -> Response? { read(fields) }

    /// What the command comes to in a home.
    func plan(in home: HomeContext) throws(HomeError) -> PlannedOrders {
        let planned = try handle.target.plan(command, fields)
        guard handle.target.home === home else {
            throw HomeError(.invalidArgument, "\(planned.steps.joined()) is a command of another home")
        }
        return planned
    }
}
