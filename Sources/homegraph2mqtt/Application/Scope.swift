import Bridge
import Configuration

/// What settings describe and this version does not do yet: said at the start, never passed over.
enum Scope {
    /// Says what of the settings has no effect.
    static func check(_ settings: Settings, log: Log) {
        let defaults = Settings().layouts.bridge
        var missing = settings.layouts.bridge.filter { $1.isEnabled && defaults[$0]?.isEnabled != true }.keys
            .filter { !BridgeConfiguration.layoutNames.contains($0) }.sorted().map { "layouts.\($0)" }
        if settings.http.listen != nil { missing.append("http.listen") }
        for key in missing {
            log(.warning, "\(key) is set, but this version does not have it; it has no effect")
        }
    }
}
