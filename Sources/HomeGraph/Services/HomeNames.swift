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

    typealias Home = HomeRecords<DeviceRecord>

    private enum Kind: String, Hashable {
        case room, accessory, service
    }

    private struct Scope: Hashable {
        let structure: String
        let kind: Kind
    }

    private enum Key: Hashable {
        case room(String), accessory(String), service(ServiceID)

        var kind: Kind {
            switch self {
            case .room: .room
            case .accessory: .accessory
            case .service: .service
            }
        }

        /// Under what its number is kept.
        var record: String {
            switch self {
            case .room(let id), .accessory(let id): "\(kind.rawValue)/\(id)"
            case .service(let id): "\(kind.rawValue)/\(id)"
            }
        }
    }

    /// An object, and what it would be called if it were alone.
    private struct Wish: Hashable {
        let structure: String
        let key: Key
        let base: String

        var scope: Scope { Scope(structure: structure, kind: key.kind) }
    }

    private typealias Names = NumberedNames<Key>

    private var scopes: [Scope: Names] = [:]
    /// What is to be kept otherwise than it is: `NUMBER BASE` of each name with a number, by kind and id; all others
    /// follow from the order of creation.
    private var unkept: [String: String?]

    /// Names the objects of a home.
    ///
    /// - Parameters:
    ///   - home: The home.
    ///   - kept: What the state store keeps of names.
    init(_ home: Home, kept: [String: String]) {
        unkept = kept.mapValues { _ in nil }
        // What was called so before is called so now; only then is something free for others.
        var claims: [Wish] = []
        for wish in Self.wishes(home.rooms, home.devices, home.serviceNames) {
            let record = kept[wish.key.record]
            let isRestored = record != nil && change(wish) { $0.restore(wish.key, base: wish.base, record: record) }
            if !isRestored { claims.append(wish) }
        }
        claim(claims, home.serviceNames)
        unkept = unkept.filter { kept[$0.key] != $0.value }
    }

    /// Names what came or is to be called otherwise, once what went is nobody's name; all others keep theirs.
    mutating func update(from before: Home, to after: Home) {
        let services =
            before.serviceNames == after.serviceNames
            ? [] : Set(before.serviceNames.keys).union(after.serviceNames.keys)
        let named = Set(services.filter { before.serviceNames[$0] != after.serviceNames[$0] }.map(\.deviceID))
        let rooms = Self.difference(from: before.rooms, to: after.rooms) { $0.name == $1.name }
        let devices = Self.difference(from: before.devices, to: after.devices) { former, device in
            former.name == device.name && !named.contains(device.id)
        }
        let former = Set(Self.wishes(rooms.gone, devices.gone, before.serviceNames))
        let wishes = Self.wishes(rooms.come, devices.come, after.serviceNames)
        for wish in former.subtracting(wishes) { change(wish) { $0.release(wish.key) } }
        claim(wishes.filter { !former.contains($0) }, after.serviceNames)
    }

    /// What the state store is to keep now; it is given once.
    mutating func takeChanges() -> [StateChange] {
        defer { unkept = [:] }
        return unkept.sorted { $0.key < $1.key }.map { .record(section: Self.section, key: $0, $1) }
    }

    /// What went and what came between two lists in order of creation; what is not the same did both.
    private static func difference<Record: Identifiable>(
        from before: [Record], to after: [Record], isSame: (Record, Record) -> Bool
    ) -> (gone: [Record], come: [Record]) {
        var (gone, come): ([Record], [Record]) = ([], [])
        var rest = before[...]
        for record in after {
            while let former = rest.first, former.id != record.id { gone.append(rest.removeFirst()) }
            guard let former = rest.popFirst() else {
                come.append(record)
                continue
            }
            if !isSame(former, record) {
                gone.append(former)
                come.append(record)
            }
        }
        return (gone + rest, come)
    }

    private static func wishes(
        _ rooms: [RoomRecord], _ devices: [DeviceRecord], _ given: [ServiceID: String]
    ) -> [Wish] {
        var wishes = rooms.map { Wish(structure: $0.structureID, key: .room($0.id), base: $0.name) }
        for device in devices {
            wishes.append(Wish(structure: device.structureID, key: .accessory(device.id), base: device.name))
            for service in device.layout.services {
                let id = ServiceID(deviceID: device.id, name: service.name)
                let usual = service.isLikePrimary ? device.name : "\(device.name) \(service.type.title)"
                wishes.append(Wish(structure: device.structureID, key: .service(id), base: given[id] ?? usual))
            }
        }
        return wishes
    }

    /// Gives objects free names: those first that people gave to services.
    private mutating func claim(_ wishes: [Wish], _ given: [ServiceID: String]) {
        func isGiven(_ wish: Wish) -> Bool {
            if case .service(let id) = wish.key { given[id] != nil } else { false }
        }
        for wish in wishes.filter(isGiven) + wishes.filter({ !isGiven($0) }) {
            change(wish) { $0.claim(wish.key, base: wish.base) }
        }
    }

    /// Changes the names of an object's scope, and notes what is to be kept of the object's own.
    private mutating func change<Result>(_ wish: Wish, _ body: (inout Names) -> Result) -> Result {
        let former = scopes[wish.scope]?.entries[wish.key]?.record
        let result = body(&scopes[wish.scope, default: Names(folded: { ObjectName.folded($0) }) { "\($0) \($1)" }])
        let record = scopes[wish.scope]?.entries[wish.key]?.record
        if record != former { unkept.updateValue(record, forKey: wish.key.record) }
        return result
    }

    // MARK: - Looking up

    /// What a room is called.
    public func name(of room: RoomRecord) -> String {
        name(.room(room.id), in: room.structureID) ?? room.name
    }

    /// What a device is called.
    public func name(of device: DeviceRecord) -> String {
        name(.accessory(device.id), in: device.structureID) ?? device.name
    }

    /// What a device's services are called, in their order.
    public func namesOfServices(of device: DeviceRecord) -> [String] {
        device.layout.services.map { service in
            let id = ServiceID(deviceID: device.id, name: service.name)
            return name(.service(id), in: device.structureID) ?? device.name
        }
    }

    private func name(_ key: Key, in structure: String) -> String? {
        scopes[Scope(structure: structure, kind: key.kind)]?.entries[key]?.name
    }

    /// The device of a structure that is called so, in any letter case; `nil` where there is none.
    public func device(named name: String, in structureID: String) -> String? {
        guard case .accessory(let id)? = scopes[Scope(structure: structureID, kind: .accessory)]?.holder(of: name)
        else { return nil }
        return id
    }

    /// The service of a structure that is called so, in any letter case, and its name; `nil` where there is none.
    public func service(named name: String, in structureID: String) -> (id: ServiceID, name: String)? {
        let names = scopes[Scope(structure: structureID, kind: .service)]
        guard let key = names?.holder(of: name), case .service(let id) = key else { return nil }
        return (id, names?.entries[key]?.name ?? name)
    }
}

/// The names of a home, found once somebody asks; all shapes between which nothing was named share it.
final class NameBook: Sendable {
    private let kept: [String: String]
    private let state: Mutex<HomeNames?>

    /// Knows what the state store keeps of the names, or the names themselves.
    init(kept: [String: String] = [:], names: HomeNames? = nil) {
        self.kept = kept
        state = Mutex(names)
    }

    /// The names: what was found first.
    func names(of home: HomeNames.Home) -> HomeNames {
        state.withLock { known in
            let names = known ?? HomeNames(home, kept: kept)
            known = names
            return names
        }
    }
}
