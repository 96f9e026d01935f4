/// What attributes hold at first where the model names no default, or one that no product has.
enum Defaults {
    /// The value of an attribute of a trait, on an endpoint of some names, the most particular first.
    static func value(of attribute: String, _ trait: String, on names: [String]) -> Literal? {
        let path = "\(trait).\(attribute)"
        if let own = names.lazy.compactMap({ byType["\($0)/\(path)"] }).first { return own }
        if let own = names.lazy.compactMap({ temperatures[$0] }).first?.value(of: attribute, trait) { return own }
        return byAttribute[path] ?? google[path] ?? family(attribute, trait, on: names)
    }

    private static func family(_ attribute: String, _ trait: String, on names: [String]) -> Literal? {
        modes[trait].flatMap { modeValue(attribute, $0) } ?? adjustment(attribute, trait, on: names)
            ?? concentration(attribute, trait) ?? identification(attribute, trait, on: names)
            ?? batteryPack(attribute, trait, on: names)
    }

    /// How exactly something electrical is measured: within a percent, up to an amount in the attribute's unit.
    private static func accuracy(of type: String, upTo most: Int64) -> Literal {
        [
            "measurementType": .text(type), "measured": true, "minMeasuredValue": .integer(-most),
            "maxMeasuredValue": .integer(most),
            "accuracyRanges": [["rangeMin": .integer(-most), "rangeMax": .integer(most), "percentMax": 100]],
        ]
    }

    private static let byType: [String: Literal] = [
        "GoogleDoor/DoorLock.lockState": "unlocked",
        "BatteryStorage/PowerSource.batPercentRemaining": 100,
        "BatteryStorage/PowerSource.batChargeState": "isNotCharging",
        "AirPurifier/FanControl.fanModeSequence": "offLowMedHighAuto",
        "Speaker/LevelControl.currentLevel": 100,
        "WaterHeater/Thermostat.occupiedHeatingSetpoint": 5500,
        "WaterHeater/Thermostat.localTemperature": 5500,
        "WaterHeater/Thermostat.absMaxHeatSetpointLimit": 8000,
        "WaterHeater/Thermostat.controlSequenceOfOperation": "heatingOnly",
        "WaterHeater/Thermostat.systemMode": "heat",
        "WaterHeater/WaterHeaterMode.currentMode": 1,
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
        // The hub's own fabric; simulated devices hold no keys and no certificates.
        "OperationalCredentials.fabrics": [
            [
                "rootPublicKey": .text(String(repeating: "\0", count: 65)), "vendorId": 0xFFF1, "fabricId": 1,
                "nodeId": 1, "label": "homegraph2mqtt", "fabricIndex": 1,
            ]
        ],
        "OperationalCredentials.nocs": [["noc": "", "icac": nil, "fabricIndex": 1]],
        "NetworkCommissioning.networks": [["networkId": "eth0", "connected": true]],
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
        "PressureMeasurement.scale": -1,
        "PressureMeasurement.minScaledValue": 3000,
        "PressureMeasurement.maxScaledValue": 11_000,
        "PressureMeasurement.scaledValue": 10_130,
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
        "PowerSource.batPresent": true,
        "PowerSource.batReplacementDescription": "AA",
        "PowerSource.batQuantity": 2,
        "PowerSource.batChargeState": "isAtFullCharge",
        "PowerSource.batFunctionalWhileCharging": true,
        "ElectricalPowerMeasurement.powerMode": "ac",
        "ElectricalPowerMeasurement.numberOfMeasurementTypes": 3,
        "ElectricalPowerMeasurement.accuracy": [
            accuracy(of: "activePower", upTo: 50_000_000), accuracy(of: "voltage", upTo: 500_000),
            accuracy(of: "activeCurrent", upTo: 200_000),
        ],
        "ElectricalEnergyMeasurement.accuracy": accuracy(of: "electricalEnergy", upTo: 1_000_000_000_000),
        "SoilMeasurement.soilMoistureMeasurementLimits": [
            "measurementType": "soilMoisture", "measured": true, "minMeasuredValue": 0, "maxMeasuredValue": 100,
            "accuracyRanges": [["rangeMin": 0, "rangeMax": 100, "fixedMax": 3]],
        ],
        "TemperatureMeasurement.tolerance": 50,
        "RelativeHumidityMeasurement.tolerance": 200,
        "PressureMeasurement.tolerance": 1,
        "FlowMeasurement.tolerance": 1,
        "IlluminanceMeasurement.tolerance": 500,
        "ElectricalPowerMeasurement.voltage": 230_000,
        "ElectricalPowerMeasurement.activeCurrent": 0,
        "ElectricalPowerMeasurement.activePower": 0,
        "EnergyEvse.state": "notPluggedIn",
        "EnergyEvse.supplyState": "disabled",
        "EnergyEvse.circuitCapacity": 32_000,
        "EnergyEvse.minimumChargeCurrent": 6000,
        "EnergyEvse.maximumChargeCurrent": 32_000,
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
        "WaterHeaterManagement.tankVolume": 200,
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
        "CameraAvStreamManagement.maxConcurrentEncoders": 2,
        "CameraAvStreamManagement.maxEncodedPixelRate": 124_416_000,
        "CameraAvStreamManagement.maxContentBufferSize": 4_194_304,
        "CameraAvStreamManagement.maxNetworkBandwidth": 16_000_000,
        "CameraAvStreamManagement.currentFrameRate": 30,
        "CameraAvStreamManagement.minViewportResolution": ["width": 160, "height": 90],
        "CameraAvStreamManagement.viewport": ["x1": 0, "y1": 0, "x2": 1920, "y2": 1080],
        "CameraAvStreamManagement.rateDistortionTradeOffPoints": [
            ["codec": "h264", "resolution": ["width": 1920, "height": 1080], "minBitRate": 1_000_000]
        ],
        "CameraAvStreamManagement.snapshotCapabilities": [
            [
                "resolution": ["width": 1920, "height": 1080], "maxFrameRate": 10, "imageCodec": "jpeg",
                "requiresEncodedPixels": false,
            ]
        ],
        "CameraAvStreamManagement.microphoneCapabilities": speech,
        "CameraAvStreamManagement.speakerCapabilities": speech,
        "CameraAvStreamManagement.microphoneMaxLevel": 254,
        "CameraAvStreamManagement.microphoneVolumeLevel": 127,
        "CameraAvStreamManagement.speakerMaxLevel": 254,
        "CameraAvStreamManagement.speakerVolumeLevel": 127,
        "CameraAvStreamManagement.supportedStreamUsages": ["liveView", "recording", "analysis"],
        "CameraAvStreamManagement.streamUsagePriorities": ["liveView", "recording", "analysis"],
        "CameraAvSettingsUserLevelManagement.maxPresets": 5,
        "ZoneManagement.maxZones": 10,
        "ZoneManagement.maxUserDefinedZones": 9,
        "ZoneManagement.twoDCartesianMax": ["x": 1920, "y": 1080],
        "ZoneManagement.zones": [
            [
                "zoneId": 1, "zoneType": "twoDcartZone", "zoneSource": "mfg",
                "twoDCartesianZone": [
                    "name": "Whole picture", "use": "motion",
                    "vertices": [
                        ["x": 0, "y": 0], ["x": 1920, "y": 0], ["x": 1920, "y": 1080], ["x": 0, "y": 1080],
                    ],
                ],
            ]
        ],
        "ZoneManagement.triggers": [
            [
                "zoneId": 1, "initialDuration": 10, "augmentationDuration": 5, "maxDuration": 60, "blindDuration": 5,
            ]
        ],
        "Chime.selectedChime": 1,
        "Chime.enabled": true,
        "AudioOutput.outputList": [["index": 0, "outputType": "internal", "name": "Speaker"]],
        "MediaInput.inputList": [
            ["index": 0, "inputType": "hdmi", "name": "HDMI 1", "description": "HDMI input 1"],
            ["index": 1, "inputType": "hdmi", "name": "HDMI 2", "description": "HDMI input 2"],
        ],
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

    /// What microphones and loudspeakers of cameras can.
    private static let speech: Literal = [
        "maxNumberOfChannels": 1, "supportedCodecs": ["opus"], "supportedSampleRates": [16_000, 48_000],
        "supportedBitDepths": [16],
    ]

    /// The place of a room that a vacuum cleans.
    private static func room(_ name: String) -> Literal {
        ["locationName": .text(name), "floorNumber": nil, "areaType": nil]
    }
}
