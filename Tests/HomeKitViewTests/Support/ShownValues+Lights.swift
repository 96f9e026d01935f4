import Conversions
import DataModel

/// Lights, outlets, switches and speakers.
extension ShownValues {
    static let light: [ShownValues] = [
        ShownValues(
            "Lightbulb", "Outlet", "Switch", show: "PowerState", of: "OnOff.onOff", .flag(.bool(true), true),
            .flag(.bool(false), false)),
        ShownValues(
            "Outlet", show: "OutletInUse", of: "ElectricalPowerMeasurement.activePower", .flag(.int(1500), true),
            .flag(.int(0), false), .flag(.int(-3), true), .nothing()),
        ShownValues(
            "Lightbulb", "Outlet", show: "Brightness", of: "LevelControl.currentLevel", .whole(.uint(1), 1),
            .whole(.uint(64), 25), .whole(.uint(127), 50), .whole(.uint(254), 100), .nothing()),
        ShownValues(
            "Lightbulb", show: "Hue", of: "ColorControl.currentHue", .number(.uint(0), 0, "0"),
            .number(.uint(85), 120, "120"), .number(.uint(254), 360, "360")),
        ShownValues(
            "Lightbulb", show: "Hue", of: "ColorControl.enhancedCurrentHue", .number(.uint(21845), 120, "120"),
            .number(.uint(65535), 360, "360")),
        ShownValues(
            "Lightbulb", show: "Saturation", of: "ColorControl.currentSaturation", .number(.uint(127), 50, "50"),
            .number(.uint(254), 100, "100")),
        ShownValues(
            "Lightbulb", show: "ColorTemperature", of: "ColorControl.colorTemperatureMireds", .whole(.uint(153), 153),
            .whole(.uint(370), 370)),
        ShownValues(
            "HeaterCooler", "Television", show: "Active", of: "OnOff.onOff", .name(.bool(true), 1, "active"),
            .name(.bool(false), 0, "inactive")),
        ShownValues(
            "Microphone", show: "Mute", of: "CameraAvStreamManagement.microphoneMuted", .flag(.bool(true), true),
            .flag(.bool(false), false)),
        ShownValues(
            "Microphone", show: "Volume", of: "CameraAvStreamManagement.microphoneVolumeLevel", .whole(.uint(64), 25),
            .whole(.uint(254), 100)),
        ShownValues(
            "Speaker", "Doorbell", show: "Mute", of: "CameraAvStreamManagement.speakerMuted", .flag(.bool(true), true),
            .flag(.bool(false), false)),
        ShownValues(
            "Speaker", "Doorbell", show: "Volume", of: "CameraAvStreamManagement.speakerVolumeLevel",
            .whole(.uint(64), 25), .whole(.uint(254), 100)),
        ShownValues(
            "Speaker", show: "Mute", of: "OnOff.onOff", .flag(.bool(true), false), .flag(.bool(false), true)),
        ShownValues(
            "Speaker", show: "Volume", of: "LevelControl.currentLevel", .whole(.uint(64), 25), .whole(.uint(254), 100)),
    ]
}
