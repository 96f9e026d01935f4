// Source: the HomeKit framework.

/// The value can be read.
public let HMCharacteristicPropertyReadable = "HMCharacteristicPropertyReadable"
/// The value can be written.
public let HMCharacteristicPropertyWritable = "HMCharacteristicPropertyWritable"
/// Changes of the value are told.
public let HMCharacteristicPropertySupportsEventNotification = "HMCharacteristicPropertySupportsEventNotification"
/// The value is not meant to be shown to people; nothing here is hidden.
public let HMCharacteristicPropertyHidden = "HMCharacteristicPropertyHidden"
/// Writing may take authorization data, such as a PIN.
public let HMCharacteristicPropertyRequiresAuthorizationData = "HMCharacteristicPropertyRequiresAuthorizationData"

/// The format of values: bool.
public let HMCharacteristicMetadataFormatBool = "bool"
/// The format of values: int.
public let HMCharacteristicMetadataFormatInt = "int"
/// The format of values: float.
public let HMCharacteristicMetadataFormatFloat = "float"
/// The format of values: string.
public let HMCharacteristicMetadataFormatString = "string"
/// The format of values: uint8.
public let HMCharacteristicMetadataFormatUInt8 = "uint8"
/// The format of values: uint16.
public let HMCharacteristicMetadataFormatUInt16 = "uint16"
/// The format of values: uint32.
public let HMCharacteristicMetadataFormatUInt32 = "uint32"

/// The unit of values: celsius.
public let HMCharacteristicMetadataUnitsCelsius = "celsius"
/// The unit of values: percentage.
public let HMCharacteristicMetadataUnitsPercentage = "percentage"
/// The unit of values: arcdegrees.
public let HMCharacteristicMetadataUnitsArcDegree = "arcdegrees"
/// The unit of values: seconds.
public let HMCharacteristicMetadataUnitsSeconds = "seconds"
/// The unit of values: lux.
public let HMCharacteristicMetadataUnitsLux = "lux"
/// The unit of values: ppm.
public let HMCharacteristicMetadataUnitsPartsPerMillion = "ppm"
/// The unit of values: micrograms/m^3.
public let HMCharacteristicMetadataUnitsMicrogramsPerCubicMeter = "micrograms/m^3"
