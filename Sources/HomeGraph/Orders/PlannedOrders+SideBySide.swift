extension PlannedOrders {
    /// Plans steps for several devices side by side.
    ///
    /// - Parameters:
    ///   - steps: The steps' names.
    ///   - devices: The members.
    ///   - owner: What the members are of, for messages.
    ///   - isBatch: Whether it is answered step by step.
    ///   - store: Where it stands whether a device can be reached.
    ///   - attempts: What a step comes to on each relevant part of a device, both by position: what to send, or why
    ///     not; `unimplemented` leaves the part out.
    /// - Returns: What each member is asked to do; one that cannot be reached fails at once.
    /// - Throws: `unimplemented` where no member supports a step; the first member's error where all refuse.
    package static func sideBySide(
        _ steps: [String], devices: [DeviceRecord], of owner: String, isBatch: Bool, in store: HomeStore,
        attempts: (Int, Int) throws(OrderFailure) -> [Result<Order.Step, HomeError>]
    ) throws(OrderFailure) -> PlannedOrders {
        var members = devices.map { Member(device: $0.index) }
        for (number, step) in steps.enumerated() {
            var isSupported = false
            var lastRefusal: HomeError?
            for position in devices.indices {
                for attempt in try attempts(number, position) {
                    switch attempt {
                    case .success(let order):
                        isSupported = true
                        members[position].append(order, number: number)
                    case .failure(let error) where error.code == .unimplemented:
                        lastRefusal = error
                    case .failure(let error):
                        isSupported = true
                        members[position].refuse(number, for: error)
                    }
                }
            }
            guard isSupported else {
                throw OrderFailure(
                    lastRefusal ?? HomeError(.unimplemented, "no device of \(owner) supports \(step)"), step: number)
            }
        }
        try refuseWhereAllFail(members)
        for (position, device) in devices.enumerated() where !members[position].numbers.isEmpty {
            // All steps are checked before the first is sent.
            if members[position].error != nil {
                members[position].withhold()
            } else if !store.connectivity(of: device).isReachable {
                members[position].withhold(for: HomeError(.unavailable, "\(device.name) cannot be reached"))
            }
        }
        return PlannedOrders(
            members: members.filter { !$0.steps.isEmpty || $0.error != nil }, steps: steps, isBatch: isBatch,
            hasResults: false)
    }

    /// A step that no member can take fails before anything is sent.
    private static func refuseWhereAllFail(_ members: [Member]) throws(OrderFailure) {
        let concerned = members.filter { !$0.steps.isEmpty || $0.error != nil }
        let failures = concerned.compactMap(\.error)
        if failures.count == concerned.count, let first = failures.first {
            throw OrderFailure(first.error, step: first.step)
        }
    }
}
