/// Adding Matter devices to a structure.
///
/// Source: the second seed.
extension Structure {
    /// Gets ready to add a device: opens a session that an extension of the same app group takes part in.
    ///
    /// There is one session at a time in a home; it stays open until ``completeMatterCommissioning()`` or
    /// ``cancelMatterCommissioning()``.
    ///
    /// - Throws: `permissionDenied` where the user may not, `unavailable` while the hub is away, `failedPrecondition`
    ///   while another session is open or where no app group is set, `notFound` where the structure is gone.
    public func prepareForMatterCommissioning() async throws(HomeError) {
        guard let appGroup = context.configuration.appGroup else {
            throw HomeError(
                .failedPrecondition,
                "no app group is set; write Home.configure { $0.sharedAppGroup = \"group.…\" } first")
        }
        try context.commissioning.prepare(
            structureID: id, appGroup: appGroup, root: context.configuration.appGroupRoot ?? AppGroups.root)
    }

    /// Ends the session after devices were added.
    ///
    /// - Returns: The ids of the new devices, as ``Home/devices()`` has them; several where one is a bridge.
    /// - Throws: `failedPrecondition` without a session, or where no device was added in it.
    @discardableResult
    public func completeMatterCommissioning() throws(HomeError) -> Set<String> {
        let commissioning = context.commissioning
        let ids = try commissioning.complete(try commissioning.session(structureID: id))
        let shape = context.store.shape
        return Set(ids.flatMap { shape.device($0)?.flatIDs ?? [$0] })
    }

    /// Gives the session up: devices that were added in it leave again.
    ///
    /// Without a session for this structure nothing happens.
    public func cancelMatterCommissioning() {
        _ = markMatterCommissioningFailed(error: nil)
    }

    /// Gives the session up after something went wrong.
    ///
    /// - Parameter error: What went wrong, such as what `MatterAddDeviceRequest.perform()` threw.
    /// - Returns: What is known of it, and what can be tried.
    @discardableResult
    public func markMatterCommissioningFailed(error: (any Error)?) -> MatterUnsuccessfulCommissioningResult {
        guard let session = try? context.commissioning.session(structureID: id) else {
            return MatterUnsuccessfulCommissioningResult(error: error, session: nil)
        }
        return context.commissioning.cancel(session, error: error).result
    }
}
