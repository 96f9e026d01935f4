/// Where settings come from: a file, the environment, and options.
public struct SettingsSource: Sendable {
    /// The path of the settings file; `nil`: none.
    public var file: String?
    /// The environment; a variable that is empty counts as not set.
    public var environment: [String: String]
    /// Values of options.
    public var options: [SettingsOverride: String]
    /// Reads files.
    public var files: ConfigurationFiles

    /// Describes where settings come from.
    ///
    /// - Parameters:
    ///   - file: The option `--config`; left out, the environment may name a file.
    ///   - environment: All variables; those that are none of ours are passed over.
    ///   - options: What the command line says.
    ///   - files: How files are read.
    public init(
        file: String? = nil, environment: [String: String] = [:], options: [SettingsOverride: String] = [:],
        files: ConfigurationFiles = .system
    ) {
        self.environment = environment.filter { !$0.value.isEmpty }
        self.file = file ?? self.environment[SettingsOverride.fileVariable]
        self.options = options
        self.files = files
    }

    /// Reads the settings.
    /// - Throws: All faults together.
    public func read() throws(ConfigurationFaults) -> Settings {
        let faults = FaultList()
        var root = document(faults)
        try faults.check()
        for override in SettingsOverride.allCases {
            if let text = environment[override.variable] {
                let node = override.node(text, at: .environment(override.variable))
                root = root.replacing(override.path, with: node)
            }
            if let option = override.option, let text = options[override] {
                root = root.replacing(override.path, with: override.node(text, at: .option(option)))
            }
        }
        let settings = Form<Settings>.settings.read(root, Reading(name: "", faults: faults))
        guard let settings else {
            try faults.check()
            return Settings()
        }
        let settled = SettingsChecks(root: root, files: files, faults: faults).settle(settings)
        try faults.check()
        return settled
    }

    /// Whether the settings file itself says a setting, whatever options and the environment say.
    public func fileNames(_ override: SettingsOverride) -> Bool {
        var node: YAMLNode? = document(FaultList())
        for key in override.path { node = node?[key] }
        return node.map { !$0.isNull } ?? false
    }

    private func document(_ faults: FaultList) -> YAMLNode {
        guard let file else { return YAMLNode(.mapping([]), at: .file("settings")) }
        let null = YAMLDocument.null(in: file)
        do {
            return YAMLDocument.read(try files.read(file), file: file, faults: faults) ?? null
        } catch {
            faults.add(.file(file), "cannot be read: \(error.reason)", "name a file that this user may read")
            return null
        }
    }
}
