import Conversions

// Source: the HomeKit framework; values are the UUIDs of the HomeKit Accessory Protocol.

/// The type of characteristics: PowerState.
public let HMCharacteristicTypePowerState = CharacteristicType.powerState.identifier
/// The type of characteristics: OutletInUse.
public let HMCharacteristicTypeOutletInUse = CharacteristicType.outletInUse.identifier
/// The type of characteristics: Brightness.
public let HMCharacteristicTypeBrightness = CharacteristicType.brightness.identifier
/// The type of characteristics: Hue.
public let HMCharacteristicTypeHue = CharacteristicType.hue.identifier
/// The type of characteristics: Saturation.
public let HMCharacteristicTypeSaturation = CharacteristicType.saturation.identifier
/// The type of characteristics: ColorTemperature.
public let HMCharacteristicTypeColorTemperature = CharacteristicType.colorTemperature.identifier
/// The type of characteristics: Volume.
public let HMCharacteristicTypeVolume = CharacteristicType.volume.identifier
/// The type of characteristics: Mute.
public let HMCharacteristicTypeMute = CharacteristicType.mute.identifier
/// The type of characteristics: CurrentDoorState.
public let HMCharacteristicTypeCurrentDoorState = CharacteristicType.currentDoorState.identifier
/// The type of characteristics: TargetDoorState.
public let HMCharacteristicTypeTargetDoorState = CharacteristicType.targetDoorState.identifier
/// The type of characteristics: CurrentLockMechanismState.
public let HMCharacteristicTypeCurrentLockMechanismState = CharacteristicType.currentLockMechanismState.identifier
/// The type of characteristics: TargetLockMechanismState.
public let HMCharacteristicTypeTargetLockMechanismState = CharacteristicType.targetLockMechanismState.identifier
/// The type of characteristics: LockManagementAutoSecureTimeout.
public let HMCharacteristicTypeLockManagementAutoSecureTimeout = CharacteristicType.lockManagementAutoSecureTimeout
    .identifier
/// The type of characteristics: AudioFeedback.
public let HMCharacteristicTypeAudioFeedback = CharacteristicType.audioFeedback.identifier
/// The type of characteristics: LockMechanismLastKnownAction.
public let HMCharacteristicTypeLockMechanismLastKnownAction = CharacteristicType.lockMechanismLastKnownAction.identifier
/// The type of characteristics: ObstructionDetected.
public let HMCharacteristicTypeObstructionDetected = CharacteristicType.obstructionDetected.identifier
/// The type of characteristics: CurrentPosition.
public let HMCharacteristicTypeCurrentPosition = CharacteristicType.currentPosition.identifier
/// The type of characteristics: TargetPosition.
public let HMCharacteristicTypeTargetPosition = CharacteristicType.targetPosition.identifier
/// The type of characteristics: PositionState.
public let HMCharacteristicTypePositionState = CharacteristicType.positionState.identifier
/// The type of characteristics: HoldPosition.
public let HMCharacteristicTypeHoldPosition = CharacteristicType.holdPosition.identifier
/// The type of characteristics: CurrentHorizontalTilt.
public let HMCharacteristicTypeCurrentHorizontalTilt = CharacteristicType.currentHorizontalTilt.identifier
/// The type of characteristics: TargetHorizontalTilt.
public let HMCharacteristicTypeTargetHorizontalTilt = CharacteristicType.targetHorizontalTilt.identifier
/// The type of characteristics: CurrentTemperature.
public let HMCharacteristicTypeCurrentTemperature = CharacteristicType.currentTemperature.identifier
/// The type of characteristics: TargetTemperature.
public let HMCharacteristicTypeTargetTemperature = CharacteristicType.targetTemperature.identifier
/// The type of characteristics: CoolingThreshold.
public let HMCharacteristicTypeCoolingThreshold = CharacteristicType.coolingThreshold.identifier
/// The type of characteristics: HeatingThreshold.
public let HMCharacteristicTypeHeatingThreshold = CharacteristicType.heatingThreshold.identifier
/// The type of characteristics: CurrentHeatingCooling.
public let HMCharacteristicTypeCurrentHeatingCooling = CharacteristicType.currentHeatingCooling.identifier
/// The type of characteristics: TargetHeatingCooling.
public let HMCharacteristicTypeTargetHeatingCooling = CharacteristicType.targetHeatingCooling.identifier
/// The type of characteristics: TemperatureUnits.
public let HMCharacteristicTypeTemperatureUnits = CharacteristicType.temperatureUnits.identifier
/// The type of characteristics: CurrentRelativeHumidity.
public let HMCharacteristicTypeCurrentRelativeHumidity = CharacteristicType.currentRelativeHumidity.identifier
/// The type of characteristics: TargetRelativeHumidity.
public let HMCharacteristicTypeTargetRelativeHumidity = CharacteristicType.targetRelativeHumidity.identifier
/// The type of characteristics: RotationDirection.
public let HMCharacteristicTypeRotationDirection = CharacteristicType.rotationDirection.identifier
/// The type of characteristics: RotationSpeed.
public let HMCharacteristicTypeRotationSpeed = CharacteristicType.rotationSpeed.identifier
/// The type of characteristics: Active.
public let HMCharacteristicTypeActive = CharacteristicType.active.identifier
/// The type of characteristics: TargetFanState.
public let HMCharacteristicTypeTargetFanState = CharacteristicType.targetFanState.identifier
/// The type of characteristics: CurrentFanState.
public let HMCharacteristicTypeCurrentFanState = CharacteristicType.currentFanState.identifier
/// The type of characteristics: SwingMode.
public let HMCharacteristicTypeSwingMode = CharacteristicType.swingMode.identifier
/// The type of characteristics: CurrentAirPurifierState.
public let HMCharacteristicTypeCurrentAirPurifierState = CharacteristicType.currentAirPurifierState.identifier
/// The type of characteristics: TargetAirPurifierState.
public let HMCharacteristicTypeTargetAirPurifierState = CharacteristicType.targetAirPurifierState.identifier
/// The type of characteristics: FilterLifeLevel.
public let HMCharacteristicTypeFilterLifeLevel = CharacteristicType.filterLifeLevel.identifier
/// The type of characteristics: FilterChangeIndication.
public let HMCharacteristicTypeFilterChangeIndication = CharacteristicType.filterChangeIndication.identifier
/// The type of characteristics: FilterResetChangeIndication.
public let HMCharacteristicTypeFilterResetChangeIndication = CharacteristicType.filterResetChangeIndication.identifier
/// The type of characteristics: InUse.
public let HMCharacteristicTypeInUse = CharacteristicType.inUse.identifier
/// The type of characteristics: ValveType.
public let HMCharacteristicTypeValveType = CharacteristicType.valveType.identifier
/// The type of characteristics: SetDuration.
public let HMCharacteristicTypeSetDuration = CharacteristicType.setDuration.identifier
/// The type of characteristics: RemainingDuration.
public let HMCharacteristicTypeRemainingDuration = CharacteristicType.remainingDuration.identifier
/// The type of characteristics: CurrentLightLevel.
public let HMCharacteristicTypeCurrentLightLevel = CharacteristicType.currentLightLevel.identifier
/// The type of characteristics: ContactState.
public let HMCharacteristicTypeContactState = CharacteristicType.contactState.identifier
/// The type of characteristics: MotionDetected.
public let HMCharacteristicTypeMotionDetected = CharacteristicType.motionDetected.identifier
/// The type of characteristics: OccupancyDetected.
public let HMCharacteristicTypeOccupancyDetected = CharacteristicType.occupancyDetected.identifier
/// The type of characteristics: LeakDetected.
public let HMCharacteristicTypeLeakDetected = CharacteristicType.leakDetected.identifier
/// The type of characteristics: SmokeDetected.
public let HMCharacteristicTypeSmokeDetected = CharacteristicType.smokeDetected.identifier
/// The type of characteristics: CarbonMonoxideDetected.
public let HMCharacteristicTypeCarbonMonoxideDetected = CharacteristicType.carbonMonoxideDetected.identifier
/// The type of characteristics: CarbonDioxideDetected.
public let HMCharacteristicTypeCarbonDioxideDetected = CharacteristicType.carbonDioxideDetected.identifier
/// The type of characteristics: CarbonMonoxideLevel.
public let HMCharacteristicTypeCarbonMonoxideLevel = CharacteristicType.carbonMonoxideLevel.identifier
/// The type of characteristics: CarbonMonoxidePeakLevel.
public let HMCharacteristicTypeCarbonMonoxidePeakLevel = CharacteristicType.carbonMonoxidePeakLevel.identifier
/// The type of characteristics: CarbonDioxideLevel.
public let HMCharacteristicTypeCarbonDioxideLevel = CharacteristicType.carbonDioxideLevel.identifier
/// The type of characteristics: CarbonDioxidePeakLevel.
public let HMCharacteristicTypeCarbonDioxidePeakLevel = CharacteristicType.carbonDioxidePeakLevel.identifier
/// The type of characteristics: AirQuality.
public let HMCharacteristicTypeAirQuality = CharacteristicType.airQuality.identifier
/// The type of characteristics: PM2_5Density.
public let HMCharacteristicTypePM2_5Density = CharacteristicType.pm25Density.identifier
/// The type of characteristics: PM10Density.
public let HMCharacteristicTypePM10Density = CharacteristicType.pm10Density.identifier
/// The type of characteristics: NitrogenDioxideDensity.
public let HMCharacteristicTypeNitrogenDioxideDensity = CharacteristicType.nitrogenDioxideDensity.identifier
/// The type of characteristics: OzoneDensity.
public let HMCharacteristicTypeOzoneDensity = CharacteristicType.ozoneDensity.identifier
/// The type of characteristics: VolatileOrganicCompoundDensity.
public let HMCharacteristicTypeVolatileOrganicCompoundDensity = CharacteristicType.volatileOrganicCompoundDensity
    .identifier
/// The type of characteristics: StatusFault.
public let HMCharacteristicTypeStatusFault = CharacteristicType.statusFault.identifier
/// The type of characteristics: BatteryLevel.
public let HMCharacteristicTypeBatteryLevel = CharacteristicType.batteryLevel.identifier
/// The type of characteristics: StatusLowBattery.
public let HMCharacteristicTypeStatusLowBattery = CharacteristicType.statusLowBattery.identifier
/// The type of characteristics: ChargingState.
public let HMCharacteristicTypeChargingState = CharacteristicType.chargingState.identifier
/// The type of characteristics: CurrentSecuritySystemState.
public let HMCharacteristicTypeCurrentSecuritySystemState = CharacteristicType.currentSecuritySystemState.identifier
/// The type of characteristics: TargetSecuritySystemState.
public let HMCharacteristicTypeTargetSecuritySystemState = CharacteristicType.targetSecuritySystemState.identifier
/// The type of characteristics: InputEvent.
public let HMCharacteristicTypeInputEvent = CharacteristicType.inputEvent.identifier
/// The type of characteristics: Identify.
public let HMCharacteristicTypeIdentify = CharacteristicType.identify.identifier
/// The type of characteristics: Name.
public let HMCharacteristicTypeName = CharacteristicType.name.identifier
/// The type of characteristics: Manufacturer.
public let HMCharacteristicTypeManufacturer = CharacteristicType.manufacturer.identifier
/// The type of characteristics: Model.
public let HMCharacteristicTypeModel = CharacteristicType.model.identifier
/// The type of characteristics: SerialNumber.
public let HMCharacteristicTypeSerialNumber = CharacteristicType.serialNumber.identifier
/// The type of characteristics: FirmwareVersion.
public let HMCharacteristicTypeFirmwareVersion = CharacteristicType.firmwareVersion.identifier
/// The type of characteristics: HardwareVersion.
public let HMCharacteristicTypeHardwareVersion = CharacteristicType.hardwareVersion.identifier
/// The type of characteristics: CurrentVerticalTilt.
public let HMCharacteristicTypeCurrentVerticalTilt = CharacteristicType.currentVerticalTilt.identifier
/// The type of characteristics: TargetVerticalTilt.
public let HMCharacteristicTypeTargetVerticalTilt = CharacteristicType.targetVerticalTilt.identifier
/// The type of characteristics: CurrentHeaterCoolerState.
public let HMCharacteristicTypeCurrentHeaterCoolerState = CharacteristicType.currentHeaterCoolerState.identifier
/// The type of characteristics: TargetHeaterCoolerState.
public let HMCharacteristicTypeTargetHeaterCoolerState = CharacteristicType.targetHeaterCoolerState.identifier
/// The type of characteristics: ProgramMode.
public let HMCharacteristicTypeProgramMode = CharacteristicType.programMode.identifier
/// The type of characteristics: StatusTampered.
public let HMCharacteristicTypeStatusTampered = CharacteristicType.statusTampered.identifier
/// The type of characteristics: StatusActive.
public let HMCharacteristicTypeStatusActive = CharacteristicType.statusActive.identifier
/// The type of characteristics: OutputState.
public let HMCharacteristicTypeOutputState = CharacteristicType.outputState.identifier
/// The type of characteristics: SoftwareVersion.
public let HMCharacteristicTypeSoftwareVersion = CharacteristicType.softwareVersion.identifier
