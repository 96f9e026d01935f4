import HomeGraph

@testable import SimulatedHub

extension ForbiddenOrder {
    private static let adjust: [String: Literal] = [
        "power": 1_000_000, "duration": 600, "cause": "localOptimization",
    ]
    private static let manageable = [
        "DeviceEnergyManagement": [
            "powerAdjustment", "powerForecastReporting", "startTimeAdjustment", "pausable", "forecastAdjustment",
            "constraintBasedAdjustment",
        ]
    ]

    private static func management(
        _ command: String, after steps: [Step] = [], _ fields: [String: Literal] = [:],
        by rule: String
    ) -> ForbiddenOrder {
        ForbiddenOrder(
            "DeviceEnergyManagement.\(command)", on: "DeviceEnergyManagement", features: manageable, after: steps,
            fields, answers: .refused(.failedPrecondition), rule)
    }

    private static let managed: [ForbiddenOrder] = Array([notOnline, optedOut, nothingToEnd].joined())

    private static let notOnline: [ForbiddenOrder] =
        (["offline", "fault", "paused"] as [Literal]).map { state in
            management(
                "powerAdjustRequest", after: [.report("DeviceEnergyManagement.esaState", state)], adjust,
                by: "what is not online is not adjusted (9.2)")
        }

    private static let optedOut: [ForbiddenOrder] =
        (["localOptOut", "optOut"] as [Literal]).map { state in
            management(
                "powerAdjustRequest", after: [.report("DeviceEnergyManagement.optOutState", state)], adjust,
                by: "who opted out is not adjusted (9.2)")
        }

    private static let nothingToEnd: [ForbiddenOrder] =
        [
            management("cancelPowerAdjustRequest", by: "what is not adjusted cannot be cancelled (9.2)"),
            management(
                "startTimeAdjustRequest", ["requestedStartTime": 900_000_000, "cause": "localOptimization"],
                by: "without a forecast there is nothing to shift (9.2)"),
            management(
                "pauseRequest", ["duration": 60, "cause": "localOptimization"],
                by: "without a forecast that is pausable nothing is paused (9.2)"),
            management("resumeRequest", by: "what is not paused does not resume (9.2)"),
            management(
                "modifyForecastRequest", ["forecastId": 0, "slotAdjustments": [], "cause": "localOptimization"],
                by: "without a forecast there is nothing to modify (9.2)"),
            management(
                "requestConstraintBasedForecast", ["constraints": [], "cause": "localOptimization"],
                by: "without a forecast there is nothing to constrain (9.2)"),
            management("cancelRequest", by: "a forecast that nobody changed is not restored (9.2)"),
        ]

    private static let enable: [String: Literal] = [
        "chargingEnabledUntil": nil, "minimumChargeCurrent": 6000, "maximumChargeCurrent": 16_000,
    ]
    private static let fault: [Step] = [.report("EnergyEvse.faultState", "groundFault")]

    static let energy: [ForbiddenOrder] = Array([managed, chargersAndHeaters].joined())

    private static let chargersAndHeaters: [ForbiddenOrder] =
        [
            ForbiddenOrder(
                "EnergyEvse.enableCharging", after: fault, enable, answers: .refused(.failedPrecondition),
                "a charger with a fault is not enabled (9.3)"),
            ForbiddenOrder(
                "EnergyEvse.enableDischarging", after: fault,
                ["dischargingEnabledUntil": nil, "maximumDischargeCurrent": 16_000],
                answers: .refused(.failedPrecondition), "a charger with a fault is not enabled (9.3)"),
            ForbiddenOrder(
                "EnergyEvse.startDiagnostics", after: [.invoke("EnergyEvse.enableCharging", enable)],
                answers: .refused(.failedPrecondition), "only what is disabled is diagnosed (9.3)"),
            ForbiddenOrder(
                "WaterHeaterManagement.cancelBoost", on: "WaterHeater", answers: .refused(.failedPrecondition),
                "without a boost there is nothing to cancel (9.5)"),
        ]
}
