/// The model's files as they are written, before anything is looked up or corrected.
struct RawModel: Decodable {
    var clusters: [RawCluster]
    var deviceTypes: [RawDeviceTypes]
    var types: [RawSharedTypes]
    var marks: [RawMarks]
}

/// A file of `Clusters` or `Traits`.
struct RawCluster: Decodable {
    var file: String
    var name: String
    var namespace: String?
    var id: UInt32
    var revision: UInt16?
    var scope: String?
    var base: String?
    var certain: Bool?
    var features: [RawFeature]?
    var attributes: [RawMember]?
    var commands: [RawCommand]?
    var events: [RawEvent]?
    var types: [RawType]?
}

/// An optional capability of a cluster.
struct RawFeature: Decodable {
    var name: String
    var code: String
    var bit: Int
    var conformance: String?
}

/// An attribute, or a field of a command, event or structure.
struct RawMember {
    var name: String
    var id: UInt32
    var type: String?
    var entry: String?
    var nullable = false
    var writable = false
    var fixed = false
    var optional = false
    var defaultValue: ModelValue?
    var constraint: String?
    var conformance: String?
    var quality: String?
}

extension RawMember: Decodable {
    private enum Key: String, CodingKey {
        case name, id, type, entry, nullable, writable, fixed, optional, constraint, conformance, quality
        case defaultValue = "default"
    }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Key.self)
        name = try members.decode(String.self, forKey: .name)
        id = try members.decode(UInt32.self, forKey: .id)
        type = try members.decodeIfPresent(String.self, forKey: .type)
        entry = try members.decodeIfPresent(String.self, forKey: .entry)
        nullable = try members.decodeIfPresent(Bool.self, forKey: .nullable) ?? false
        writable = try members.decodeIfPresent(Bool.self, forKey: .writable) ?? false
        fixed = try members.decodeIfPresent(Bool.self, forKey: .fixed) ?? false
        optional = try members.decodeIfPresent(Bool.self, forKey: .optional) ?? false
        // A default of null is not the same as none.
        defaultValue =
            members.contains(.defaultValue)
            ? try members.decode(RawValue.self, forKey: .defaultValue).value : nil
        constraint = try members.decodeIfPresent(String.self, forKey: .constraint)
        conformance = try members.decodeIfPresent(String.self, forKey: .conformance)
        quality = try members.decodeIfPresent(String.self, forKey: .quality)
    }
}

/// A command, or a response to one.
struct RawCommand: Decodable {
    var name: String
    var id: UInt32
    var direction: String?
    var response: String?
    var conformance: String?
    var fields: [RawMember]?
}

/// An event of a cluster.
struct RawEvent: Decodable {
    var name: String
    var id: UInt32
    var priority: String?
    var conformance: String?
    var fields: [RawMember]?
}

/// A declared type: an enumeration, bitmap, structure or alias.
struct RawType: Decodable {
    /// A value of an enumeration.
    struct Value: Decodable {
        var name: String
        var value: Int
        var conformance: String?
    }

    /// A bit (`3`) or a field of several bits (`0 to 1`) of a bitmap.
    struct Bits: Decodable {
        var name: String
        var bits: String
    }

    var name: String
    var kind: String
    var base: String?
    var constraint: String?
    var values: [Value]?
    var bits: [Bits]?
    var fields: [RawMember]?
}

/// A file `datatypes.json`.
struct RawSharedTypes: Decodable {
    var file: String
    var types: [RawType]
}

/// A file `device-types.json`.
struct RawDeviceTypes: Decodable {
    var file: String
    var deviceTypes: [RawDeviceType]
}

/// A device type of Matter (with `server`) or of Google (with `required`, `seen`, `recommended`).
struct RawDeviceType: Decodable {
    /// A cluster that the type has or may have.
    struct Requirement: Decodable {
        var cluster: String
        var conformance: String
        var requires: [Element]?
    }

    /// What the type demands of the cluster.
    struct Element: Decodable {
        var feature: String?
        var attribute: String?
        var command: String?
        var conformance: String?
        var constraint: String?
    }

    var name: String
    var id: UInt32
    var revision: UInt16?
    var classification: String?
    var base: String?
    var server: [Requirement]?
    var client: [String]?
    var required: [String]?
    var seen: [String]?
    var recommended: [String]?
}

/// The file `marks.json`: what the contract needs beyond the specification.
struct RawMarks: Decodable {
    var file: String
    var text: [String]
    var secret: [String]
    var functional: [String: [String: String]]
    var enums: [String: [String: String]]
    var reservedMembers: [String]
}
