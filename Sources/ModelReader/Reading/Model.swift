#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// All that the model says: clusters, device types, and the types that clusters share.
public struct Model: Sendable {
    /// Matter's first, then Google's, each by name.
    public let clusters: [ClusterDescriptor]
    /// Matter's first, then Google's, each by name.
    public let deviceTypes: [DeviceTypeDescriptor]
    /// Types that no cluster declares, in the model's order.
    public let sharedTypes: [DeclaredType]
    /// Names that no attribute, command or event may have, since topics end with them.
    public let reservedNames: [String]

    /// Reads a text made by ``ModelBundle``; known faults of the model are corrected (see ``ModelRepairs``).
    ///
    /// - Throws: the first fault that is left.
    public init(bundle: String) throws(ModelFault) {
        var raw = try RawModel.read(bundle)
        let stale = ModelRepairs.apply(to: &raw)
        let assembly = ModelAssembly(raw)
        let model = assembly.model()
        if let fault = (stale + assembly.faults).first { throw fault }
        self = model
    }

    /// Describes a model.
    init(
        clusters: [ClusterDescriptor], deviceTypes: [DeviceTypeDescriptor], sharedTypes: [DeclaredType],
        reservedNames: [String]
    ) {
        self.clusters = clusters
        self.deviceTypes = deviceTypes
        self.sharedTypes = sharedTypes
        self.reservedNames = reservedNames
    }

    /// Every fault of a model, those that reading ends at and those that only validation finds.
    ///
    /// - Parameters:
    ///   - bundle: a text made by ``ModelBundle``.
    ///   - repairing: whether the known faults are corrected first.
    /// - Returns: the faults, in the order found.
    /// - Throws: a fault where the text has not the shape of a model.
    public static func faults(in bundle: String, repairing: Bool = true) throws(ModelFault) -> [ModelFault] {
        var raw = try RawModel.read(bundle)
        let stale = repairing ? ModelRepairs.apply(to: &raw) : []
        let assembly = ModelAssembly(raw)
        let model = assembly.model()
        return stale + assembly.faults + ModelValidation.faults(of: model)
    }
}

extension RawModel {
    /// Decodes a bundle; a fault names the file and member.
    static func read(_ bundle: String) throws(ModelFault) -> RawModel {
        do {
            return try JSONDecoder().decode(RawModel.self, from: Data(bundle.utf8))
        } catch let error as DecodingError {
            throw fault(of: error, in: bundle)
        } catch {
            throw ModelFault(.malformed, file: "model", member: "", message: "\(error)")
        }
    }

    /// What of each file is needed to name it.
    private struct Files: Decodable {
        struct File: Decodable {
            let file: String
        }
        let clusters: [File]
        let deviceTypes: [File]
        let types: [File]
        let marks: [File]
    }

    private static func fault(of error: DecodingError, in bundle: String) -> ModelFault {
        let (path, message): ([any CodingKey], String) =
            switch error {
            case .keyNotFound(let key, let context): (context.codingPath, "\"\(key.stringValue)\" is missing")
            case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
                (context.codingPath, context.debugDescription)
            @unknown default: ([], "\(error)")
            }
        var file = "model"
        var member = path[...]
        if path.count > 1, let index = path[1].intValue,
            let names = try? fileNames(in: bundle, of: path[0].stringValue),
            names.indices.contains(index)
        {
            file = names[index]
            member = path.dropFirst(2)
        }
        let place = member.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }.joined(separator: ".")
        return ModelFault(.malformed, file: file, member: place, message: message)
    }

    private static func fileNames(in bundle: String, of list: String) throws -> [String] {
        let files = try JSONDecoder().decode(Files.self, from: Data(bundle.utf8))
        return switch list {
        case "clusters": files.clusters.map(\.file)
        case "deviceTypes": files.deviceTypes.map(\.file)
        case "types": files.types.map(\.file)
        default: files.marks.map(\.file)
        }
    }
}
