import Conversions
import DataModel
import HomeGraph

/// A value in people's terms that is asked of a part of a device.
///
/// Which commands and writes carry it may depend on other values of the device, such as the mode of a thermostat. It is
/// found out when the order's turn has come, so that orders before it count, and beforehand only to refuse what cannot
/// be set.
struct ValueOrder: Sendable {
    /// Gives the steps that carry the value, by what the device's attributes are now.
    typealias Steps = @Sendable (_ read: (AttributeID) -> DataValue) throws(HomeError) -> [ConversionStep]

    let device: HomeTopics.Device
    let endpoint: UInt16
    /// What it is a value of, for people, such as `Lightbulb/Brightness`.
    let name: String
    let steps: Steps
}
