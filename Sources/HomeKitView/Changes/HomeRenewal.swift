import Conversions
import HomeGraph

/// Brings a home up to date with the home graph, and finds what to tell its delegates.
@MainActor
struct HomeRenewal {
    let home: HMHome
    /// Tells the delegates, in order; to be called once all is up to date.
    private(set) var news: [@MainActor () -> Void] = []

    init(_ home: HMHome) { self.home = home }

    /// Makes the home what a shape of the home graph says.
    ///
    /// - Parameter shape: What there is.
    mutating func take(_ shape: HomeShape) {
        guard let structure = shape.structure(home.id) else { return }
        let (home, id) = (home, home.id)
        if home.name != structure.name {
            home.name = structure.name
            news.append { home.delegate?.homeDidUpdateName(home) }
        }
        let names = shape.names
        let rooms = takeRooms(shape.rooms.filter { $0.structureID == id }, names)
        takeAccessories(shape.devices.filter { $0.structureID == id }, names, rooms)
        takeAssociations(shape.associatedServices)
        takeGroups(shape.serviceGroups.filter { $0.structureID == id })
    }

    private mutating func takeRooms(_ records: [RoomRecord], _ names: HomeNames) -> [String: HMRoom] {
        let home = home
        let known = Dictionary(home.rooms.map { ($0.uniqueIdentifier, $0) }) { first, _ in first }
        var rooms: [String: HMRoom] = [:]
        let before = home.rooms
        home.rooms = records.map { record in
            let name = names.name(of: record)
            let room: HMRoom
            if let former = known[StableIdentifier.uuid(.room, record.id)] {
                room = former
                if room.name != name {
                    room.name = name
                    news.append { home.delegate?.home(home, didUpdateNameFor: room) }
                }
            } else {
                room = HMRoom(id: record.id, name: name, in: home)
                news.append { home.delegate?.home(home, didAdd: room) }
            }
            rooms[record.id] = room
            return room
        }
        for room in before where !home.rooms.contains(where: { $0 === room }) {
            news.append { home.delegate?.home(home, didRemove: room) }
        }
        return rooms
    }

    private mutating func takeAccessories(
        _ records: [DeviceRecord], _ names: HomeNames, _ rooms: [String: HMRoom]
    ) {
        let home = home
        let known = Dictionary(home.accessories.map { ($0.record.index, $0) }) { first, _ in first }
        let before = home.accessories
        home.accessories = records.map { record in
            let room = record.roomID.flatMap { rooms[$0] } ?? home.roomForEntireHome()
            if let accessory = known[record.index] {
                renew(accessory, record, names, room: room)
                return accessory
            }
            let accessory = HMAccessory(record, names, in: home)
            accessory.room = room
            news.append { home.delegate?.home(home, didAdd: accessory) }
            return accessory
        }
        home.bridged = Dictionary(grouping: home.accessories.filter(\.isBridged)) { $0.record.bridgeID ?? "" }
        let there = Set(records.map(\.index))
        for accessory in before where !there.contains(accessory.record.index) {
            accessory.isThere = false
            news.append { home.delegate?.home(home, didRemove: accessory) }
        }
    }

    private mutating func renew(
        _ accessory: HMAccessory, _ record: DeviceRecord, _ names: HomeNames, room: HMRoom
    ) {
        let (home, name) = (home, names.name(of: record))
        accessory.record = record
        if accessory.name != name {
            accessory.name = name
            news.append { accessory.delegate?.accessoryDidUpdateName(accessory) }
        }
        if accessory.room !== room {
            accessory.room = room
            news.append { home.delegate?.home(home, didUpdate: room, for: accessory) }
        }
        for (service, name) in zip(accessory.services, names.namesOfServices(of: record)) where service.name != name {
            service.name = name
            news.append { accessory.delegate?.accessory(accessory, didUpdateNameFor: service) }
        }
        accessory.settleNames()
    }

    private mutating func takeAssociations(_ types: [ServiceID: String]) {
        for accessory in home.accessories {
            for service in accessory.services {
                let type = types[service.id].flatMap { name in ServiceType.all.first { $0.name == name }?.identifier }
                guard service.associatedServiceType != type else { continue }
                service.associatedServiceType = type
                news.append {
                    accessory.delegate?.accessory(accessory, didUpdateAssociatedServiceTypeFor: service)
                }
            }
        }
    }

    private mutating func takeGroups(_ records: [ServiceGroupRecord]) {
        let home = home
        let known = Dictionary(home.serviceGroups.map { ($0.id, $0) }) { first, _ in first }
        let services = Dictionary(home.accessories.flatMap(\.services).map { ($0.id, $0) }) { first, _ in first }
        let before = home.serviceGroups
        home.serviceGroups = records.map { record in
            // Services that no device has any more, or never had, are not shown.
            let members = record.services.compactMap { services[$0] }
            guard let group = known[record.id] else {
                let group = HMServiceGroup(id: record.id, name: record.name, in: home)
                group.services = members
                news.append { home.delegate?.home(home, didAdd: group) }
                return group
            }
            renew(group, name: record.name, members)
            return group
        }
        let there = Set(records.map(\.id))
        for group in before where !there.contains(group.id) {
            news.append { home.delegate?.home(home, didRemove: group) }
        }
    }

    private mutating func renew(_ group: HMServiceGroup, name: String, _ members: [HMService]) {
        let home = home
        if group.name != name {
            group.name = name
            news.append { home.delegate?.home(home, didUpdateNameFor: group) }
        }
        let before = group.services
        group.services = members
        for service in before where !members.contains(where: { $0 === service }) {
            news.append { home.delegate?.home(home, didRemove: service, from: group) }
        }
        for service in members where !before.contains(where: { $0 === service }) {
            news.append { home.delegate?.home(home, didAdd: service, to: group) }
        }
    }
}
