/// What attributes hold at first where the model names no default, or one that no product has.
enum Defaults {
    /// The value of an attribute of a trait, on a device type.
    static func value(of attribute: String, _ trait: String, on type: String) -> Literal? {
        byType["\(type)/\(trait).\(attribute)"] ?? byAttribute["\(trait).\(attribute)"]
            ?? modes[trait].flatMap { modeValue(attribute, $0) } ?? concentration(attribute, trait)
    }

    private static let byType: [String: Literal] = [
        "AirPurifier/FanControl.fanModeSequence": "offLowMedHighAuto",
        "Speaker/LevelControl.currentLevel": 100,
        "WaterHeater/Thermostat.occupiedHeatingSetpoint": 5500,
        "WaterHeater/Thermostat.localTemperature": 5000,
        "WaterHeater/Thermostat.absMaxHeatSetpointLimit": 8000,
        "WaterHeater/Thermostat.controlSequenceOfOperation": "heatingOnly",
        "WaterHeater/Thermostat.systemMode": "heat",
        "ExtractorHood/FanControl.fanModeSequence": "offLowMedHigh",
        "ContactSensor/BooleanState.stateValue": true,
        "LaundryWasher/OperationalState.phaseList": ["Washing", "Rinsing", "Spinning"],
        "LaundryWasher/OperationalState.currentPhase": 0,
        "LaundryDryer/OperationalState.phaseList": ["Drying", "Cooling down"],
        "LaundryDryer/OperationalState.currentPhase": 0,
        "Dishwasher/OperationalState.phaseList": ["Pre-wash", "Main wash", "Rinse", "Drying"],
        "Dishwasher/OperationalState.currentPhase": 0,
    ]

    private static let byAttribute: [String: Literal] = [
        // The node
        "BasicInformation.dataModelRevision": 19,
        "BasicInformation.vendorName": "homegraph2mqtt",
        "BasicInformation.vendorId": 0xFFF1,
        "BasicInformation.productId": 0x8000,
        "BasicInformation.location": "XX",
        "BasicInformation.hardwareVersion": 1,
        "BasicInformation.hardwareVersionString": "1.0",
        "BasicInformation.softwareVersion": 1,
        "BasicInformation.softwareVersionString": "1.0.0",
        "BasicInformation.capabilityMinima": ["caseSessionsPerFabric": 3, "subscriptionsPerFabric": 3],
        "BasicInformation.specificationVersion": 0x0106_0000,
        "GeneralDiagnostics.bootReason": "powerOnReboot",
        "LocalizationConfiguration.activeLocale": "en-US",
        "LocalizationConfiguration.supportedLocales": ["en-US", "de-DE", "fr-FR"],
        "TimeFormatLocalization.activeCalendarType": "gregorian",
        "TimeFormatLocalization.supportedCalendarTypes": ["gregorian"],
        "UnitLocalization.temperatureUnit": "celsius",
        "UnitLocalization.supportedTemperatureUnits": ["celsius", "fahrenheit"],
        "TimeSynchronization.timeZone": [["offset": 0, "validAt": 0, "name": "UTC"]],
        "TimeSynchronization.timeZoneListMaxSize": 2,
        "TimeSynchronization.dstOffsetListMaxSize": 2,
        "GeneralDiagnostics.rebootCount": 1,
        "GeneralCommissioning.basicCommissioningInfo": [
            "failSafeExpiryLengthSeconds": 60, "maxCumulativeFailsafeSeconds": 900,
        ],
        "NetworkCommissioning.maxNetworks": 1,
        "OperationalCredentials.supportedFabrics": 5,
        "OperationalCredentials.commissionedFabrics": 1,
        "OperationalCredentials.currentFabricIndex": 1,
        "Identify.identifyType": "lightOutput",
        "Groups.nameSupport": [],
        "ScenesManagement.sceneTableSize": 16,
        "ScenesManagement.fabricSceneInfo": [
            [
                "sceneCount": 0, "currentScene": 0, "currentGroup": 0, "sceneValid": false, "remainingCapacity": 7,
                "fabricIndex": 1,
            ]
        ],

        // Lights
        "OnOff.globalSceneControl": true,
        "LevelControl.currentLevel": 254,
        "LevelControl.minLevel": 1,
        "LevelControl.onOffTransitionTime": 0,
        "ColorControl.currentX": 20_492,
        "ColorControl.currentY": 21_170,
        "ColorControl.colorTemperatureMireds": 370,
        "ColorControl.colorTempPhysicalMinMireds": 153,
        "ColorControl.colorTempPhysicalMaxMireds": 500,
        "ColorControl.coupleColorTempToLevelMinMireds": 153,
        "ColorControl.numberOfPrimaries": 0,
        "ColorControl.colorLoopTime": 25,
        "ColorControl.colorLoopDirection": "increment",
        "ColorControl.colorLoopStartEnhancedHue": 8960,

        // Climate
        "Thermostat.localTemperature": 2100,
        "Thermostat.controlSequenceOfOperation": "coolingAndHeating",
        "Thermostat.systemMode": "heat",
        "Thermostat.numberOfPresets": 5,
        "Thermostat.numberOfSchedules": 5,
        "Thermostat.numberOfScheduleTransitions": 20,
        "Thermostat.maxThermostatSuggestions": 5,
        "Thermostat.presetTypes": [
            ["presetScenario": "occupied", "numberOfPresets": 1, "presetTypeFeatures": []],
            ["presetScenario": "unoccupied", "numberOfPresets": 1, "presetTypeFeatures": []],
            ["presetScenario": "sleep", "numberOfPresets": 1, "presetTypeFeatures": []],
        ],
        "Thermostat.presets": [
            preset("home", "occupied", heating: 2100, cooling: 2500),
            preset("away", "unoccupied", heating: 1700, cooling: 2900),
            preset("sleep", "sleep", heating: 1800, cooling: 2600),
        ],
        "Thermostat.schedules": [
            [
                "scheduleHandle": "week", "systemMode": "auto", "builtIn": true,
                "transitions": [
                    transition(at: 6 * 60, to: "home"), transition(at: 22 * 60, to: "sleep"),
                ],
            ]
        ],
        "FanControl.fanModeSequence": "offLowMedHighAuto",
        "FanControl.speedMax": 100,
        "FanControl.percentSetting": 0,
        "FanControl.speedSetting": 0,
        "FanControl.rockSupport": ["rockLeftRight"],
        "FanControl.windSupport": ["sleepWind", "naturalWind"],
        "TemperatureControl.minTemperature": 300,
        "TemperatureControl.maxTemperature": 6000,
        "TemperatureControl.temperatureSetpoint": 400,
        "TemperatureControl.step": 100,
        "TemperatureControl.supportedTemperatureLevels": ["Low", "Medium", "High"],

        // Coverings, closures, locks, valves
        "WindowCovering.configStatus": ["operational", "onlineReserved"],
        "WindowCovering.currentPositionLiftPercent100ths": 0,
        "WindowCovering.currentPositionTiltPercent100ths": 0,
        "WindowCovering.currentPositionLiftPercentage": 0,
        "WindowCovering.currentPositionTiltPercentage": 0,
        "WindowCovering.targetPositionLiftPercent100ths": 0,
        "WindowCovering.targetPositionTiltPercent100ths": 0,
        "DoorLock.lockState": "locked",
        "DoorLock.doorState": "doorClosed",
        "DoorLock.actuatorEnabled": true,
        "DoorLock.numberOfTotalUsersSupported": 10,
        "DoorLock.numberOfPinUsersSupported": 10,
        "DoorLock.numberOfRfidUsersSupported": 10,
        "DoorLock.maxPinCodeLength": 8,
        "DoorLock.minPinCodeLength": 4,
        "DoorLock.maxRfidCodeLength": 10,
        "DoorLock.minRfidCodeLength": 4,
        "DoorLock.credentialRulesSupport": ["single"],
        "DoorLock.numberOfCredentialsSupportedPerUser": 5,
        // Set bits are modes that are not supported.
        "DoorLock.supportedOperatingModes": 0xFFF6,
        "DoorLock.wrongCodeEntryLimit": 5,
        "DoorLock.userCodeTemporaryDisableTime": 10,
        "DoorLock.autoRelockTime": 0,
        "DoorLock.numberOfWeekDaySchedulesSupportedPerUser": 10,
        "DoorLock.numberOfYearDaySchedulesSupportedPerUser": 10,
        "DoorLock.numberOfHolidaySchedulesSupported": 10,
        "DoorLock.expiringUserTimeout": 60,
        "ClosureControl.overallCurrentState": ["position": "fullyClosed", "secureState": true],
        "ClosureDimension.currentState": ["position": 0],
        "ClosureDimension.resolution": 100,
        "ClosureDimension.stepValue": 1000,
        "ClosureDimension.limitRange": ["min": 0, "max": 10_000],
        "ClosureControl.latchControlModes": ["remoteLatching", "remoteUnlatching"],
        "ClosureDimension.latchControlModes": ["remoteLatching", "remoteUnlatching"],
        "ValveConfigurationAndControl.currentState": "closed",
        "ValveConfigurationAndControl.currentLevel": 0,
        "ValveConfigurationAndControl.targetLevel": 0,

        // Sensors
        "TemperatureMeasurement.measuredValue": 2100,
        "TemperatureMeasurement.minMeasuredValue": -4000,
        "TemperatureMeasurement.maxMeasuredValue": 12_500,
        "RelativeHumidityMeasurement.measuredValue": 4500,
        "RelativeHumidityMeasurement.minMeasuredValue": 0,
        "RelativeHumidityMeasurement.maxMeasuredValue": 10_000,
        "IlluminanceMeasurement.measuredValue": 20_000,
        "IlluminanceMeasurement.minMeasuredValue": 1,
        "IlluminanceMeasurement.maxMeasuredValue": 50_000,
        "PressureMeasurement.measuredValue": 1013,
        "PressureMeasurement.minMeasuredValue": 300,
        "PressureMeasurement.maxMeasuredValue": 1100,
        "FlowMeasurement.measuredValue": 0,
        "FlowMeasurement.minMeasuredValue": 0,
        "FlowMeasurement.maxMeasuredValue": 1000,
        "SoilMeasurement.soilMoistureMeasuredValue": 40,
        "AirQuality.airQuality": "good",
        "OccupancySensing.occupancySensorTypeBitmap": ["pir"],
        "OccupancySensing.holdTime": 30,
        "OccupancySensing.holdTimeLimits": ["holdTimeMin": 1, "holdTimeMax": 3600, "holdTimeDefault": 30],
        "BooleanStateConfiguration.alarmsSupported": ["visual", "audible"],
        "BooleanStateConfiguration.alarmsEnabled": ["visual", "audible"],
        "BooleanStateConfiguration.supportedSensitivityLevels": 3,
        "BooleanStateConfiguration.currentSensitivityLevel": 1,
        "Switch.numberOfPositions": 2,
        "Switch.multiPressMax": 3,

        // Power
        "PowerSource.status": "active",
        "PowerSource.description": "Battery",
        "PowerSource.batPercentRemaining": 200,
        "PowerSource.batVoltage": 3000,
        "PowerSource.batPresent": true,
        "PowerSource.batReplaceability": "userReplaceable",
        "PowerSource.batReplacementDescription": "AA",
        "PowerSource.batQuantity": 2,
        "PowerSource.batChargeState": "isAtFullCharge",
        "PowerSource.batFunctionalWhileCharging": true,
        "ElectricalPowerMeasurement.powerMode": "ac",
        "ElectricalPowerMeasurement.numberOfMeasurementTypes": 1,
        "ElectricalPowerMeasurement.voltage": 230_000,
        "ElectricalPowerMeasurement.activeCurrent": 0,
        "ElectricalPowerMeasurement.activePower": 0,
        "EnergyEvse.state": "notPluggedIn",
        "EnergyEvse.supplyState": "disabled",
        "EnergyEvse.circuitCapacity": 32_000,
        "EnergyEvse.minimumChargeCurrent": 6000,
        "EnergyEvse.maximumChargeCurrent": 32_000,
        "DeviceEnergyManagement.absMaxPower": 7_000_000,
        "HepaFilterMonitoring.condition": 100,
        "HepaFilterMonitoring.degradationDirection": "down",
        "ActivatedCarbonFilterMonitoring.condition": 100,
        "ActivatedCarbonFilterMonitoring.degradationDirection": "down",
        "WaterTankLevelMonitoring.condition": 100,
        "WaterTankLevelMonitoring.degradationDirection": "down",

        // Appliances
        "OperationalState.operationalStateList": [
            ["operationalStateId": "stopped"], ["operationalStateId": "running"], ["operationalStateId": "paused"],
            ["operationalStateId": "error"],
        ],
        "OvenCavityOperationalState.operationalStateList": [
            ["operationalStateId": "stopped"], ["operationalStateId": "running"], ["operationalStateId": "error"],
        ],
        "RvcOperationalState.operationalStateList": [
            ["operationalStateId": "stopped"], ["operationalStateId": "running"], ["operationalStateId": "paused"],
            ["operationalStateId": "error"], ["operationalStateId": "seekingCharger"],
            ["operationalStateId": "charging"], ["operationalStateId": "docked"],
        ],
        "RvcOperationalState.operationalState": "docked",
        "MediaPlayback.currentState": "notPlaying",
        "ServiceArea.supportedAreas": [
            ["areaId": 1, "mapId": nil, "areaInfo": ["locationInfo": room("Living Room"), "landmarkInfo": nil]],
            ["areaId": 2, "mapId": nil, "areaInfo": ["locationInfo": room("Kitchen"), "landmarkInfo": nil]],
        ],
        "RefrigeratorAlarm.mask": ["doorOpen"],
        "RefrigeratorAlarm.supported": ["doorOpen"],
        "DishwasherAlarm.latch": ["inflowError", "drainError"],
        "DishwasherAlarm.mask": ["inflowError", "drainError", "doorError"],
        "DishwasherAlarm.supported": ["inflowError", "drainError", "doorError"],
        "LaundryWasherControls.spinSpeeds": ["Off", "800", "1200", "1400"],
        "LaundryWasherControls.spinSpeedCurrent": 2,
        "LaundryWasherControls.numberOfRinses": "normal",
        "LaundryWasherControls.supportedRinses": ["none", "normal", "extra"],
        "LaundryDryerControls.supportedDrynessLevels": ["low", "normal", "extra", "max"],
        "LaundryDryerControls.selectedDrynessLevel": "normal",
        "MicrowaveOvenControl.cookTime": 30,
        "MicrowaveOvenControl.maxCookTime": 3600,
        "MicrowaveOvenControl.powerSetting": 100,
        "WaterHeaterManagement.heaterTypes": ["immersionElement1"],
        "WaterHeaterManagement.tankPercentage": 100,
        "ApplicationBasic.applicationName": "Application",
        "Channel.channelList": [
            ["majorNumber": 1, "minorNumber": 0, "name": "News", "identifier": "news"],
            ["majorNumber": 2, "minorNumber": 0, "name": "Films", "identifier": "films"],
            ["majorNumber": 3, "minorNumber": 0, "name": "Music", "identifier": "music"],
        ],
        "TargetNavigator.targetList": [
            ["identifier": 1, "name": "Home"], ["identifier": 2, "name": "Settings"],
        ],
        "Chime.installedChimeSounds": [["chimeId": 1, "name": "Ding Dong"], ["chimeId": 2, "name": "Westminster"]],
        "ContentControl.onDemandRatings": [["ratingName": "G"], ["ratingName": "PG"], ["ratingName": "R"]],
        "ContentControl.onDemandRatingThreshold": "R",
        "ContentControl.scheduledContentRatings": [["ratingName": "TV-G"], ["ratingName": "TV-14"]],
        "ContentControl.scheduledContentRatingThreshold": "TV-14",
        "CameraAvStreamManagement.videoSensorParams": ["sensorWidth": 1920, "sensorHeight": 1080, "maxFps": 30],
        "CameraAvStreamManagement.supportedStreamUsages": ["liveView", "recording", "analysis"],
        "CameraAvStreamManagement.streamUsagePriorities": ["liveView", "recording", "analysis"],
        "CameraAvSettingsUserLevelManagement.maxPresets": 5,
        "ZoneManagement.twoDCartesianMax": ["x": 1920, "y": 1080],
        "Chime.selectedChime": 1,
        "Chime.enabled": true,
        "AudioOutput.outputList": [["index": 0, "outputType": "internal", "name": "Speaker"]],
        "MediaInput.inputList": [
            ["index": 0, "inputType": "hdmi", "name": "HDMI 1", "description": "HDMI input 1"],
            ["index": 1, "inputType": "hdmi", "name": "HDMI 2", "description": "HDMI input 2"],
        ],

        // Google
        "Google.OpenClose.openPercent": 0.0,
        "Google.LockUnlock.lockState": "unlocked",
        "Google.RelativeHumidityControl.minRelativeHumidity": 20,
        "Google.RelativeHumidityControl.maxRelativeHumidity": 80,
        "Google.RelativeHumidityControl.relativeHumiditySetpoint": 45,
        "Google.Dock.isDocked": true,
        "Google.Timer.maxTimerLimitSeconds": 86_400,
        "Google.Timer.timerRemainingSeconds": -1,
        "Google.ArmDisarm.armState": "disarmed",
        "Google.ArmDisarm.availableArmLevels": [
            "levels": [
                ["level": "home", "levelValues": [], "levelCategory": "stay", "exitAllowanceSeconds": 0],
                ["level": "away", "levelValues": [], "levelCategory": "away", "exitAllowanceSeconds": 60],
            ],
            "ordered": true,
        ],
        "Google.MediaActivityState.activityState": "standby",
        "Google.Toggles.supportedToggles": [["name": "quiet", "synonyms": []], ["name": "eco", "synonyms": []]],
        "Google.Toggles.currentToggleSettings": [
            ["toggleName": "quiet", "enabled": false], ["toggleName": "eco", "enabled": false],
        ],
        "Google.ExtendedModeSelect.supportedModes": [
            [
                "name": "strength", "ordered": true, "synonyms": [],
                "settings": [["name": "low", "synonyms": []], ["name": "high", "synonyms": []]],
            ]
        ],
        "Google.ExtendedModeSelect.currentModeSettings": [["modeName": "strength", "settingName": "low"]],
        "Google.Cook.supportedCookingModes": ["cook", "warm", "bake", "brew"],
        "Google.Cook.foodPresets": [
            ["foodPresetName": "rice", "supportedUnits": ["cups", "grams"], "foodSynonyms": []],
            ["foodPresetName": "coffee", "supportedUnits": ["cups", "milliliters"], "foodSynonyms": []],
        ],
        "Google.Dispense.supportedDispenseItems": [
            [
                "itemName": "water", "itemNameSynonyms": [], "supportedUnits": ["milliliters", "cups"],
                "defaultPortion": ["amount": 250.0, "unit": "milliliters"],
            ]
        ],
        "Google.Dispense.supportedDispensePresets": [["presetName": "glass", "presetNameSynonyms": []]],
        "Google.Dispense.dispenseItems": [
            ["itemName": "water", "amountRemaining": ["amount": 5000.0, "unit": "milliliters"]]
        ],
        "Google.Fill.availableFillLevels": [
            "levels": [["levelName": "half", "levelValues": []], ["levelName": "full", "levelValues": []]],
            "ordered": true,
        ],
        "Google.ExtendedFanControl.customFanModes": [
            "speeds": [
                ["speedName": "low", "speedValues": []], ["speedName": "medium", "speedValues": []],
                ["speedName": "high", "speedValues": []],
            ],
            "ordered": true,
        ],
        "Google.ExtendedFanControl.customFanMode": "low",
        "Google.ExtendedMediaInput.customInputsOrdered": true,
        "Google.ExtendedMediaInput.customInputsList": [
            ["key": "hdmi_1", "names": [["nameSynonym": ["HDMI 1"], "lang": "en"]]],
            ["key": "hdmi_2", "names": [["nameSynonym": ["HDMI 2"], "lang": "en"]]],
        ],
        "Google.ExtendedMediaInput.currentCustomInput": "hdmi_1",
        "Google.ExtendedApplicationLauncher.availableApplications": [
            ["key": "films", "names": [["nameSynonym": ["Films"], "lang": "en"]]],
            ["key": "music", "names": [["nameSynonym": ["Music"], "lang": "en"]]],
        ],
        "Google.ExtendedApplicationLauncher.installedApplications": ["films"],
        "Google.ExtendedOperationalState.operationZones": ["front", "back"],
        "Google.NetworkControl.networkProfiles": ["children", "work"],
        "Google.NetworkControl.networkProfileStates": [
            ["profile": "children", "enabled": true], ["profile": "work", "enabled": true],
        ],
        "Google.ExtendedPowerSource.isPluggedIn": true,
        "Google.ExtendedPowerSource.capacityRemaining": [["rawValue": 80.0, "unit": "percentage"]],
        "Google.ExtendedPowerSource.capacityUntilFull": [["rawValue": 20.0, "unit": "percentage"]],
        "Google.ExtendedPowerSource.descriptiveCapacityRemaining": "high",
        "Google.LightEffects.defaultSleepDurationSeconds": 1800,
        "Google.LightEffects.defaultWakeDurationSeconds": 1800,
        "Google.NetworkControl.networkEnabled": true,
        "Google.ExtendedThermostat.minHeatSafetySetpointLimit": 700,
        "Google.ExtendedThermostat.maxHeatSafetySetpointLimit": 3000,
        "Google.ExtendedThermostat.minCoolSafetySetpointLimit": 1600,
        "Google.ExtendedThermostat.maxCoolSafetySetpointLimit": 3200,
        "Google.ExtendedThermostat.averageLocalTemperature": 2100,
        "Google.Chime.installedChimeSounds": [["chimeID": 1, "name": "Ding Dong"]],
        "Google.Chime.selectedChime": 1,
    ]

    /// A preset that a thermostat is built with, in hundredths of a degree.
    private static func preset(_ handle: String, _ scenario: String, heating: Int64, cooling: Int64) -> Literal {
        [
            "presetHandle": .text(handle), "presetScenario": .text(scenario), "name": nil,
            "heatingSetpoint": .integer(heating), "coolingSetpoint": .integer(cooling), "builtIn": true,
        ]
    }

    /// A transition of every day's schedule, at a minute of the day.
    private static func transition(at minute: Int64, to preset: String) -> Literal {
        ["dayOfWeek": 0x7F, "transitionTime": .integer(minute), "presetHandle": .text(preset)]
    }

    /// The place of a room that a vacuum cleans.
    private static func room(_ name: String) -> Literal {
        ["locationName": .text(name), "floorNumber": nil, "areaType": nil]
    }

    // MARK: - Modes

    /// A mode: its label and the tag that says what it means.
    private typealias Mode = (label: String, tag: Literal)

    /// The modes of the clusters derived from the mode base; the first is the one at first.
    private static let modes: [String: [Mode]] = [
        "ModeSelect": [("Normal", 0), ("Quiet", 0), ("Strong", 0)],
        "DeviceEnergyManagementMode": [("No optimisation", "noOptimization"), ("Local", "localOptimization")],
        "DishwasherMode": [("Normal", "normal"), ("Heavy", "heavy"), ("Light", "light")],
        "EnergyEvseMode": [("Manual", "manual"), ("Solar", "solarCharging")],
        "LaundryWasherMode": [
            ("Normal", "normal"), ("Delicate", "delicate"), ("Heavy", "heavy"), ("Whites", "whites"),
        ],
        "MicrowaveOvenMode": [("Normal", "normal"), ("Defrost", "defrost")],
        "OvenMode": [("Bake", "bake"), ("Convection", "convection"), ("Grill", "grill")],
        "RefrigeratorAndTemperatureControlledCabinetMode": [
            ("Normal", "auto"), ("Rapid cool", "rapidCool"), ("Rapid freeze", "rapidFreeze"),
        ],
        "RvcCleanMode": [("Vacuum", "vacuum"), ("Mop", "mop"), ("Deep clean", "deepClean")],
        "RvcRunMode": [("Idle", "idle"), ("Cleaning", "cleaning"), ("Mapping", "mapping")],
        "WaterHeaterMode": [("Off", "off"), ("Manual", "manual"), ("Timed", "timed")],
    ]

    private static func modeValue(_ attribute: String, _ modes: [Mode]) -> Literal? {
        switch attribute {
        case "currentMode": .integer(0)
        case "description": .text("Mode")
        case "supportedModes":
            .list(
                modes.enumerated().map { number, mode in
                    if mode.tag == 0 {
                        return ["label": .text(mode.label), "mode": .integer(Int64(number)), "semanticTags": []]
                    }
                    return [
                        "label": .text(mode.label), "mode": .integer(Int64(number)),
                        "modeTags": [["value": mode.tag]],
                    ]
                })
        default: nil
        }
    }

    // MARK: - Concentrations

    private static func concentration(_ attribute: String, _ trait: String) -> Literal? {
        guard trait.hasSuffix("ConcentrationMeasurement") else { return nil }
        let isParticles = trait.hasPrefix("Pm")
        return switch attribute {
        case "measuredValue": trait.hasPrefix("CarbonDioxide") ? 600.0 : isParticles ? 8.0 : 1.0
        case "minMeasuredValue": 0.0
        case "maxMeasuredValue": trait.hasPrefix("CarbonDioxide") ? 5000.0 : 1000.0
        case "measurementUnit": isParticles ? "ugm3" : trait.hasPrefix("Radon") ? "bqm3" : "ppm"
        case "measurementMedium": "air"
        default: nil
        }
    }
}
