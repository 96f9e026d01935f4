import ClusterTypes
import DataModel
import HomeGraph

/// A cluster whose commands each do one plain thing: a table of commands and of what each does.
struct CommandTable: Behavior {
    /// What a command does; it reads its fields, changes attributes, and gives the fields of the response.
    typealias Order =
        @Sendable (_ fields: [UInt32: DataValue], _ context: inout EndpointContext) throws(HomeError)
        -> [UInt32: DataValue]

    /// Looks at a value that is to be written, or reported.
    typealias Check = @Sendable (_ value: DataValue, _ context: EndpointContext) throws(HomeError) -> Void

    let cluster: UInt32
    private let orders: [UInt32: Order]
    private let limits: [UInt32: Check]
    private let rules: [UInt32: Check]

    /// Makes the behaviour of a cluster: what its commands do, which values its attributes never have (`limits`), and
    /// when they are not written (`rules`).
    init(
        _ cluster: UInt32, _ orders: [UInt32: Order], limits: [UInt32: Check] = [:], rules: [UInt32: Check] = [:]
    ) {
        self.cluster = cluster
        self.orders = orders
        self.limits = limits
        self.rules = rules
    }

    func checkLimits(_ attribute: UInt32, _ value: DataValue, _ context: EndpointContext) throws(HomeError) {
        try limits[attribute]?(value, context)
    }

    func willWrite(_ attribute: UInt32, _ value: DataValue, _ context: EndpointContext) throws(HomeError) {
        try rules[attribute]?(value, context)
    }

    func invoke(
        _ command: UInt32, _ fields: [UInt32: DataValue], _ context: inout EndpointContext
    ) throws(HomeError) -> [UInt32: DataValue] {
        guard let order = orders[command] else { throw context.unimplemented(command, of: cluster) }
        return try order(fields, &context)
    }

    // MARK: - Orders

    /// Sets an attribute to a value.
    static func set<Value>(_ key: AttributeKey<Value>, to value: Value) -> Order {
        { _, context throws(HomeError) in
            context[key] = value
            return [:]
        }
    }

    /// Takes the order and shows nothing of it: a sound, a picture, an application's own affair.
    static var unseen: Order {
        { _, _ throws(HomeError) in [:] }
    }

    /// Does something with the request; what it throws is the answer.
    static func take<Request: ClusterCommand>(
        _: Request.Type,
        _ body: @escaping @Sendable (_ request: Request, _ context: inout EndpointContext) throws(HomeError) -> Void
    ) -> Order {
        { fields, context throws(HomeError) in
            try body(try context.read(fields, as: Request.self), &context)
            return [:]
        }
    }

    /// Does something that needs no fields.
    static func run(_ body: @escaping @Sendable (_ context: inout EndpointContext) throws(HomeError) -> Void) -> Order {
        { _, context throws(HomeError) in
            try body(&context)
            return [:]
        }
    }
}

extension HomeError {
    /// The error of a name that is none of those that a device has.
    static func unknownName(_ name: String, field: String, known: [String]) -> HomeError {
        let list = known.isEmpty ? "there are none" : "there are \(known.joined(separator: ", "))"
        return HomeError(.invalidArgument, "\(field): there is no \"\(name.prefix(64))\"; \(list)")
    }
}
