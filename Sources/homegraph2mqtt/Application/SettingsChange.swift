import Configuration

/// What is different when settings are read again while the bridge runs.
struct SettingsChange {
    /// The keys that changed and count only after a restart.
    let needsRestart: [String]

    /// Compares settings.
    init(from old: Settings, to new: Settings) {
        let parts: [(key: String, isSame: Bool)] = [
            ("broker", old.broker == new.broker), ("topics", old.topics == new.topics),
            ("home", old.home == new.home), ("commands", old.commands == new.commands),
            ("simulation", old.simulation == new.simulation),
            ("http", old.http == new.http), ("log.mqtt", old.log.mqtt == new.log.mqtt),
        ]
        needsRestart = parts.filter { !$0.isSame }.map(\.key)
    }
}
