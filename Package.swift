// swift-tools-version: 6.3

import PackageDescription

let package = Package(
    name: "homegraph2mqtt",
    products: [
        .executable(name: "homegraph2mqtt", targets: ["homegraph2mqtt"]),
        // The home as a library, with all that an application makes one of.
        .library(
            name: "HomeTypes",
            targets: [
                "HomeTypes", "HomeKitView", "HomeGraph", "DataModel", "SimulatedHub", "Configuration", "SQLiteStore",
                "MatterSupport", "MatterCommissioner",
            ]),
    ],
    targets: [
        // MARK: - The data model, and Swift generated from it

        // JSON model → descriptors, at build time and at run time.
        .target(name: "ModelReader"),
        // Descriptors → Swift text; does no I/O.
        .target(name: "TraitGenerator", dependencies: ["ModelReader"]),
        // The command line around TraitGenerator that the plugin runs.
        .executableTarget(name: "traitgen", dependencies: ["TraitGenerator", "ModelReader"]),
        .plugin(
            name: "TraitPlugin", capability: .buildTool(), dependencies: ["traitgen"], path: "Sources/TraitPlugin"),
        // The catalogue of what there is, values, and the one codec for them.
        .target(
            name: "DataModel", dependencies: ["ModelReader", "CJansson"], exclude: ["Model"],
            plugins: ["TraitPlugin"]),
        // Generated enums, bitmaps, structs and attribute keys.
        .target(name: "ClusterTypes", dependencies: ["DataModel"], plugins: ["TraitPlugin"]),

        // MARK: - The home

        // People's values ↔ raw values, as one table; device types → HomeKit's services, as values.
        .target(name: "Conversions", dependencies: ["DataModel", "ClusterTypes"]),
        // The Home APIs, the store, and the protocols of what stands behind them.
        .target(name: "HomeGraph", dependencies: ["DataModel", "Conversions"]),
        // Generated `Matter.*Trait`, `Google.*Trait`, `*DeviceType`: for applications; the program does not import it.
        .target(
            name: "HomeTypes", dependencies: ["HomeGraph", "DataModel", "ClusterTypes"], plugins: ["TraitPlugin"]),
        // The home in the manner of HomeKit.
        .target(name: "HomeKitView", dependencies: ["HomeGraph", "DataModel", "Conversions"]),
        // Settings and home file in YAML.
        .target(
            name: "Configuration", dependencies: ["DataModel", "MQTT", "CYAML"],
            resources: [.embedInCode("Homes/flat.yaml")]),
        // The home over restarts, in an SQLite file.
        .target(name: "SQLiteStore", dependencies: ["HomeGraph", "DataModel", "CSQLite"]),
        // A hub in this process.
        .target(
            name: "SimulatedHub", dependencies: ["HomeGraph", "DataModel", "ClusterTypes", "Configuration"]),

        // Stand-ins for Apple's types, so that applications written for them compile.
        .target(name: "MatterSupport"),
        // What an extension that adds devices calls; it shares a directory with the application.
        .target(name: "MatterCommissioner", dependencies: ["HomeGraph", "MatterSupport"]),

        // MARK: - The bridge

        // What an MQTT connection is; no C.
        .target(name: "MQTT"),
        // MQTT on libmosquitto.
        .target(name: "Mosquitto", dependencies: ["MQTT", "CMosquitto", "MosquittoGuard"]),
        // Reading with libmosquitto so that no assertion in it ends the process.
        .target(name: "MosquittoGuard", dependencies: ["CMosquitto"]),
        // Metrics in Prometheus' text format, and what serves them over HTTP.
        .target(name: "Monitoring", dependencies: ["CMicroHTTPD"]),
        // Home graph ↔ MQTT.
        .target(name: "Bridge", dependencies: ["HomeGraph", "DataModel", "Conversions", "MQTT"]),
        .executableTarget(
            name: "homegraph2mqtt",
            dependencies: [
                "Bridge", "Mosquitto", "Monitoring", "SimulatedHub", "SQLiteStore", "Configuration", "HomeGraph",
                "DataModel", "MQTT", "CPopt",
            ]),

        // What the bridge costs beside the plainest program that does the same; not part of the product.
        .executableTarget(
            name: "bridge-benchmark",
            dependencies: [
                "Bridge", "Mosquitto", "Monitoring", "SimulatedHub", "Configuration", "HomeGraph", "DataModel", "MQTT",
                "RawMosquitto", "TestSupport",
            ]),
        .target(name: "RawMosquitto", dependencies: ["CMosquitto"]),

        // MARK: - The system's libraries

        .systemLibrary(name: "CMosquitto", pkgConfig: "libmosquitto", providers: [.apt(["libmosquitto-dev"])]),
        .systemLibrary(name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
        .systemLibrary(name: "CJansson", pkgConfig: "jansson", providers: [.apt(["libjansson-dev"])]),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CPopt", pkgConfig: "popt", providers: [.apt(["libpopt-dev"])]),
        .systemLibrary(name: "CMicroHTTPD", pkgConfig: "libmicrohttpd", providers: [.apt(["libmicrohttpd-dev"])]),

        // MARK: - Tests

        .testTarget(
            name: "BridgeBrokerTests",
            dependencies: [
                "Bridge", "HomeKitView", "HomeTypes", "HomeGraph", "DataModel", "ModelReader", "MQTT", "Mosquitto",
                "SimulatedHub", "SQLiteStore", "Configuration", "Monitoring", "TestSupport",
            ]),
        .testTarget(
            name: "BridgeTests",
            dependencies: ["Bridge", "HomeGraph", "DataModel", "ModelReader", "MQTT", "TestSupport"]),
        .testTarget(
            name: "ConfigurationTests", dependencies: ["Configuration", "DataModel", "MQTT", "TestSupport"]),
        .testTarget(
            name: "ProgramTests",
            dependencies: [
                "homegraph2mqtt", "Bridge", "Configuration", "DataModel", "HomeGraph", "Monitoring", "MQTT",
                "SimulatedHub", "SQLiteStore", "TestSupport",
            ]),
        // The extension of the second seed, for tests that run it as a process of its own.
        .executableTarget(
            name: "TestExtension", dependencies: ["HomeGraph", "MatterCommissioner", "MatterSupport"]),
        .testTarget(
            name: "MatterSupportTests",
            dependencies: [
                "TestExtension", "MatterCommissioner", "MatterSupport", "SimulatedHub", "Configuration", "HomeGraph",
                "DataModel", "TestSupport",
            ]),
        // A broker on a free port, a proxy that misbehaves, a clock moved by hand, builders of homes.
        .target(name: "TestSupport", dependencies: ["HomeGraph", "DataModel", "ModelReader", "MQTT", "Mosquitto"]),
        .testTarget(name: "ArchitectureTests"),
        // What takes minutes and the whole machine: `deploy/test --long`.
        .testTarget(
            name: "LoadTests", dependencies: ["homegraph2mqtt", "Monitoring", "MQTT", "RawMosquitto", "TestSupport"]),
        .testTarget(name: "HomeGraphTests", dependencies: ["HomeGraph", "DataModel", "ModelReader", "TestSupport"]),
        .testTarget(name: "DataModelTests", dependencies: ["DataModel", "ModelReader", "TestSupport"]),
        .testTarget(
            name: "SimulatedHubTests",
            dependencies: [
                "SimulatedHub", "HomeGraph", "DataModel", "ClusterTypes", "Configuration", "ModelReader", "TestSupport",
            ]),
        .testTarget(
            name: "ConversionsTests",
            dependencies: [
                "Conversions", "SimulatedHub", "Configuration", "HomeGraph", "DataModel", "ClusterTypes",
                "ModelReader", "TestSupport",
            ]),
        .testTarget(
            name: "HomeKitViewTests",
            dependencies: [
                "HomeKitView", "Bridge", "Conversions", "HomeTypes", "SimulatedHub", "Configuration", "SQLiteStore",
                "HomeGraph", "DataModel", "ModelReader", "ClusterTypes", "MQTT", "TestSupport",
            ]),
        .testTarget(name: "ModelReaderTests", dependencies: ["ModelReader"]),
        .testTarget(name: "MonitoringTests", dependencies: ["Monitoring", "TestSupport"]),
        .testTarget(name: "MQTTTests", dependencies: ["MQTT", "TestSupport"]),
        .testTarget(name: "MosquittoTests", dependencies: ["MQTT", "Mosquitto", "TestSupport"]),
        .testTarget(
            name: "TraitGeneratorTests", dependencies: ["TraitGenerator", "ModelReader"], exclude: ["Golden"]),
        .testTarget(
            name: "SQLiteStoreTests", dependencies: ["SQLiteStore", "HomeGraph", "DataModel", "TestSupport"]),
        // The seeds' examples as they are written; they warn by nature.
        .testTarget(
            name: "SeedTests",
            dependencies: [
                "HomeTypes", "HomeKitView", "HomeGraph", "DataModel", "SimulatedHub", "Configuration",
                "MatterCommissioner", "MatterSupport", "TestSupport",
            ]),
        .testTarget(
            name: "HomeTypesTests", dependencies: ["HomeTypes", "HomeGraph", "ClusterTypes", "DataModel"]),
    ]
)

// MARK: - Fuzzing

// `deploy/fuzz` builds it, with what libFuzzer needs; an ordinary build has neither.
if Context.environment["FUZZING"] != nil {
    package.targets += [
        .systemLibrary(name: "CFuzzer"),
        .executableTarget(
            name: "fuzz",
            dependencies: [
                "Bridge", "SimulatedHub", "Configuration", "HomeGraph", "DataModel", "ModelReader", "MQTT",
                "TestSupport", "CFuzzer",
            ]),
    ]
}

// MARK: - Settings of every target

let strict: [SwiftSetting] = [
    .treatWarning("ExplicitSendable", as: .error),
    .enableUpcomingFeature("ExistentialAny"),  // SE-0335
    .enableUpcomingFeature("InternalImportsByDefault"),  // SE-0409
    .enableUpcomingFeature("MemberImportVisibility"),  // SE-0444
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),  // SE-0461
    .enableUpcomingFeature("InferIsolatedConformances"),  // SE-0470
    .enableUpcomingFeature("ImmutableWeakCaptures"),  // SE-0481
    .strictMemorySafety(),  // SE-0458
]

for target in package.targets where [.regular, .test, .executable].contains(target.type) {
    target.swiftSettings = (target.name == "SeedTests" ? [] : [.treatAllWarnings(as: .error)]) + strict
}
