import Configuration
import DataModel
import HomeGraph

extension HomeFile.Commissionable {
    /// Reads a device that comes into pairing mode while the hub runs.
    ///
    /// - Throws: All faults together.
    init(_ device: CommissionableDevice, catalog: ModelCatalog) throws(ConfigurationFaults) {
        var taken: [String] = []
        func read(_ text: String, _ name: String) throws(ConfigurationFaults) -> HomeFile.Device {
            let device = try HomeFile.Device.read(Array(text.utf8), name: name, catalog: catalog, taken: taken)
            taken.append(device.id)
            return device
        }
        let main = try read(device.device, "device")
        var bridged: [HomeFile.Device] = []
        for (position, text) in device.bridged.enumerated() { bridged.append(try read(text, "bridged[\(position)]")) }
        self.init(
            payload: Located(text: device.code, place: .file("payload")), window: device.window, device: main,
            bridged: bridged,
            failingStep: device.failingStep.map { Located(text: $0.rawValue, place: .file("failAt")) },
            error: device.error.flatMap { SimulatedErrorCode(rawValue: $0.name) })
    }
}
