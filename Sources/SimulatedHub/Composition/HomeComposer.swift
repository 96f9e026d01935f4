import Configuration
import DataModel
import HomeGraph
import ModelReader

/// Composes the whole home of a home file.
enum HomeComposer {
    /// A home: what the graph takes in, and the devices as the engine has them.
    struct Home {
        var contents: HomeContents
        var devices: [SimulatedDevice]
        var pairing = PairingModes()
    }

    /// Composes a home.
    ///
    /// - Parameters:
    ///   - home: The home file.
    ///   - vocabulary: The clusters and device types there are.
    ///   - seed: Where the devices' randomness comes from.
    /// - Returns: The home.
    /// - Throws: Everything that the home file asks for and cannot be had.
    static func compose(
        _ home: HomeFile, _ vocabulary: CompositionVocabulary, seed: UInt64
    ) throws(ConfigurationFaults) -> Home {
        var composer = DeviceComposer(vocabulary)
        var contents = HomeContents()
        var devices: [SimulatedDevice] = []
        var pairing = PairingModes()
        var faults: [ConfigurationFault] = []
        for structure in home.structures {
            contents.structures.append(StructureRecord(id: structure.id, name: structure.name))
            contents.rooms += structure.rooms.map {
                RoomRecord(id: $0.id, name: $0.name, structureID: structure.id)
            }
            contents.groups += structure.groups.map {
                GroupRecord(id: $0.id, name: $0.name, structureID: structure.id, deviceIDs: $0.deviceIDs)
            }
            contents.serviceGroups += structure.serviceGroups.map { group in
                ServiceGroupRecord(
                    id: group.id, name: group.name, structureID: structure.id,
                    services: group.services.map { ServiceID(deviceID: $0.deviceID, name: $0.name) })
            }
            for device in structure.devices {
                do throws(ConfigurationFault) {
                    let composed = try composer.compose(device, structureID: structure.id)
                    devices.append(
                        SimulatedDevice(
                            composed, index: contents.devices.count, behaviour: device.behaviour, seed: seed))
                    contents.devices.append(composed)
                } catch {
                    faults.append(error)
                }
            }
            faults += Self.faults(of: structure.serviceGroups, contents.devices)
            for device in structure.commissionable {
                do throws(ConfigurationFault) {
                    pairing.add(
                        try PairingDevice(
                            device, structureID: structure.id, at: .zero, composer: &composer, seed: seed), at: .zero)
                } catch {
                    faults.append(error)
                }
            }
        }
        guard faults.isEmpty else { throw ConfigurationFaults(faults) }
        return Home(contents: contents, devices: devices, pairing: pairing)
    }

    /// Members of service groups that their devices do not have; devices that cannot be had are faults of their own.
    private static func faults(
        of groups: [HomeFile.ServiceGroup], _ devices: [HubDevice]
    ) -> [ConfigurationFault] {
        groups.flatMap(\.services).compactMap { service -> ConfigurationFault? in
            guard let device = devices.first(where: { $0.id == service.deviceID }) else { return nil }
            let names = device.layout.serviceNames
            guard !names.contains(service.name) else { return nil }
            return ConfigurationFault(
                at: service.place, "the device \"\(device.name)\" has no service \"\(service.name)\"",
                remedy: NearestName.advice(
                    for: "\(service.deviceID)/\(service.name)", among: names.map { "\(service.deviceID)/\($0)" }))
        }
    }
}

extension SimulatedDevice {
    /// Takes over a composed device.
    init(_ device: HubDevice, index: Int, behaviour: HomeFile.Behaviour, seed: UInt64) {
        var connectivity = ConnectivityState.online
        if case .uint(let raw) = device.values[DeviceLayout.connectivityOffset], let small = UInt8(exactly: raw) {
            connectivity = ConnectivityState(rawValue: small) ?? .online
        }
        let fault = SimulatedFault(
            errorRate: behaviour.errorRate, error: HomeError.Code(name: behaviour.error.rawValue),
            latency: behaviour.latency, reportDelay: behaviour.reportDelay, rebootInterval: behaviour.rebootInterval)
        self.init(
            index: DeviceIndex(rawValue: index), name: device.name, layout: device.layout, values: device.values,
            initialValues: device.values, isOnline: connectivity.isReachable,
            isAutonomous: behaviour.isAutonomous, fault: fault,
            random: SplitMix(seed: seed, device: index))
    }
}
