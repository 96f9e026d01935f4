import Bridge
import Configuration
import DataModel
import HomeGraph
import MQTT

// What the settings mean to the parts that are composed.

extension Settings {
    /// What the bridge is told.
    var bridge: BridgeConfiguration {
        var configuration = BridgeConfiguration(
            baseTopic: topics.base, version: HomeGraph.Home.version, instance: Instance.id(for: topics.base))
        configuration.segments = topics.segments == .id ? .id : .name
        configuration.qualityOfService = QualityOfService(rawValue: UInt8(clamping: topics.qos)) ?? .atMostOnce
        configuration.publishesLastReport = topics.lastReport != nil
        configuration.commands.allow = commands.allow
        configuration.commands.deny = commands.deny
        configuration.commands.maximumPayload = commands.maximumPayload
        configuration.commands.timeout = commands.timeout
        configuration.commands.rate = commands.rate
        configuration.layouts = layouts.bridge
        return configuration
    }

    /// What the home is told.
    var graph: HomeConfiguration {
        var configuration = HomeConfiguration()
        configuration.timeout = commands.timeout
        configuration.waitingOrders = commands.waiting
        configuration.lastReportInterval = topics.lastReport
        return configuration
    }

    /// What a connection is told: the bridge's own, with its will.
    var connection: ConnectionSettings {
        var settings = connection(clientID: clientID)
        settings.will = bridge.will
        return settings
    }

    /// What a connection under a client id is told that nobody else has, since it was made by chance; without a will.
    func connection(randomID clientID: String) -> ConnectionSettings {
        var settings = connection(clientID: clientID)
        settings.isClientIDRandom = true
        return settings
    }

    /// What a connection under another client id is told, without a will.
    func connection(clientID: String) -> ConnectionSettings {
        var settings = ConnectionSettings(address: broker.address, clientID: clientID)
        settings.userName = broker.username
        settings.password = broker.password?.value
        settings.tls = TLSSettings(
            authorityFile: broker.tls.authority, certificateFile: broker.tls.certificate, keyFile: broker.tls.key,
            verifies: broker.tls.verifies)
        settings.version = broker.version
        settings.keepAlive = broker.keepAlive
        return settings
    }
}

extension Settings.Layouts {
    /// What the bridge is told of its layouts, by the keys that they have here.
    var bridge: [String: BridgeConfiguration.Layout] {
        [
            "homeAssistant": homeAssistant.bridge, "homie": homie.bridge, "zigbee2mqtt": zigbee2mqtt.bridge,
            "homeKit": BridgeConfiguration.Layout(isEnabled: homeKit.isEnabled),
        ]
    }
}

extension Settings.Layout {
    fileprivate var bridge: BridgeConfiguration.Layout {
        BridgeConfiguration.Layout(isEnabled: isEnabled, prefix: prefix)
    }
}

extension Settings.LogLevel {
    /// The level of the bridge's log.
    var bridge: LogLevel {
        switch self {
        case .error: .error
        case .warning: .warning
        case .notice: .notice
        case .info: .info
        case .debug: .debug
        }
    }
}

/// The id by which a bridge's entries are told from another's.
enum Instance {
    /// Eight hexadecimal digits, the same for the same base topic (FNV-1a, 32 bits).
    static func id(for base: String) -> String {
        FNV1a.hash32(Array(base.utf8)).hexadecimalDigits
    }
}
