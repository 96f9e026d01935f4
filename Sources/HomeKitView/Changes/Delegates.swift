/// Hears of what others change in a home: other clients, MQTT, the Home APIs.
///
/// One's own changes are not told.
///
/// HomeKit has more methods than the home graph can give cause for. There are no users (`homeDidUpdateAccessControl`,
/// `didAdd` and `didRemove` of users), no zones (`didAdd`, `didRemove`, `didUpdateNameFor`, and of rooms in zones), no
/// action sets and triggers (`didAdd`, `didRemove`, `didUpdateNameFor`, `didUpdateActionsFor`, `didUpdate` of a trigger);
/// nothing blocks accessories (`didUnblockAccessory`); what goes wrong with an accessory is told to who asked it, and to
/// nobody else (`didEncounterError`); and what a home supports does not change (`homeDidUpdateSupportedFeatures`).
/// Source: the HomeKit framework; all methods may be left out.
@MainActor
public protocol HMHomeDelegate: AnyObject {
    /// The home is called otherwise.
    func homeDidUpdateName(_ home: HMHome)
    /// An accessory came.
    func home(_ home: HMHome, didAdd accessory: HMAccessory)
    /// An accessory went.
    func home(_ home: HMHome, didRemove accessory: HMAccessory)
    /// An accessory is in another room.
    func home(_ home: HMHome, didUpdate room: HMRoom, for accessory: HMAccessory)
    /// A room came.
    func home(_ home: HMHome, didAdd room: HMRoom)
    /// A room went.
    func home(_ home: HMHome, didRemove room: HMRoom)
    /// A room is called otherwise.
    func home(_ home: HMHome, didUpdateNameFor room: HMRoom)
    /// A service group came.
    func home(_ home: HMHome, didAdd group: HMServiceGroup)
    /// A service group went.
    func home(_ home: HMHome, didRemove group: HMServiceGroup)
    /// A service group is called otherwise.
    func home(_ home: HMHome, didUpdateNameFor group: HMServiceGroup)
    /// A service is in a group now.
    func home(_ home: HMHome, didAdd service: HMService, to group: HMServiceGroup)
    /// A service is in a group no more.
    func home(_ home: HMHome, didRemove service: HMService, from group: HMServiceGroup)
    /// The hub can be reached now, or no more.
    func home(_ home: HMHome, didUpdate homeHubState: HMHomeHubState)
}

extension HMHomeDelegate {
    /// Does nothing.
    public func homeDidUpdateName(_ home: HMHome) {}
    /// Does nothing.
    public func home(_ home: HMHome, didAdd accessory: HMAccessory) {}
    /// Does nothing.
    public func home(_ home: HMHome, didRemove accessory: HMAccessory) {}
    /// Does nothing.
    public func home(_ home: HMHome, didUpdate room: HMRoom, for accessory: HMAccessory) {}
    /// Does nothing.
    public func home(_ home: HMHome, didAdd room: HMRoom) {}
    /// Does nothing.
    public func home(_ home: HMHome, didRemove room: HMRoom) {}
    /// Does nothing.
    public func home(_ home: HMHome, didUpdateNameFor room: HMRoom) {}
    /// Does nothing.
    public func home(_ home: HMHome, didAdd group: HMServiceGroup) {}
    /// Does nothing.
    public func home(_ home: HMHome, didRemove group: HMServiceGroup) {}
    /// Does nothing.
    public func home(_ home: HMHome, didUpdateNameFor group: HMServiceGroup) {}
    /// Does nothing.
    public func home(_ home: HMHome, didAdd service: HMService, to group: HMServiceGroup) {}
    /// Does nothing.
    public func home(_ home: HMHome, didRemove service: HMService, from group: HMServiceGroup) {}
    /// Does nothing.
    public func home(_ home: HMHome, didUpdate homeHubState: HMHomeHubState) {}
}

/// Hears of what others change about an accessory, and of what it does itself.
///
/// One's own changes are not told.
///
/// An accessory has the same services as long as it is there (`accessoryDidUpdateServices`), and no profiles (`didAdd`
/// and `didRemove` of a profile).
/// Source: the HomeKit framework; all methods may be left out.
@MainActor
public protocol HMAccessoryDelegate: AnyObject {
    /// The accessory is called otherwise.
    func accessoryDidUpdateName(_ accessory: HMAccessory)
    /// A service is called otherwise.
    func accessory(_ accessory: HMAccessory, didUpdateNameFor service: HMService)
    /// A service stands for something else.
    func accessory(_ accessory: HMAccessory, didUpdateAssociatedServiceTypeFor service: HMService)
    /// The accessory can be reached now, or no more.
    func accessoryDidUpdateReachability(_ accessory: HMAccessory)
    /// The accessory's software is of another version.
    func accessory(_ accessory: HMAccessory, didUpdateFirmwareVersion firmwareVersion: String)
    /// A value changed whose notifications are enabled.
    func accessory(
        _ accessory: HMAccessory, service: HMService, didUpdateValueFor characteristic: HMCharacteristic)
}

extension HMAccessoryDelegate {
    /// Does nothing.
    public func accessoryDidUpdateName(_ accessory: HMAccessory) {}
    /// Does nothing.
    public func accessory(_ accessory: HMAccessory, didUpdateNameFor service: HMService) {}
    /// Does nothing.
    public func accessory(_ accessory: HMAccessory, didUpdateAssociatedServiceTypeFor service: HMService) {}
    /// Does nothing.
    public func accessoryDidUpdateReachability(_ accessory: HMAccessory) {}
    /// Does nothing.
    public func accessory(_ accessory: HMAccessory, didUpdateFirmwareVersion firmwareVersion: String) {}
    /// Does nothing.
    public func accessory(
        _ accessory: HMAccessory, service: HMService, didUpdateValueFor characteristic: HMCharacteristic
    ) {}
}
