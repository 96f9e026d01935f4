import Bridge
import Configuration

/// What settings describe and this version does not do yet: said at the start, never passed over.
enum Scope {
    /// Says what of the settings has no effect.
    static func check(_ settings: Settings, log: Log) {
        let asked: [(key: String, isAsked: Bool)] = [
            ("layouts.homie", settings.layouts.homie.isEnabled),
            ("layouts.zigbee2mqtt", settings.layouts.zigbee2mqtt.isEnabled),
            ("layouts.homeKit", settings.layouts.homeKit.isEnabled),
            ("http.listen", settings.http.listen != nil),
        ]
        for (key, isAsked) in asked where isAsked {
            log(.warning, "\(key) is set, but this version does not have it; it has no effect")
        }
    }
}
