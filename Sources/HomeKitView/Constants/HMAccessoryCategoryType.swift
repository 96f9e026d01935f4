// Source: the HomeKit framework.

/// The category of accessories: Bridge.
public let HMAccessoryCategoryTypeBridge = "61102194-9993-48BF-A1EF-6C7DC50F0C01"
/// The category of accessories: Door.
public let HMAccessoryCategoryTypeDoor = "DD4DE411-8F01-44EE-866A-1F96144DC1B6"
/// The category of accessories: DoorLock.
public let HMAccessoryCategoryTypeDoorLock = "C25D5FCE-52EC-4599-A815-1192C5F08C7F"
/// The category of accessories: Fan.
public let HMAccessoryCategoryTypeFan = "151CB559-0DF9-40AA-8A67-12AF06C4449D"
/// The category of accessories: GarageDoorOpener.
public let HMAccessoryCategoryTypeGarageDoorOpener = "604B6E52-2C87-4596-B4C9-D15077C0C07F"
/// The category of accessories: Lightbulb.
public let HMAccessoryCategoryTypeLightbulb = "57D56F4D-3302-41F7-AB34-5365AA180E81"
/// The category of accessories: Other.
public let HMAccessoryCategoryTypeOther = "0FBA259B-05AC-46F2-875F-204ABB6D9FE7"
/// The category of accessories: Outlet.
public let HMAccessoryCategoryTypeOutlet = "730F40D4-6D0E-4903-B09E-520A08AFB78C"
/// The category of accessories: ProgrammableSwitch.
public let HMAccessoryCategoryTypeProgrammableSwitch = "3F9B944B-B8DF-4570-BAF5-CD31A8B321A7"
/// The category of accessories: SecuritySystem.
public let HMAccessoryCategoryTypeSecuritySystem = "14D8FE28-2998-49E3-AC95-E3969BE2957C"
/// The category of accessories: Sensor.
public let HMAccessoryCategoryTypeSensor = "772AFB8E-8D2F-455E-90E5-9852E6C4DD31"
/// The category of accessories: Switch.
public let HMAccessoryCategoryTypeSwitch = "2F4C3164-8DE4-4A4F-93BA-DD1D5068DF0B"
/// The category of accessories: Thermostat.
public let HMAccessoryCategoryTypeThermostat = "79668DCF-89FB-450D-94B5-AEE70B7B09F1"
/// The category of accessories: Window.
public let HMAccessoryCategoryTypeWindow = "1C501511-408E-4C1E-816B-3FC011FFD5B1"
/// The category of accessories: WindowCovering.
public let HMAccessoryCategoryTypeWindowCovering = "2FB9EE1F-1C21-4D0B-9383-9B65F64DBF0E"
