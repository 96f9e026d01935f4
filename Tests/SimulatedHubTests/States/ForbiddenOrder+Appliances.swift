import HomeGraph

@testable import SimulatedHub

extension ForbiddenOrder {
    /// `CommandInvalidInState`, and `InvalidInMode` of the modes.
    private static let invalidInState: UInt64 = 3, invalidInMode: UInt64 = 3

    private static let run: [Step] = [.invoke("OperationalState.start")]
    private static let failed: [Step] = [.report("OperationalState.operationalError", ["errorStateId": 2])]

    private static let operation: [ForbiddenOrder] = Array(
        [stoppedAppliances, failedAppliances, failedOvens, dockedVacuums].joined())

    private static let stoppedAppliances: [ForbiddenOrder] =
        ["pause", "resume"].map { command in
            ForbiddenOrder(
                "OperationalState.\(command)", on: "LaundryWasher", answers: .operational(invalidInState),
                "what is stopped neither pauses nor resumes (1.14)")
        }

    private static let failedAppliances: [ForbiddenOrder] =
        ["start", "stop"].map { command in
            ForbiddenOrder(
                "OperationalState.\(command)", on: "LaundryWasher", after: failed,
                answers: .operational(invalidInState), atFirst: command == "stop",
                "what has an error neither starts nor stops (1.14)")
        }

    private static let failedOvens: [ForbiddenOrder] =
        ["start", "stop"].map { command in
            ForbiddenOrder(
                "OvenCavityOperationalState.\(command)", on: "Oven",
                after: [.report("OvenCavityOperationalState.operationalError", ["errorStateId": 2])],
                answers: .operational(invalidInState), atFirst: command == "stop",
                "what has an error neither starts nor stops (8.10)")
        }

    private static let dockedVacuums: [ForbiddenOrder] =
        ["pause", "resume", "goHome"].map { command in
            ForbiddenOrder(
                "RvcOperationalState.\(command)", on: "RoboticVacuumCleaner", answers: .operational(invalidInState),
                "a vacuum that is docked neither pauses, resumes nor goes home (7.4)")
        }

    private static let modes: [ForbiddenOrder] = Array([modesOfRuns, vacuumRuns].joined())

    private static let modesOfRuns: [ForbiddenOrder] =
        ([
            ("LaundryWasherMode", "LaundryWasher", run), ("DishwasherMode", "Dishwasher", run),
            ("OvenMode", "Oven", [.invoke("OvenCavityOperationalState.start")]),
            ("RvcCleanMode", "RoboticVacuumCleaner", [.invoke("RvcRunMode.changeToMode", ["newMode": 1])]),
        ] as [(String, String, [Step])]).map { trait, type, steps in
            ForbiddenOrder(
                "\(trait).changeToMode", on: type, after: steps, ["newMode": 2], answers: .status(invalidInMode),
                "the mode does not change while the appliance runs (1.10)")
        }

    private static let vacuumRuns: [ForbiddenOrder] =
        [
            ForbiddenOrder(
                "RvcRunMode.changeToMode", on: "RoboticVacuumCleaner",
                after: [.invoke("RvcRunMode.changeToMode", ["newMode": 1])], ["newMode": 2],
                answers: .status(invalidInMode), "a vacuum goes from one run to another through idle (7.2)")
        ]

    static let appliances: [ForbiddenOrder] = Array([operation, modes, settings].joined())

    private static let settings: [ForbiddenOrder] =
        [
            ForbiddenOrder(
                "MicrowaveOvenControl.setCookingParameters", on: "MicrowaveOven", after: run, ["cookTime": 60],
                answers: .refused(.failedPrecondition), "what cooks is not set anew (8.13)"),
            ForbiddenOrder(
                "MicrowaveOvenControl.addMoreTime", on: "MicrowaveOven", after: failed, ["timeToAdd": 30],
                answers: .refused(.failedPrecondition), "an oven with an error does not cook on (8.13)"),
            ForbiddenOrder(
                "TemperatureControl.setTemperature", on: "LaundryWasher",
                features: ["TemperatureControl": ["temperatureNumber", "temperatureStep"]], after: run,
                ["targetTemperature": 6000], answers: .refused(.failedPrecondition),
                "a cycle that is on keeps its temperature (8.2)"),
            ForbiddenOrder(
                "ServiceArea.selectAreas", on: "RoboticVacuumCleaner",
                after: [.invoke("RvcRunMode.changeToMode", ["newMode": 1])], ["newAreas": [1]], answers: .status(2),
                "areas are not selected while the vacuum cleans (17.2)"),
            ForbiddenOrder(
                "ServiceArea.skipArea", on: "RoboticVacuumCleaner",
                after: [.invoke("ServiceArea.selectAreas", ["newAreas": [1]])], ["skippedArea": 1],
                answers: .status(2), atFirst: true, "a vacuum that is idle skips nothing (17.2)"),
        ]
}
