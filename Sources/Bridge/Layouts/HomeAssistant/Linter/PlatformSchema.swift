/// What Home Assistant takes of a component of one platform.
///
/// Source: the schemas of Home Assistant's MQTT integration, 2025.4 and 2026.2; only what the bridge may use.
struct PlatformSchema: Sendable {
    /// The keys without which it is refused.
    let required: Set<String>
    /// All keys that it knows; Home Assistant drops others without a word.
    let keys: Set<String>
    /// The device classes; empty where it has none.
    let deviceClasses: Set<String>

    private init(required: [String], _ keys: String, deviceClasses: String = "", isEntity: Bool = true) {
        let common = isEntity ? Self.entityKeys : ["platform"]
        self.required = Set(required + (isEntity ? ["platform", "unique_id"] : ["platform"]))
        self.keys = Set(keys.split(whereSeparator: \.isWhitespace).map(String.init) + common + required)
        self.deviceClasses = Set(deviceClasses.split(whereSeparator: \.isWhitespace).map(String.init))
    }

    private static let entityKeys = [
        "platform", "unique_id", "name", "default_entity_id", "entity_category", "enabled_by_default", "availability",
        "availability_mode", "icon", "qos",
    ]

    /// By platform.
    static let all: [Platform: PlatformSchema] = [
        .alarmControlPanel: PlatformSchema(
            required: ["command_topic", "state_topic"],
            """
            supported_features code code_arm_required code_disarm_required code_trigger_required command_template
            value_template
            """),
        .binarySensor: PlatformSchema(
            required: ["state_topic"], "value_template payload_on payload_off off_delay device_class",
            deviceClasses: """
                battery battery_charging carbon_monoxide cold connectivity door garage_door gas heat light lock moisture
                motion moving occupancy opening plug power presence problem running safety smoke sound tamper update
                vibration window
                """),
        .button: PlatformSchema(
            required: ["command_topic"], "command_template payload_press device_class",
            deviceClasses: "identify restart update"),
        .climate: PlatformSchema(
            required: [],
            """
            action_template action_topic current_temperature_template current_temperature_topic
            fan_mode_command_template fan_mode_command_topic fan_mode_state_template fan_mode_state_topic fan_modes
            max_temp min_temp mode_command_template mode_command_topic mode_state_template mode_state_topic modes
            precision temp_step temperature_unit temperature_command_template temperature_command_topic
            temperature_state_template temperature_state_topic temperature_high_command_template
            temperature_high_command_topic temperature_high_state_template temperature_high_state_topic
            temperature_low_command_template temperature_low_command_topic temperature_low_state_template
            temperature_low_state_topic
            """),
        .cover: PlatformSchema(
            required: [],
            """
            command_topic payload_open payload_close payload_stop state_topic value_template position_template
            position_topic set_position_template set_position_topic tilt_command_template tilt_command_topic
            tilt_status_template tilt_status_topic device_class
            """,
            deviceClasses: "awning blind curtain damper door garage gate shade shutter window"),
        .deviceAutomation: PlatformSchema(
            required: ["automation_type", "type", "subtype", "topic"], "payload value_template qos", isEntity: false),
        .event: PlatformSchema(
            required: ["state_topic", "event_types"], "value_template device_class",
            deviceClasses: "button doorbell motion"),
        .fan: PlatformSchema(
            required: ["command_topic"],
            """
            payload_on payload_off state_topic state_value_template percentage_command_topic percentage_state_topic
            percentage_value_template preset_mode_command_topic preset_mode_state_topic preset_mode_value_template
            preset_modes direction_command_topic direction_state_topic direction_value_template
            oscillation_command_topic oscillation_command_template oscillation_state_topic oscillation_value_template
            payload_oscillation_on payload_oscillation_off
            """),
        .humidifier: PlatformSchema(
            required: ["command_topic", "target_humidity_command_topic"],
            """
            payload_on payload_off state_topic state_value_template target_humidity_command_template
            target_humidity_state_topic target_humidity_state_template current_humidity_topic current_humidity_template
            min_humidity max_humidity device_class
            """,
            deviceClasses: "humidifier dehumidifier"),
        .lawnMower: PlatformSchema(
            required: [],
            """
            activity_state_topic activity_value_template start_mowing_command_topic start_mowing_command_template
            pause_command_topic pause_command_template dock_command_topic dock_command_template
            """),
        .light: PlatformSchema(
            required: ["command_topic"],
            """
            payload_on payload_off state_topic state_value_template min_mireds max_mireds schema brightness
            brightness_scale supported_color_modes effect effect_list
            """),
        .lock: PlatformSchema(
            required: ["command_topic"],
            """
            command_template code_format payload_lock payload_unlock payload_open payload_reset state_topic
            value_template
            """),
        .number: PlatformSchema(
            required: ["command_topic"],
            "command_template state_topic value_template min max step mode unit_of_measurement device_class",
            deviceClasses: SensorClass.all.keys.joined(separator: " ")),
        .select: PlatformSchema(
            required: ["command_topic", "options"], "command_template state_topic value_template"),
        .sensor: PlatformSchema(
            required: ["state_topic"],
            "value_template device_class unit_of_measurement state_class suggested_display_precision options",
            deviceClasses: SensorClass.all.keys.joined(separator: " ")),
        .switch: PlatformSchema(
            required: ["command_topic"],
            "payload_on payload_off state_on state_off state_topic value_template device_class",
            deviceClasses: "outlet switch"),
        .update: PlatformSchema(
            required: ["state_topic"], "value_template device_class command_topic payload_install",
            deviceClasses: "firmware"),
        .vacuum: PlatformSchema(required: [], "command_topic state_topic supported_features"),
        .valve: PlatformSchema(
            required: [],
            """
            command_topic payload_open payload_close payload_stop state_topic value_template device_class
            reports_position
            """,
            deviceClasses: "water gas"),
        .waterHeater: PlatformSchema(
            required: [],
            """
            current_temperature_template current_temperature_topic max_temp min_temp mode_command_template
            mode_command_topic mode_state_template mode_state_topic modes precision temperature_unit
            temperature_command_template temperature_command_topic temperature_state_template temperature_state_topic
            """),
    ]
}
