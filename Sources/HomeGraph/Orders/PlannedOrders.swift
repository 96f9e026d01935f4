/// What an order comes to once it is taken apart: an order for each member, and the members that it fails for at once.
package struct PlannedOrders: Sendable {
    /// What one device is asked to do, or why not.
    package struct Member: Sendable {
        /// The member.
        package let device: DeviceIndex
        /// The steps, and for each the number of the step that it belongs to, from 0.
        package var steps: [Order.Step] = []
        package var numbers: [Int] = []
        /// Why nothing is sent, and which step is to blame.
        package var error: (step: Int, error: HomeError)?

        /// A member that is asked for nothing yet.
        package init(device: DeviceIndex) { self.device = device }
    }

    /// In member order; one for a device.
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
    /// Several orders as one: each device gets all that concerns it at once, in order.
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
                members[position].steps += member.steps
                members[position].numbers += member.steps.map { _ in number }
                if let error = member.error, members[position].error == nil {
                    members[position].error = (number, error.error)
                }
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
