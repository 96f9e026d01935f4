import DataModel
import ModelReader

/// What a device forgets when it is switched off: what it was at, and how long that still takes.
///
/// Everything else stays, be it kept by the device or a matter of the world: a door stays unlocked, a battery worn, a
/// vehicle plugged in.
enum LostByReboot {
    private static let run: Set<String> = ["currentPhase", "countdownTime", "operationalState", "operationalError"]

    /// The attributes that go back to their first values, by trait.
    static let attributes: [String: Set<String>] = [
        "ApplicationLauncher": ["currentApp"],
        "CameraAvSettingsUserLevelManagement": ["movementState"],
        "CameraAvStreamManagement": ["currentFrameRate"],
        "ClosureControl": ["countdownTime", "mainState", "overallTargetState"],
        "ClosureDimension": ["targetState"],
        "ColorControl": ["remainingTime"],
        "DeviceEnergyManagement": ["esaState"],
        "Google.Cook": ["currentCookingMode", "currentFoodPreset", "currentFoodQuantity", "currentFoodUnit"],
        "Google.ExtendedOperationalState": ["activeOperationZones"],
        "Google.LightEffects": [
            "effectEndTimestampSeconds", "pulseEffectSet", "sleepEffectSet", "wakeEffectSet",
        ],
        "Google.NetworkControl": ["networkSpeedTestInProgress"],
        "Google.PushAvStreamTransport": ["currentConnections"],
        "Google.Timer": ["timerPaused", "timerRemainingSeconds"],
        "LevelControl": ["remainingTime"],
        "MediaPlayback": [
            "currentState", "startTime", "duration", "sampledPosition", "playbackSpeed", "seekRangeEnd",
            "seekRangeStart",
        ],
        "Messages": ["messages", "activeMessageIDs"],
        "MicrowaveOvenControl": ["cookTime", "powerSetting", "selectedWattIndex"],
        "OperationalState": run,
        "OtaSoftwareUpdateRequestor": ["updateState", "updateStateProgress"],
        "OvenCavityOperationalState": run,
        "RvcOperationalState": run,
        "ServiceArea": ["currentArea", "estimatedEndTime", "progress"],
        "SmokeCoAlarm": ["testInProgress"],
        // A valve that nobody would close any more closes.
        "ValveConfigurationAndControl": [
            "openDuration", "autoCloseTime", "remainingDuration", "currentState", "targetState", "currentLevel",
            "targetLevel",
        ],
        "WebRtcTransportProvider": ["currentSessions"],
        "WebRtcTransportRequestor": ["currentSessions"],
        "WindowCovering": ["operationalStatus"],
    ]

    /// Whether a trait's attribute goes back to its first value.
    static func contains(_ attribute: AttributeDescriptor, of cluster: ClusterDescriptor) -> Bool {
        attributes[cluster.traitName]?.contains(attribute.name) ?? false
    }
}
