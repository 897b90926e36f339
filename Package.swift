// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "geofence",
  // `UTF8Span` begins here. No iOS: the library is for tests beside an app's build, on Linux first.
  platforms: [.macOS(.v26)],
  products: [
    .executable(name: "geofence", targets: ["geofence"]),
    .library(name: "SimulatedCoreLocation", targets: ["SimulatedCoreLocation"]),
    .library(
      name: "SimulatedCoreLocationTesting", targets: ["SimulatedCoreLocationTesting"]),
    .library(name: "GeofenceCore", targets: ["GeofenceCore"]),
    .library(name: "GeofenceFormats", targets: ["GeofenceFormats"]),
    .library(name: "GeofenceReport", targets: ["GeofenceReport"]),
  ],
  targets: [
    .target(name: "GeofenceCore"),
    .target(name: "CLibrary"),
    .target(name: "GeofenceFormats", dependencies: ["CLibrary", "GeofenceCore"]),
    .target(
      name: "GeofenceReport", dependencies: ["GeofenceCore", "GeofenceFormats"],
      resources: [
        "report.html", "report.css", "print.css", "data.js", "projection.js", "time.js", "state.js",
        "map.js", "basemap.js", "track.js", "graticule.js", "moment.js", "lanes.js", "timeline.js",
        "window.js", "lists.js", "cursor.js", "address.js", "paper.js", "controls.js",
      ].map { .embedInCode("Resources/\($0)") }),
    .target(name: "SimulatedCoreLocationStartup"),
    .target(
      name: "SimulatedCoreLocation",
      dependencies: ["GeofenceCore", "GeofenceFormats", "SimulatedCoreLocationStartup"]),
    .target(name: "SimulatedCoreLocationTesting", dependencies: ["SimulatedCoreLocation"]),
    .executableTarget(
      name: "geofence",
      dependencies: ["CLibrary", "GeofenceCore", "GeofenceFormats", "GeofenceReport"],
      resources: [
        "calendars", "crossings", "evidence", "exit-status", "expectations", "losses", "output",
        "positioning", "regions", "reports", "scenarios", "selection", "state", "tests", "tracks",
      ].map { .embedInCode("Topics/Pages/\($0).md") }),
    .executableTarget(
      name: "geofence-benchmark", dependencies: ["CLibrary", "GeofenceCore", "GeofenceFormats"],
      exclude: ["BENCHMARKS.md"]),
    .executableTarget(name: "geofence-benchmark-line"),
    .target(
      name: "TestSupport", dependencies: ["GeofenceCore", "GeofenceFormats"], path: "Tests/Support"),
    .testTarget(name: "GeofenceCoreTests", dependencies: ["GeofenceCore", "TestSupport"]),
    .testTarget(
      name: "GeofenceFormatsTests",
      dependencies: ["GeofenceCore", "GeofenceFormats", "TestSupport"]),
    .testTarget(
      name: "GeofenceReportTests",
      dependencies: ["GeofenceCore", "GeofenceFormats", "GeofenceReport", "TestSupport"],
      exclude: ["Page/drive.json"]),
    .testTarget(
      name: "GeofenceToolTests",
      dependencies: ["GeofenceCore", "GeofenceFormats", "TestSupport", "geofence"],
      exclude: ["States"]),
    .testTarget(
      name: "SimulatedCoreLocationTests",
      dependencies: [
        "GeofenceCore", "GeofenceFormats", "SimulatedCoreLocation", "SimulatedCoreLocationTesting",
        "TestSupport",
      ]),
    .testTarget(
      name: "SwiftFiveAppTests", dependencies: ["SimulatedCoreLocationTesting"],
      swiftSettings: [.swiftLanguageMode(.v5)]),
    .testTarget(
      name: "FuzzTests", dependencies: ["GeofenceCore", "GeofenceFormats", "geofence"],
      path: "Tests/Fuzz",
      exclude: [
        "Driver", "README.md", "build", "corpus", "differential", "model", "readers",
        "reminders", "run", "tool.py", "writing",
      ]),
  ],
  swiftLanguageModes: [.v6]
)
