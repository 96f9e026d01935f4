/// The fabrics that simulated devices belong to.
enum Fabric {
    /// The hub's: it is the only controller.
    static let hub: UInt8 = 1
}
