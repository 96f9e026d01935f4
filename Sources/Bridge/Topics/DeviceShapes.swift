import Synchronization

/// What layouts made once of devices that are made alike, for their documents, orders and events; it goes when the last
/// of these devices does.
final class DeviceShapes: Sendable {
    /// By type.
    private let made = Mutex<[ObjectIdentifier: any Sendable]>([:])

    /// A layout's own, made when it is needed first.
    ///
    /// - Parameter make: Makes it: the same for the same devices, whenever it is asked.
    /// - Returns: The one of this type.
    func shape<Shape: Sendable>(_ make: () -> Shape) -> Shape {
        made.withLock { made in
            if let known = made[ObjectIdentifier(Shape.self)] as? Shape { return known }
            let new = make()
            made[ObjectIdentifier(Shape.self)] = new
            return new
        }
    }
}
