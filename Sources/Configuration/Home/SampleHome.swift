/// The home that `homegraph2mqtt demo` shows: a house with six rooms, in the form of a home file.
public enum SampleHome: Sendable {
    /// The name that faults in it would bear.
    public static let name = "(sample home)"

    /// The file's text, a good example to begin an own one with.
    public static let text = """
        # A house with six rooms. Devices with "autonomous: true" live: sensors drift, rooms warm, batteries drain.
        hub: {id: hub-1, name: Simulated hub, online: true}

        structures:
          - name: Main House
            rooms: [Living Room, Kitchen, {id: hall, name: Hallway}, Bedroom, Bathroom, Garden]

            devices:
              - name: Kitchen Lamp
                room: Kitchen
                type: ExtendedColorLight
                features: {ColorControl: [hueSaturation, xy, colorTemperature]}
                traits:
                  OnOff: {onOff: false}
                  LevelControl: {currentLevel: 127}
                information: {vendorName: Acme, productName: Lamp 3, serialNumber: A-1}

              - name: Kitchen Ceiling
                room: Kitchen
                type: DimmableLight
                traits: {LevelControl: {currentLevel: 254}}

              - name: Hallway Light
                room: hall
                type: OnOffLight

              - name: Reading Light
                room: Bedroom
                type: ColorTemperatureLight
                traits: {LevelControl: {currentLevel: 80}}

              - name: Coffee Plug
                room: Kitchen
                type: OnOffPluginUnit

              - name: Power Strip
                room: Living Room
                parts:
                  - {type: OnOffPluginUnit, traits: {OnOff: {onOff: true}}}
                  - {type: OnOffPluginUnit}

              - name: Front Door
                room: hall
                type: DoorLock
                features: {DoorLock: [pinCredential, user, credentialOverTheAirAccess, doorPositionSensor]}
                traits: {DoorLock: {lockState: locked, doorState: doorClosed, requirePinForRemoteOperation: false, autoRelockTime: 0}}

              - name: Thermostat
                room: Living Room
                type: Thermostat
                traits:
                  Thermostat:
                    localTemperature: 2030
                    systemMode: heat
                    occupiedHeatingSetpoint: 2150
                simulation: {autonomous: true}

              - name: Ceiling Fan
                room: Bedroom
                type: Fan
                features: {FanControl: [multiSpeed, auto]}

              - name: Blind
                room: Bedroom
                type: WindowCovering

              - name: Window Contact
                room: Bathroom
                type: ContactSensor
                traits: {BooleanState: {stateValue: true}}

              - name: Hallway Motion
                room: hall
                type: OccupancySensor
                simulation: {autonomous: true}

              - name: Bath Temperature
                room: Bathroom
                type: TemperatureSensor
                traits: {TemperatureMeasurement: {measuredValue: 2240}}
                simulation: {autonomous: true}

              - name: Bath Humidity
                room: Bathroom
                type: HumiditySensor
                traits: {RelativeHumidityMeasurement: {measuredValue: 5510}}
                simulation: {autonomous: true}

              - name: Daylight
                room: Garden
                type: LightSensor
                traits: {IlluminanceMeasurement: {measuredValue: 33000}}
                simulation: {autonomous: true}

              - name: Smoke Alarm
                room: hall
                type: SmokeCoAlarm

              - name: Garden Tap
                room: Garden
                type: WaterValve

              - name: Bedside Button
                room: Bedroom
                type: GenericSwitch

              - name: Scene
                room: Living Room
                type: ModeSelect
                traits:
                  ModeSelect:
                    description: Scene
                    supportedModes:
                      - {label: Day, mode: 0, semanticTags: []}
                      - {label: Evening, mode: 1, semanticTags: []}
                      - {label: Film, mode: 2, semanticTags: []}
                    currentMode: 0

            groups:
              - {name: Kitchen Lights, devices: [Kitchen Lamp, Kitchen Ceiling]}
              - {name: All Lights, devices: [Kitchen Lamp, Kitchen Ceiling, Hallway Light, Reading Light]}
              - {name: Sockets, devices: [Coffee Plug, Power Strip]}

            commissionable:
              - payload: "MT:Y.K9042C00KA0648G00"
                device: {name: New Plug, type: OnOffPluginUnit}

        """
}
