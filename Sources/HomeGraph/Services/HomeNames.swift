import Conversions
import DataModel
import Synchronization

/// What rooms, accessories and services are called where no two of a structure may be called alike, as in HomeKit: the
/// home graph lets several objects have one name.
///
/// A name that another of the kind has already is followed by the first free number from 2 upward. It stays until the
/// object itself is called otherwise, whoever else comes or goes, and over restarts.
public struct HomeNames: Sendable {
    /// Under what numbers are kept in the state store.
    static let section = "names"

    private enum Kind: String, Hashable {
        case room, accessory, service
    }

    private struct Scope: Hashable {
        let structure: String
        let kind: Kind
    }

    /// An object; of a service, the id is its path.
    private struct Key: Hashable {
        let kind: Kind
        let id: String

        var record: String { "\(kind.rawValue)/\(id)" }
    }

    /// An object that is to have a name, in order.
    private struct Wish {
        let scope: Scope
        let key: Key
        let base: String
        var service: ServiceID?
        var isGiven = false
    }

    private typealias Names = NumberedNames<Key>

    private var scopes: [Scope: Names] = [:]
    /// Services by their paths.
    private var services: [String: ServiceID] = [:]

    /// Names the objects of a home.
    ///
    /// - Parameters:
    ///   - rooms: In order of creation.
    ///   - devices: In order of creation.
    ///   - given: The names that people gave to services; the first of two alike counts.
    ///   - former: What was called how before; `nil` at the start.
    ///   - kept: At the start, the ``records`` of the run before.
    init(
        _ rooms: [RoomRecord], _ devices: [DeviceRecord], given: [ServiceID: String], after former: HomeNames?,
        kept: [String: String] = [:]
    ) {
        let wishes = Self.wishes(rooms, devices, given)
        // What was called so before is called so now; only then is something free for others.
        var claims: [Wish] = []
        for wish in wishes {
            if let service = wish.service { services[wish.key.id] = service }
            if !restore(wish, after: former, kept) { claims.append(wish) }
        }
        for wish in claims.filter(\.isGiven) + claims.filter({ !$0.isGiven }) {
            scopes[wish.scope, default: Self.names()].claim(wish.key, base: wish.base)
        }
    }

    private static func names() -> Names {
        Names(folded: { ObjectName.folded($0) }, numbered: { "\($0) \($1)" })
    }

    private static func wishes(
        _ rooms: [RoomRecord], _ devices: [DeviceRecord], _ given: [ServiceID: String]
    ) -> [Wish] {
        var wishes = rooms.map { room in
            Wish(
                scope: Scope(structure: room.structureID, kind: .room), key: Key(kind: .room, id: room.id),
                base: room.name)
        }
        for device in devices {
            wishes.append(
                Wish(
                    scope: Scope(structure: device.structureID, kind: .accessory),
                    key: Key(kind: .accessory, id: device.id), base: device.name))
            for service in device.layout.services {
                let id = ServiceID(deviceID: device.id, name: service.name)
                let usual = service.isLikePrimary ? device.name : "\(device.name) \(service.type.title)"
                wishes.append(
                    Wish(
                        scope: Scope(structure: device.structureID, kind: .service),
                        key: Key(kind: .service, id: id.description), base: given[id] ?? usual, service: id,
                        isGiven: given[id] != nil))
            }
        }
        return wishes
    }

    private mutating func restore(_ wish: Wish, after former: HomeNames?, _ kept: [String: String]) -> Bool {
        guard let former else {
            return scopes[wish.scope, default: Self.names()].restore(
                wish.key, base: wish.base, record: kept[wish.key.record])
        }
        guard let entry = former.scopes[wish.scope]?.entries[wish.key], entry.base == wish.base else { return false }
        return scopes[wish.scope, default: Self.names()].restore(wish.key, base: entry.base, number: entry.number)
    }

    /// What is to be kept over restarts, by kind and id.
    ///
    /// `NUMBER BASE` of each name with a number; all others follow from the order of creation.
    var records: [String: String] {
        var records: [String: String] = [:]
        for names in scopes.values {
            for (key, entry) in names.entries { records[key.record] = entry.record }
        }
        return records
    }

    // MARK: - Looking up

    /// What a room is called.
    public func name(of room: RoomRecord) -> String {
        name(Key(kind: .room, id: room.id), in: room.structureID) ?? room.name
    }

    /// What a device is called.
    public func name(of device: DeviceRecord) -> String {
        name(Key(kind: .accessory, id: device.id), in: device.structureID) ?? device.name
    }

    /// What a device's services are called, in their order.
    public func namesOfServices(of device: DeviceRecord) -> [String] {
        device.layout.services.map { service in
            let id = ServiceID(deviceID: device.id, name: service.name)
            return name(Key(kind: .service, id: id.description), in: device.structureID) ?? device.name
        }
    }

    private func name(_ key: Key, in structure: String) -> String? {
        scopes[Scope(structure: structure, kind: key.kind)]?.entries[key]?.name
    }

    /// The device of a structure that is called so, in any letter case; `nil` where there is none.
    public func device(named name: String, in structureID: String) -> String? {
        scopes[Scope(structure: structureID, kind: .accessory)]?.holder(of: name)?.id
    }

    /// The service of a structure that is called so, in any letter case, and its name; `nil` where there is none.
    public func service(named name: String, in structureID: String) -> (id: ServiceID, name: String)? {
        let names = scopes[Scope(structure: structureID, kind: .service)]
        guard let key = names?.holder(of: name), let id = services[key.id] else { return nil }
        return (id, names?.entries[key]?.name ?? name)
    }
}

/// The names of a home, found once somebody asks; all shapes between which nothing was named share it.
final class NameBook: Sendable {
    /// What the state store keeps of the names.
    let kept: [String: String]
    private let state: Mutex<HomeNames?>

    /// Knows what was kept; where `names` is `nil`, they follow from that.
    init(kept: [String: String] = [:], names: HomeNames? = nil) {
        self.kept = kept
        state = Mutex(names)
    }

    /// The names.
    ///
    /// - Parameter find: Finds them, where nobody asked yet.
    /// - Returns: What was found first.
    func names(_ find: () -> HomeNames) -> HomeNames {
        state.withLock { known in
            if let known { return known }
            let names = find()
            known = names
            return names
        }
    }
}
