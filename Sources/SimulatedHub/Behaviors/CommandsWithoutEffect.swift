import HomeGraph

/// The clusters without a behaviour, and the commands that none carries out, and why: they would change nothing that is
/// seen in a home.
///
/// The commands answer `unimplemented`. Every other cluster and command of the catalogue has a behaviour; a test says
/// which has neither.
enum CommandsWithoutEffect {
    /// Why a command is not carried out; `nil` where a behaviour is to do it.
    static func reason(of command: String, trait: String) -> String? {
        byCommand["\(trait).\(command)"] ?? byTrait[trait]
    }

    private static let administration = "the hub administers its devices itself, and shows nothing of it"
    private static let network = "how simulated devices are connected is no matter of a real network"
    private static let certificates = "simulated devices hold no keys and no certificates"
    private static let streams = "simulated cameras stream no pictures and no sound"

    /// Clusters and traits none of whose commands has a visible effect.
    static let byTrait: [String: String] = [
        "AccessControl": administration,
        "AdministratorCommissioning": administration,
        "CommissionerControl": administration,
        "EcosystemInformation": administration,
        "GeneralCommissioning": administration,
        "GroupKeyManagement": administration,
        "Groupcast": administration,
        "IcdManagement": administration,
        "JointFabricAdministrator": administration,
        "JointFabricDatastore": administration,
        "OperationalCredentials": administration,
        "BridgedDeviceBasicInformation": "only sleepy devices behind a bridge are kept awake, and none is simulated",
        "NetworkCommissioning": network,
        "ThreadBorderRouterManagement": network,
        "ThreadNetworkDirectory": network,
        "WiFiNetworkManagement": network,
        "TlsCertificateManagement": certificates,
        "TlsClientManagement": certificates,
        "OtaSoftwareUpdateProvider": "simulated devices take their updates from nowhere",
        "DiagnosticLogs": "simulated devices write no logs",
        "WebRtcTransportProvider": streams,
        "WebRtcTransportRequestor": streams,
        "PushAvStreamTransport": streams,
        "Google.WebRtcLiveView": streams,
        "Actions": "actions belong to bridges, and the simulated hub bridges nothing",
        "AccountLogin": "content applications have no accounts here",
        "ContentAppObserver": "content applications send no messages of their own here",
        "CommodityPrice": "no supplier sets prices here",
        "CommodityTariff": "no supplier sets tariffs here",
        "Google.AssistantBroadcast": "it is a trait of structures, and what is said shows nowhere",
        "Google.AssistantFulfillment": "it is a trait of structures, and what is said shows nowhere",
        "Google.GroupManagement": "it is a trait of the platform: groups are edited through the home",
    ]

    /// Clusters and traits without commands whose attributes only say what is, and follow nothing.
    static let withoutBehavior: [String: String] = [
        "AmbientContextSensing": seen,
        "ApplicationBasic": described,
        "Binding": "what devices say to each other directly shows nowhere",
        "CommodityMetering": "no supplier's meter counts here; what electricity flows other clusters say",
        "Descriptor": described,
        "ElectricalGridConditions": "no grid says its conditions here; they come as a report",
        "EnergyPreference": "it is kept as it is written, and what a device makes of it is its own",
        "FixedLabel": described,
        "Google.CameraAvStreamManagement": streams,
        "Google.CameraHistory": streams,
        "Google.Chime": described,
        "Google.ConfigurationDone": described,
        "Google.ExtendedLevelControl": described,
        "Google.ExtendedTemperatureControl": described,
        "Google.GroupMembership": described,
        "Google.ObjectDetection": seen,
        "MeterIdentification": described,
        "PowerSourceConfiguration": described,
        "PowerTopology": described,
        "ThermostatUserInterfaceConfiguration": "what it says is seen on the thermostat's own display alone",
        "UserLabel": "it is kept as it is written",
        "WakeOnLan": described,
    ]

    private static let described = "it describes the device, and nothing of it changes"
    private static let seen = "what is seen and heard comes as a report or an event"

    /// Single commands of clusters whose other commands have behaviours.
    static let byCommand: [String: String] = [
        "LevelControl.moveToClosestFrequency": "the feature is provisional, and no common product has it",
        "GeneralDiagnostics.testEventTrigger": "it is for test laboratories, which hold its key",
        "GeneralDiagnostics.payloadTestRequest": "it measures a network that is not there",
        "DoorLock.setAliroReaderConfig": certificates,
        "DoorLock.clearAliroReaderConfig": certificates,
        "CameraAvStreamManagement.captureSnapshot": streams,
    ]
}

extension HomeError {
    /// The error of a command that the simulation does not carry out, with the reason where the table has one.
    static func notCarriedOut(_ command: String, of trait: String, by device: String) -> HomeError {
        let reason = CommandsWithoutEffect.reason(of: command, trait: trait).map { ": \($0)" } ?? ""
        return HomeError(.unimplemented, "\(device) does not carry out \(trait).\(command)\(reason)")
    }
}
