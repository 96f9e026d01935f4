import DataModel
import HomeGraph

/// A device's software.
///
/// Source: Home Assistant's MQTT update; the Matter Core Specification, OTA Software Update Requestor.
enum UpdateEntity {
    static let kind = EntityKind(bind: bind)

    /// From which state on software comes, by number: downloading, applying, and what lies between.
    private static let working: Set<UInt64> = [4, 5, 6, 7]

    private static func bind(_ target: ComponentTarget) -> EntityDocument? {
        guard let state = target.offset(of: "OtaSoftwareUpdateRequestor/updateState"),
            let version = target.offset(onDevice: "BasicInformation", "softwareVersionString")
        else { return nil }
        let progress = target.offset(of: "OtaSoftwareUpdateRequestor/updateStateProgress")
        let part = target.name
        return EntityDocument(offsets: [state, version] + [progress].compactMap(\.self)) { read in
            var works = false
            if case .uint(let number) = read(state) { works = working.contains(number) }
            // Home Assistant takes no version that is null. Which one comes a device does not say.
            var members: [JSONMember] = []
            if case .string(let text) = read(version), !text.isEmpty {
                members = (["installed_version"] + (works ? [] : ["latest_version"])).map {
                    JSONMember($0, .string(text))
                }
            }
            return .object(
                members + [
                    JSONMember("in_progress", .bool(works)),
                    JSONMember("update_percentage", works ? progress.flatMap { read($0).jsonNumber } ?? .null : .null),
                ])
        } steps: { (_, _) throws(HomeError) in
            throw HomeError(.unimplemented, "\(part) takes updates by itself")
        }
    }
}
