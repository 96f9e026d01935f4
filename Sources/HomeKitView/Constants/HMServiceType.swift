import Conversions

// Source: the HomeKit framework; values are the UUIDs of the HomeKit Accessory Protocol.

/// The type of services: Lightbulb.
public let HMServiceTypeLightbulb = ServiceType.lightbulb.identifier
/// The type of services: Switch.
public let HMServiceTypeSwitch = ServiceType.`switch`.identifier
/// The type of services: Outlet.
public let HMServiceTypeOutlet = ServiceType.outlet.identifier
/// The type of services: Thermostat.
public let HMServiceTypeThermostat = ServiceType.thermostat.identifier
/// The type of services: GarageDoorOpener.
public let HMServiceTypeGarageDoorOpener = ServiceType.garageDoorOpener.identifier
/// The type of services: LockMechanism.
public let HMServiceTypeLockMechanism = ServiceType.lockMechanism.identifier
/// The type of services: LockManagement.
public let HMServiceTypeLockManagement = ServiceType.lockManagement.identifier
/// The type of services: Fan.
public let HMServiceTypeFan = ServiceType.fan.identifier
/// The type of services: AccessoryInformation.
public let HMServiceTypeAccessoryInformation = ServiceType.accessoryInformation.identifier
/// The type of services: Battery.
public let HMServiceTypeBattery = ServiceType.battery.identifier
/// The type of services: Door.
public let HMServiceTypeDoor = ServiceType.door.identifier
/// The type of services: Window.
public let HMServiceTypeWindow = ServiceType.window.identifier
/// The type of services: WindowCovering.
public let HMServiceTypeWindowCovering = ServiceType.windowCovering.identifier
/// The type of services: TemperatureSensor.
public let HMServiceTypeTemperatureSensor = ServiceType.temperatureSensor.identifier
/// The type of services: HumiditySensor.
public let HMServiceTypeHumiditySensor = ServiceType.humiditySensor.identifier
/// The type of services: LightSensor.
public let HMServiceTypeLightSensor = ServiceType.lightSensor.identifier
/// The type of services: ContactSensor.
public let HMServiceTypeContactSensor = ServiceType.contactSensor.identifier
/// The type of services: MotionSensor.
public let HMServiceTypeMotionSensor = ServiceType.motionSensor.identifier
/// The type of services: OccupancySensor.
public let HMServiceTypeOccupancySensor = ServiceType.occupancySensor.identifier
/// The type of services: LeakSensor.
public let HMServiceTypeLeakSensor = ServiceType.leakSensor.identifier
/// The type of services: SmokeSensor.
public let HMServiceTypeSmokeSensor = ServiceType.smokeSensor.identifier
/// The type of services: CarbonMonoxideSensor.
public let HMServiceTypeCarbonMonoxideSensor = ServiceType.carbonMonoxideSensor.identifier
/// The type of services: CarbonDioxideSensor.
public let HMServiceTypeCarbonDioxideSensor = ServiceType.carbonDioxideSensor.identifier
/// The type of services: AirQualitySensor.
public let HMServiceTypeAirQualitySensor = ServiceType.airQualitySensor.identifier
/// The type of services: SecuritySystem.
public let HMServiceTypeSecuritySystem = ServiceType.securitySystem.identifier
/// The type of services: StatelessProgrammableSwitch.
public let HMServiceTypeStatelessProgrammableSwitch = ServiceType.statelessProgrammableSwitch.identifier
/// The type of services: Doorbell.
public let HMServiceTypeDoorbell = ServiceType.doorbell.identifier
/// The type of services: AirPurifier.
public let HMServiceTypeAirPurifier = ServiceType.airPurifier.identifier
/// The type of services: FilterMaintenance.
public let HMServiceTypeFilterMaintenance = ServiceType.filterMaintenance.identifier
/// The type of services: Valve.
public let HMServiceTypeValve = ServiceType.valve.identifier
/// The type of services: Speaker.
public let HMServiceTypeSpeaker = ServiceType.speaker.identifier
/// The type of services: HeaterCooler.
public let HMServiceTypeHeaterCooler = ServiceType.heaterCooler.identifier
/// The type of services: Faucet.
public let HMServiceTypeFaucet = ServiceType.faucet.identifier
/// The type of services: IrrigationSystem.
public let HMServiceTypeIrrigationSystem = ServiceType.irrigationSystem.identifier
/// The type of services: StatefulProgrammableSwitch.
public let HMServiceTypeStatefulProgrammableSwitch = ServiceType.statefulProgrammableSwitch.identifier
/// The type of services: Television.
public let HMServiceTypeTelevision = ServiceType.television.identifier
/// The type of services: Microphone.
public let HMServiceTypeMicrophone = ServiceType.microphone.identifier
