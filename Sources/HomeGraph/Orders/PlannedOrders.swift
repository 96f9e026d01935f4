/// What an order comes to once it is taken apart: an order for each member, and the members that it fails for at once.
package struct PlannedOrders: Sendable {
    /// What one device is asked to do, or why not.
    package struct Member: Sendable {
        /// The member.
        package let device: DeviceIndex
        /// What is sent, and for each step the number of the order's step that it belongs to, from 0.
        package private(set) var steps: [Order.Step] = []
        package private(set) var numbers: [Int] = []
        /// Why nothing more is sent, and which of the order's steps is to blame.
        package private(set) var error: (step: Int, error: HomeError)?
        /// The numbers of the steps that are not sent for that.
        package private(set) var unsent: [Int] = []

        /// A member that is asked for nothing yet.
        package init(device: DeviceIndex) { self.device = device }

        /// Has a step follow; it is not sent where one before it was refused.
        package mutating func append(_ step: Order.Step, number: Int) {
            guard error == nil else { return unsent.append(number) }
            steps.append(step)
            numbers.append(number)
        }

        /// The member cannot carry out a step: neither that nor any later one is sent.
        package mutating func refuse(_ number: Int, for reason: HomeError) {
            if error == nil { error = (number, reason) }
            unsent.append(number)
        }

        /// Nothing at all is sent: for the error there is, or else for this one, which the first step is blamed for.
        package mutating func withhold(for reason: HomeError? = nil) {
            if error == nil, let reason { error = (numbers.first ?? 0, reason) }
            unsent = numbers + unsent
            steps = []
            numbers = []
        }

        /// Whether the member has to do with a step, sent or not.
        func isConcerned(by number: Int) -> Bool { numbers.contains(number) || unsent.contains(number) }
    }

    /// In member order.
    ///
    /// Several may be of one device: their orders go to it together, and each succeeds or fails alone.
    package var members: [Member]
    /// The names of the steps.
    package let steps: [String]
    /// Whether it is a batch, answered step by step.
    package let isBatch: Bool
    /// Whether results are answered: for one device, not for several.
    package let hasResults: Bool

    /// Describes what an order comes to.
    package init(members: [Member], steps: [String], isBatch: Bool, hasResults: Bool) {
        self.members = members
        self.steps = steps
        self.isBatch = isBatch
        self.hasResults = hasResults
    }
}

extension PlannedOrders {
    /// Several orders as one: each device gets all that concerns it at once, in order, up to what it refuses.
    ///
    /// - Parameter orders: Of one step each.
    init(together orders: [PlannedOrders]) {
        var members: [Member] = []
        var positions: [DeviceIndex: Int] = [:]
        for (number, order) in orders.enumerated() {
            for member in order.members {
                let position =
                    positions[member.device]
                    ?? {
                        positions[member.device] = members.count
                        members.append(Member(device: member.device))
                        return members.count - 1
                    }()
                for step in member.steps { members[position].append(step, number: number) }
                if let error = member.error { members[position].refuse(number, for: error.error) }
            }
        }
        self.init(members: members, steps: orders.flatMap(\.steps), isBatch: true, hasResults: true)
    }
}

/// Why an order fails, and at which step.
package struct OrderFailure: Error {
    /// Why.
    package let error: HomeError
    /// Counted from 0.
    package let step: Int
    /// The names of the steps that were carried out.
    package let done: [String]

    /// Describes a failure.
    package init(_ error: HomeError, step: Int = 0, done: [String] = []) {
        self.error = error
        self.step = step
        self.done = done
    }
}
