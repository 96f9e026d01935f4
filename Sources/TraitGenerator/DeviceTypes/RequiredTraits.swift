import ModelReader

/// Which traits a device must have to be offered as a type in Swift.
enum RequiredTraits {
    /// The Home APIs leave these out of what Matter demands.
    ///
    /// Source: the table of device types of the Home APIs, in which OnOffLight requires Identify and OnOff only.
    private static let notRequired: Set<String> = ["Groups", "ScenesManagement"]

    /// The traits' names in the model's order.
    static func names(of type: DeviceTypeDescriptor) -> [String] {
        type.server.filter { $0.conformance == .mandatory && !notRequired.contains($0.trait) }.map(\.trait)
    }
}
