import Conversions
import DataModel
import HomeGraph
import MQTT
import ModelReader

/// Reads orders to accessories and service groups.
struct ServiceOrders: Sendable {
    let topics: HomeTopics

    /// What an order on the levels below `B` asks for: `S/accessory/D/SERVICE/CHARACTERISTIC/set` or
    /// `S/service-group/G/CHARACTERISTIC/set`.
    func order(_ levels: [ArraySlice<UInt8>], _ payload: [UInt8]) -> LayoutOrder {
        do throws(HomeError) {
            return levels.count == 6 ? try accessoryOrder(levels, payload) : try groupOrder(levels, payload)
        } catch {
            let id = OrderPayload.id(in: payload)
            return LayoutOrder(
                failing: error, for: device(levels).map { .object(.device($0)) }, id: id, answers: .always)
        }
    }

    private func device(_ levels: [ArraySlice<UInt8>]) -> HomeTopics.Device? {
        guard levels.count == 6, let structure = topics.structure(levels[0]) else { return nil }
        return structure.devices[levels[2]].map { topics.devices[$0] }
    }

    // MARK: - Accessories

    private func accessoryOrder(
        _ levels: [ArraySlice<UInt8>], _ payload: [UInt8]
    ) throws(HomeError) -> LayoutOrder {
        let structure = try OrderAddress.structure(levels[0], in: topics)
        guard let position = structure.devices[levels[2]] else {
            throw OrderAddress.unknown(
                "accessory", levels[2], structure.devices.keys.map(Topic.text), in: structure)
        }
        let device = topics.devices[position]
        let services = device.layout.services
        guard let service = services.first(where: { $0.name == Topic.text(levels[3]) }) else {
            throw OrderAddress.unknown("service", levels[3], services.map(\.name)).of(device.name)
        }
        let name = Topic.text(levels[4])
        guard let characteristic = service.characteristic(named: name) else {
            throw HomeError(
                .unimplemented,
                "\(device.name)'s \(service.name) has no characteristic '\(name)'; \(NearestName.hint(for: name, among: service.characteristics.map(\.type.name)))"
            )
        }
        let payload = try OrderPayload(payload)
        let order = ValueOrder(characteristic, of: service, on: device, payload.body)
        return LayoutOrder([order], of: device.name, id: payload.id, answers: .always)
    }

    // MARK: - Service groups

    private func groupOrder(_ levels: [ArraySlice<UInt8>], _ payload: [UInt8]) throws(HomeError) -> LayoutOrder {
        let structure = try OrderAddress.structure(levels[0], in: topics)
        guard let position = structure.serviceGroups[levels[2]] else {
            throw OrderAddress.unknown(
                "service group", levels[2], structure.serviceGroups.keys.map(Topic.text), in: structure)
        }
        let group = topics.serviceGroups[position]
        let payload = try OrderPayload(payload)
        let name = Topic.text(levels[3])
        var orders: [ValueOrder] = []
        var known: Set<String> = []
        for member in group.record.services {
            guard let device = topics.device(id: member.deviceID),
                let service = device.layout.services.first(where: { $0.name == member.name })
            else { continue }
            known.formUnion(service.characteristics.filter { $0.access.contains(.write) }.map(\.type.name))
            if let characteristic = service.characteristic(named: name) {
                orders.append(ValueOrder(characteristic, of: service, on: device, payload.body))
            }
        }
        guard !orders.isEmpty else {
            throw HomeError(
                .unimplemented,
                "no service of \(group.name) has a characteristic '\(name)'; \(NearestName.hint(for: name, among: known.sorted()))"
            )
        }
        return LayoutOrder(orders, of: group.name, id: payload.id, answers: .always)
    }
}

extension ValueOrder {
    /// What a characteristic is to be.
    ///
    /// It fails with `invalidArgument` for what is no value, `outOfRange` for a name or number that the device lacks,
    /// and `unimplemented` where the characteristic cannot be written.
    fileprivate init(
        _ characteristic: DeviceCharacteristic, of service: DeviceService, on device: HomeTopics.Device,
        _ body: OrderPayload.Body
    ) {
        let name = "\(service.name)/\(characteristic.type.name)"
        self.init(device: device, endpoint: characteristic.endpoint ?? 0, name: name) { read throws(HomeError) in
            guard characteristic.access.contains(.write) else {
                throw HomeError(.unimplemented, Self.readOnly(characteristic, of: service, on: device))
            }
            let value = try Self.value(body, of: characteristic)
            do throws(CharacteristicFault) {
                return try characteristic.steps(for: value, read).steps
            } catch {
                throw HomeError(error, of: characteristic.type)
            }
        }
    }

    private static let flag = AttributeDescriptor(name: "", id: 0, value: ValueDescriptor(type: .bool))

    /// Says that a characteristic is only read, and which one sets it, where there is one.
    private static func readOnly(
        _ characteristic: DeviceCharacteristic, of service: DeviceService, on device: HomeTopics.Device
    ) -> String {
        let name = characteristic.type.name
        let target = service.characteristic(named: name.replacing("Current", with: "Target"))
        let hint =
            target.map { target in
                target.access.contains(.write)
                    ? "; it follows from \(device.accessoryTopic)/\(service.name)/\(target.type.name)/set" : ""
            } ?? ""
        let missing = characteristic.missingCluster.flatMap { ModelCatalog.standard.cluster(id: $0)?.traitName }
        return "\(service.name)/\(name) cannot be written\(missing.map { " on a device without \($0)" } ?? "")\(hint)"
    }

    private static func value(
        _ body: OrderPayload.Body, of characteristic: DeviceCharacteristic
    ) throws(HomeError) -> CharacteristicValue {
        let type = characteristic.type
        if case .empty = body { throw HomeError(.invalidArgument, "the payload is empty; send the value") }
        let argument = OrderStep.Argument(body)
        // Names of yes and no go for those, too: `on` for active.
        if case .bool(let flag)? = try? Codec.value(argument, of: Self.flag, limits: { _ in nil }),
            let value = type.value(of: .flag(flag)), characteristic.allows(value)
        {
            return value
        }
        let attribute = AttributeDescriptor(name: type.name, id: 0, value: type.descriptor)
        let data = try Codec.value(argument, of: attribute, limits: { _ in nil })
        guard let value = CharacteristicValue(data) else {
            throw HomeError(.invalidArgument, "this is no value of \(type.name)")
        }
        guard characteristic.allows(value) else {
            let names = characteristic.validValues.map(\.name).joined(separator: ", ")
            throw HomeError(.outOfRange, "\(type.name) is one of \(names) on this accessory")
        }
        return value
    }
}

extension DeviceCharacteristic {
    /// Whether a value is one of those with names, where only such are right.
    fileprivate func allows(_ value: CharacteristicValue) -> Bool {
        let valid = validValues
        guard case .int(let number) = value, !valid.isEmpty else { return true }
        return valid.contains { $0.number == number }
    }
}
