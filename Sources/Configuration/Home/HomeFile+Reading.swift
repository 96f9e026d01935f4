public import DataModel

extension HomeFile {
    /// Reads a home file.
    ///
    /// - Parameters:
    ///   - path: The file, YAML or JSON.
    ///   - catalog: What device types and traits there are.
    ///   - files: How files are read.
    /// - Returns: The home.
    /// - Throws: All faults together.
    public static func read(
        path: String, catalog: ModelCatalog, files: ConfigurationFiles = .system
    ) throws(ConfigurationFaults) -> HomeFile {
        let bytes: [UInt8]
        do throws(ConfigurationFiles.Failure) {
            bytes = try files.read(path)
        } catch {
            let fault = ConfigurationFault(
                at: .file(path), "cannot be read: \(error.reason)", remedy: "name a file that this user may read")
            throw ConfigurationFaults([fault])
        }
        return try read(bytes, file: path, catalog: catalog)
    }

    /// Reads the text of a home file.
    ///
    /// - Parameters:
    ///   - bytes: UTF-8.
    ///   - file: The name that faults bear.
    ///   - catalog: What device types and traits there are.
    /// - Returns: The home.
    /// - Throws: All faults together.
    public static func read(
        _ bytes: [UInt8], file: String, catalog: ModelCatalog
    ) throws(ConfigurationFaults) -> HomeFile {
        let faults = FaultList()
        let forms = HomeFileForms(vocabulary: HomeVocabulary(catalog))
        let root = YAMLDocument.read(bytes, file: file, faults: faults)
        let draft = root.flatMap { forms.file.read($0, Reading(name: "", faults: faults)) }
        var resolver = HomeFileResolver(faults: faults)
        let home = resolver.resolve(draft ?? HomeFileDraft())
        try faults.check()
        return home
    }

    /// The built-in home of the demo: the flat of `deploy/homes`.
    ///
    /// - Throws: Faults, if it does not fit the catalogue.
    public static func sample(catalog: ModelCatalog) throws(ConfigurationFaults) -> HomeFile {
        try read(PackageResources.flat_yaml, file: "flat.yaml", catalog: catalog)
    }
}

extension HomeFile.Device {
    /// Reads one device, as a home file has it, such as one that comes in while the hub runs.
    ///
    /// - Parameters:
    ///   - bytes: YAML or JSON, UTF-8; there is no `room`.
    ///   - name: What faults call the text.
    ///   - catalog: What device types and traits there are.
    ///   - taken: The ids of the devices that are there already.
    /// - Returns: The device, in no room.
    /// - Throws: All faults together.
    public static func read(
        _ bytes: [UInt8], name: String, catalog: ModelCatalog, taken: some Sequence<String>
    ) throws(ConfigurationFaults) -> HomeFile.Device {
        let faults = FaultList()
        let forms = HomeFileForms(vocabulary: HomeVocabulary(catalog))
        let root = YAMLDocument.read(bytes, file: name, faults: faults) ?? YAMLDocument.null(in: name)
        let draft = forms.device(inRooms: false).read(root, Reading(name: "", faults: faults))
        var resolver = HomeFileResolver(
            takenDevices: Dictionary(taken.map { ($0, .file("the home")) }) { first, _ in first }, faults: faults)
        let device = resolver.resolve(Located(value: draft ?? DeviceDraft(), place: root.place))
        try faults.check()
        return device
    }
}
