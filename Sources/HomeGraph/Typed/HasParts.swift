/// Something that consists of parts, each with a device type.
///
/// Source: the first seed.
public protocol HasParts: Sendable {
    /// The first part of this type; `nil` where there is none.
    func part<T: DeviceType>(_: T.Type) async throws(HomeError) -> T?
    /// The parts of this type at the top.
    func parts<T: DeviceType>(_: T.Type) async throws(HomeError) -> [T]
}

extension DeviceType {
    /// The first part of this type within the part, however deep, as it is now; `nil` where there is none.
    public func part<T: DeviceType>(_: T.Type = T.self) -> T? {
        guard let origin = traits.origin else { return nil }
        return origin.controller.descendants(of: origin.part)
            .first { $0.isOffered(as: T.self) }.flatMap { origin.controller.type(T.self, of: $0) }
    }

    /// The parts of this type that the part consists of, as they are now.
    public func parts<T: DeviceType>(_: T.Type = T.self) -> [T] {
        guard let origin = traits.origin else { return [] }
        return origin.controller.children(of: origin.part).compactMap { origin.controller.type(T.self, of: $0) }
    }
}
