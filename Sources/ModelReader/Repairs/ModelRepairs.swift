/// The faults of the model's files, corrected here and nowhere else, each with its reason.
///
/// A correction that finds nothing to correct is a fault itself: the file was put right, and the correction can go.
enum ModelRepairs {
    /// Corrects what is known to be wrong.
    ///
    /// - Returns: a fault for each correction that found nothing.
    static func apply(to model: inout RawModel) -> [ModelFault] {
        all.compactMap { repair in
            guard repair.apply(&model) == 0 else { return nil }
            return ModelFault(
                .repair, file: "ModelRepairs", member: repair.subject,
                message: "nothing is left to correct (\(repair.reason))")
        }
    }

    static let all: [ModelRepair] = types + ranges + values + marks + demands

    // MARK: - Types

    private static let types: [ModelRepair] = [
        .members(
            of: nil, in: "*", named: nil,
            because: "FabricIndex is the old name of fabric-idx, which the core specification defines (7.19.2.19)"
        ) { member in
            guard member.type == "FabricIndex" else { return false }
            member.type = "fabric-idx"
            return true
        },
        .members(
            of: nil, in: "*", named: "fabricIndex",
            because: "a server fills in the fabric of a fabric-scoped structure; a client leaves it out (core 7.5.3)"
        ) { member in
            guard member.id == 254, !member.optional else { return false }
            member.optional = true
            return true
        },
        .type(
            "octstr", of: "IcdManagement", in: "MonitoringRegistrationStruct", named: "key", constraint: "16",
            because: "a deprecated field without a type; it was a key of 16 octets in revision 1"),
        .type(
            "AtomicRequestTypeEnum", of: "Thermostat", in: "atomicRequest", named: "requestType",
            because: "the enumeration is declared and lost on the way (core 7.15.1)"),
        .entry(
            "AtomicAttributeStatusStruct", of: "Thermostat", in: "atomicResponse", named: "attributeStatus",
            because: "the structure is declared and lost on the way (core 7.15.2)"),
    ]

    // MARK: - Ranges

    private static let ranges: [ModelRepair] = [
        .constraint("max 100", ofType: "percent", because: "a percentage ends at 100 (core 7.19.2.11)"),
        .constraint("max 10000", ofType: "percent100ths", because: "a percentage ends at 100 (core 7.19.2.12)"),
        .constraint("min -27315", ofType: "temperature", because: "nothing is colder than 0 K (core 7.19.2.13)"),
    ]

    // MARK: - Constraints and defaults

    private static let values: [ModelRepair] = [
        .constraint(
            nil, of: "JointFabricDatastore", in: "DatastoreAccessControlEntryStruct", named: "subjects",
            because: "subjectsPerAccessControlEntry is an attribute of AccessControl, another cluster"),
        .constraint(
            nil, of: "JointFabricDatastore", in: "DatastoreAccessControlEntryStruct", named: "targets",
            because: "targetsPerAccessControlEntry is an attribute of AccessControl, another cluster"),
        .constraint(
            "colorTempPhysicalMinMireds to colorTempPhysicalMaxMireds", of: "ColorControl",
            named: "coupleColorTempToLevelMinMireds",
            because: "colorTemperatureMireds goes as people want it, and bounds no setting: it is this that bounds it, "
                + "while a lamp's colour follows its level (ColorControl, CoupleColorTempToLevelMinMireds)"),
        .constraint(
            "1 to 65534", of: "JointFabricDatastore", in: "updateGroup", named: "groupKeySetId",
            because: "the field is nullable, so that 65535 stands for null (core 7.17.2)"),
        .constraint(
            "1 to 65534", of: "JointFabricDatastore", in: "updateGroup", named: "groupCatVersion",
            because: "the field is nullable, so that 65535 stands for null (core 7.17.2)"),
        .constraint(
            "-127 to 0", of: "ThreadNetworkDiagnostics", in: "NeighborTableStruct", named: "averageRssi",
            because: "the field is nullable, so that -128 stands for null (core 7.17.2)"),
        .constraint(
            "-127 to 0", of: "ThreadNetworkDiagnostics", in: "NeighborTableStruct", named: "lastRssi",
            because: "the field is nullable, so that -128 stands for null (core 7.17.2)"),
        .defaultValue(
            nil, of: "AmbientContextSensing", named: "objectCount",
            because: "a count that is not nullable cannot start as null"),
        .defaultValue(
            nil, of: "AmbientContextSensing", in: "ambientContextDetectStarted", named: "objectCount",
            because: "a count that is not nullable cannot be null where it is left out"),
        .defaultValue(
            nil, of: "CommodityTariff", in: "TariffComponentStruct", named: "peakPeriod",
            because: "a structure that is not nullable cannot be null where it is left out"),
        .defaultValue(
            nil, of: "CommodityTariff", in: "TariffComponentStruct", named: "powerThreshold",
            because: "a structure that is not nullable cannot be null where it is left out"),
        .defaultValue(
            .integer(1), of: "Thermostat", named: "acLouverPosition",
            because: "the enumeration begins at 1, closed; 0 is no value of it"),
    ]

    // MARK: - Marks

    private static let marks: [ModelRepair] = [
        ModelRepair(
            subject: "DoorLock.CredentialStruct.credentialData",
            reason: "the data stands beside the structure, in setCredential, and its type within it"
        ) { model in
            var count = 0
            for index in model.marks.indices {
                for mark in model.marks[index].text.indices
                where model.marks[index].text[mark].hasPrefix("DoorLock.CredentialStruct.credentialData ") {
                    model.marks[index].text[mark] =
                        "DoorLock.setCredential.credentialData where credential.credentialType is pin"
                    count += 1
                }
            }
            return count
        }
    ]

    // MARK: - Device types

    private static let demands: [ModelRepair] =
        [
            "DishwasherMode", "LaundryWasherMode", "OvenMode", "RefrigeratorAndTemperatureControlledCabinetMode",
        ].map {
            .noDemand(
                on: $0, for: "startUpMode",
                because: "the cluster, derived from ModeBase, leaves the attribute out, so there is nothing to forbid")
        }
        + ["pause", "resume"].map {
            .noDemand(
                on: "OvenCavityOperationalState", for: $0,
                because: "the cluster leaves the command out, so there is nothing to forbid")
        }
}
