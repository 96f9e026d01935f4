package import Conversions

extension Home.Member {
    /// A step of a conversion.
    package init(_ step: ConversionStep) {
        switch step {
        case .invoke(let command, let fields):
            self = .invoke(cluster: command.cluster, command: command.id, fields: fields)
        case .write(let attribute, let value):
            self = .write(cluster: attribute.cluster, attribute: attribute.id, value: value)
        }
    }
}
