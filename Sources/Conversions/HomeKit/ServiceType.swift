/// A kind of service of HomeKit.
///
/// Source: the HomeKit framework for names, the HomeKit Accessory Protocol for numbers.
public struct ServiceType: Sendable, Hashable {
    /// What follows `HMServiceType` in the name of HomeKit's constant.
    public let name: String
    /// The number within Apple's UUIDs.
    public let code: UInt32
    /// What people call it.
    public let title: String
    /// Whether people use it, rather than the system.
    public let isUserInteractive: Bool

    init(_ name: String, _ code: UInt32, _ title: String, isUserInteractive: Bool = true) {
        self.name = name
        self.code = code
        self.title = title
        self.isUserInteractive = isUserInteractive
    }

    /// The UUID by which HomeKit knows it.
    public var identifier: String { AppleIdentifier.text(code) }

    /// Whether a service of this name is of this type: it is the type's, or that with a number from 2 upward.
    func isType(ofName name: String) -> Bool {
        name == self.name || name.hasPrefix("\(self.name)-") && Int(name.dropFirst(self.name.count + 1)) ?? 0 > 1
    }
}

extension ServiceType {
    package static let lightbulb = ServiceType("Lightbulb", 0x43, "Light")
    package static let `switch` = ServiceType("Switch", 0x49, "Switch")
    package static let outlet = ServiceType("Outlet", 0x47, "Outlet")
    package static let thermostat = ServiceType("Thermostat", 0x4A, "Thermostat")
    package static let garageDoorOpener = ServiceType("GarageDoorOpener", 0x41, "Garage Door")
    package static let lockMechanism = ServiceType("LockMechanism", 0x45, "Lock")
    package static let lockManagement = ServiceType("LockManagement", 0x44, "Lock Management", isUserInteractive: false)
    package static let fan = ServiceType("Fan", 0x40, "Fan")
    package static let accessoryInformation = ServiceType(
        "AccessoryInformation", 0x3E, "Accessory Information", isUserInteractive: false)
    package static let battery = ServiceType("Battery", 0x96, "Battery", isUserInteractive: false)
    package static let door = ServiceType("Door", 0x81, "Door")
    package static let window = ServiceType("Window", 0x8B, "Window")
    package static let windowCovering = ServiceType("WindowCovering", 0x8C, "Window Covering")
    package static let temperatureSensor = ServiceType("TemperatureSensor", 0x8A, "Temperature Sensor")
    package static let humiditySensor = ServiceType("HumiditySensor", 0x82, "Humidity Sensor")
    package static let lightSensor = ServiceType("LightSensor", 0x84, "Light Sensor")
    package static let contactSensor = ServiceType("ContactSensor", 0x80, "Contact Sensor")
    package static let motionSensor = ServiceType("MotionSensor", 0x85, "Motion Sensor")
    package static let occupancySensor = ServiceType("OccupancySensor", 0x86, "Occupancy Sensor")
    package static let leakSensor = ServiceType("LeakSensor", 0x83, "Leak Sensor")
    package static let smokeSensor = ServiceType("SmokeSensor", 0x87, "Smoke Sensor")
    package static let carbonMonoxideSensor = ServiceType("CarbonMonoxideSensor", 0x7F, "Carbon Monoxide Sensor")
    package static let carbonDioxideSensor = ServiceType("CarbonDioxideSensor", 0x97, "Carbon Dioxide Sensor")
    package static let airQualitySensor = ServiceType("AirQualitySensor", 0x8D, "Air Quality Sensor")
    package static let securitySystem = ServiceType("SecuritySystem", 0x7E, "Security System")
    package static let statelessProgrammableSwitch = ServiceType("StatelessProgrammableSwitch", 0x89, "Button")
    package static let doorbell = ServiceType("Doorbell", 0x121, "Doorbell")
    package static let airPurifier = ServiceType("AirPurifier", 0xBB, "Air Purifier")
    package static let filterMaintenance = ServiceType("FilterMaintenance", 0xBA, "Filter", isUserInteractive: false)
    package static let heaterCooler = ServiceType("HeaterCooler", 0xBC, "Air Conditioner")
    package static let faucet = ServiceType("Faucet", 0xD7, "Faucet")
    package static let irrigationSystem = ServiceType("IrrigationSystem", 0xCF, "Irrigation System")
    package static let statefulProgrammableSwitch = ServiceType(
        "StatefulProgrammableSwitch", 0x88, "Latching Switch")
    package static let television = ServiceType("Television", 0xD8, "Television")
    package static let microphone = ServiceType("Microphone", 0x112, "Microphone", isUserInteractive: false)
    package static let valve = ServiceType("Valve", 0xD0, "Valve")
    package static let speaker = ServiceType("Speaker", 0x113, "Speaker")

    /// All that the table of services uses.
    public static let all: [ServiceType] = {
        var seen: Set<ServiceType> = []
        return ([accessoryInformation] + ServiceRule.all.map(\.service)).filter { seen.insert($0).inserted }
    }()
}
