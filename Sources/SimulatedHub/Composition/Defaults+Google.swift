extension Defaults {
    /// What the attributes of Google's traits hold at first.
    static let google: [String: Literal] = [
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
        "Google.PushAvStreamTransport.currentConnections": [["connectionID": 1, "transportStatus": "active"]],
    ]
}
