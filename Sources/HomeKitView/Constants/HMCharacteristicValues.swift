// Source: the HomeKit framework.

/// The values of the characteristics of doors: what they are at.
public enum HMCharacteristicValueDoorState: Int, Sendable, CaseIterable {
    case open, closed, opening, closing, stopped
}

/// The values of the characteristics of doors: what they go to.
public enum HMCharacteristicValueTargetDoorState: Int, Sendable, CaseIterable {
    case open, closed
}

/// The values of the characteristics of locks: what they are.
public enum HMCharacteristicValueLockMechanismState: Int, Sendable, CaseIterable {
    case unsecured, secured, jammed, unknown
}

/// The values of the characteristics of locks: what they are to be.
public enum HMCharacteristicValueTargetLockMechanismState: Int, Sendable, CaseIterable {
    case unsecured, secured
}

/// The values of the characteristics of locks: who or what moved the bolt last.
public enum HMCharacteristicValueLockMechanismLastKnownAction: Int, Sendable, CaseIterable {
    case securedUsingPhysicalMovementInterior, unsecuredUsingPhysicalMovementInterior
    case securedUsingPhysicalMovementExterior, unsecuredUsingPhysicalMovementExterior
    case securedWithKeypad, unsecuredWithKeypad, securedRemotely, unsecuredRemotely
    case securedWithAutomaticSecureTimeout, securedUsingPhysicalMovement, unsecuredUsingPhysicalMovement
}

/// The values of the characteristics of thermostats: what they are to do.
public enum HMCharacteristicValueHeatingCooling: Int, Sendable, CaseIterable {
    case off, heat, cool, auto
}

/// The values of the characteristics of air conditioners: what they do.
public enum HMCharacteristicValueCurrentHeaterCoolerState: Int, Sendable, CaseIterable {
    case inactive, idle, heating, cooling
}

/// The values of the characteristics of air conditioners: what they are to do.
public enum HMCharacteristicValueTargetHeaterCoolerState: Int, Sendable, CaseIterable {
    case automatic, heat, cool
}

/// The values of the characteristics of fans: which way they turn.
public enum HMCharacteristicValueRotationDirection: Int, Sendable, CaseIterable {
    case clockwise, counterClockwise
}

/// The values of the characteristics of buttons: how they were pressed.
public enum HMCharacteristicValueInputEvent: Int, Sendable, CaseIterable {
    case singlePress, doublePress, longPress
}
