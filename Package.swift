// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "geofence",
  // A span of an array begins here. Older tools of Xcode 26 read this manifest, so that a package that
  // lists this one resolves; `GeofenceBase` says what compiling takes. No iOS: the library is for tests
  // beside an app's build, on Linux first.
  platforms: [.macOS(.v26)],
  products: [
    .executable(name: "geofence", targets: ["geofence"]),
    .library(name: "SimulatedCoreLocation", targets: ["SimulatedCoreLocation"]),
    .library(
      name: "SimulatedCoreLocationTesting", targets: ["SimulatedCoreLocationTesting"]),
    .library(name: "SimulatedEventKit", targets: ["SimulatedEventKit"]),
  ],
  targets: [
    .target(name: "GeofenceBase"),
    // These two know the base alone, and so compile beside each other.
    .target(name: "GeofenceCore", dependencies: ["GeofenceBase"]),
    // The functions that a report's page calls of the core, and a playground's of the readers, too. Both
    // are compiled to WebAssembly; `EmbeddedFiles` has the packed results.
    .target(name: "GeofenceEngine", dependencies: ["GeofenceBytes", "GeofenceCore"]),
    .target(
      name: "GeofencePlayground",
      dependencies: [
        "GeofenceBytes", "GeofenceCore", "GeofenceEngine", "GeofenceInputs", "GeofenceReport",
      ]),
    .target(
      name: "GeofenceBytes",
      dependencies: ["ByteMasks", "CLibrary", "EmbeddedFiles", "GeofenceBase"],
      exclude: ["Bytes/code-pages.txt"]),
    .target(name: "GeofenceTracks", dependencies: ["GeofenceBytes", "GeofenceCore"]),
    // What the tool reads and an app's tests do not, so that these need not compile it.
    .target(
      name: "GeofenceInputs", dependencies: ["GeofenceBytes", "GeofenceCore", "GeofenceTracks"]),
    .target(
      name: "GeofenceReminders", dependencies: ["CLibrary", "GeofenceBytes", "GeofenceCore"]),
    .target(
      name: "GeofenceWriting", dependencies: ["CLibrary", "GeofenceBytes", "GeofenceCore"]),
    .target(
      name: "GeofenceReport",
      dependencies: [
        "EmbeddedFiles", "GeofenceBytes", "GeofenceCore", "GeofenceEngine", "GeofenceWriting",
      ],
      exclude: ["Resources"]),
    .target(
      name: "GeofenceCommandLine", dependencies: ["CLibrary", "GeofenceBase", "GeofenceBytes"]),
    .target(name: "ByteMasks"),
    .target(name: "CLibrary"),
    // Tables, the resources of the report and the pages of the manual, as bytes of the program.
    .target(name: "EmbeddedFiles", exclude: ["engine.wasm.gz", "playground.wasm.gz"]),
    .target(name: "ToolStartup"),
    .target(name: "SimulatedCoreLocationStartup"),
    .target(
      name: "SimulatedCoreLocation",
      dependencies: [
        "GeofenceBytes", "GeofenceCore", "GeofenceTracks", "SimulatedCoreLocationStartup",
      ]),
    .target(name: "SimulatedCoreLocationTestingStartup"),
    .target(
      name: "SimulatedCoreLocationTesting",
      dependencies: ["SimulatedCoreLocation", "SimulatedCoreLocationTestingStartup"]),
    .target(
      name: "SimulatedEventKit",
      dependencies: [
        "GeofenceBytes", "GeofenceCore", "GeofenceReminders", "SimulatedCoreLocation",
      ]),
    .executableTarget(
      name: "geofence",
      dependencies: [
        "CLibrary", "EmbeddedFiles", "GeofenceBytes", "GeofenceCommandLine", "GeofenceCore",
        "GeofenceInputs", "GeofenceReminders", "GeofenceReport", "GeofenceWriting", "ToolStartup",
      ],
      exclude: ["Documents", "Topics/Pages"]),
    .executableTarget(
      name: "geofence-benchmark",
      dependencies: ["GeofenceCore"], exclude: ["BENCHMARKS.md"]),
    .executableTarget(name: "geofence-benchmark-reminders", dependencies: ["SimulatedEventKit"]),
    .target(
      name: "TestSupport",
      dependencies: ["GeofenceBytes", "GeofenceCore", "GeofenceInputs", "GeofenceWriting"],
      path: "Tests/Support"),
    .testTarget(name: "GeofenceCoreTests", dependencies: ["GeofenceCore", "TestSupport"]),
    .testTarget(
      name: "GeofenceEngineTests",
      dependencies: [
        "EmbeddedFiles", "GeofenceBytes", "GeofenceCore", "GeofenceEngine", "GeofencePlayground",
        "TestSupport",
      ]),
    .testTarget(
      name: "GeofenceBytesTests", dependencies: ["GeofenceBytes", "GeofenceCore", "TestSupport"]),
    .testTarget(
      name: "GeofenceTracksTests",
      dependencies: ["GeofenceBytes", "GeofenceCore", "GeofenceTracks", "TestSupport"]),
    .testTarget(
      name: "GeofenceInputsTests",
      dependencies: [
        "GeofenceBytes", "GeofenceCore", "GeofenceInputs", "GeofenceTracks", "TestSupport",
      ]),
    .testTarget(
      name: "GeofenceRemindersTests",
      dependencies: ["GeofenceBytes", "GeofenceCore", "GeofenceReminders", "TestSupport"]),
    .testTarget(
      name: "GeofenceWritingTests",
      dependencies: [
        "GeofenceBytes", "GeofenceCore", "GeofenceInputs", "GeofenceTracks", "GeofenceWriting",
        "TestSupport",
      ]),
    .testTarget(
      name: "GeofenceReportTests",
      dependencies: [
        "GeofenceBytes", "GeofenceCore", "GeofenceInputs", "GeofenceReport", "GeofenceWriting",
        "TestSupport",
      ],
      exclude: ["Browser/Scripts", "Page/drive.json"]),
    .testTarget(
      name: "GeofenceToolTests",
      dependencies: [
        "GeofenceBytes", "GeofenceCommandLine", "GeofenceCore", "GeofenceInputs",
        "GeofenceReminders", "GeofenceWriting", "TestSupport", "geofence",
      ]),
    .testTarget(
      name: "SimulatedCoreLocationTests",
      dependencies: [
        "GeofenceBytes", "GeofenceCore", "GeofenceInputs", "GeofenceWriting",
        "SimulatedCoreLocation", "SimulatedCoreLocationStartup", "SimulatedCoreLocationTesting",
        "TestSupport",
      ]),
    .testTarget(
      name: "SimulatedEventKitTests",
      dependencies: [
        "GeofenceBytes", "GeofenceCore", "GeofenceReminders", "SimulatedCoreLocationTesting",
        "SimulatedEventKit", "TestSupport",
      ]),
    .testTarget(
      name: "SwiftFiveAppTests", dependencies: ["SimulatedCoreLocationTesting"],
      swiftSettings: [.swiftLanguageMode(.v5)]),
    .testTarget(
      name: "FuzzTests",
      dependencies: [
        "GeofenceBytes", "GeofenceCommandLine", "GeofenceCore", "GeofenceInputs",
        "GeofenceReminders", "GeofenceWriting", "geofence",
      ],
      path: "Tests/Fuzz",
      exclude: [
        "Driver", "README.md", "build", "builds", "corpus", "differential", "model", "readers",
        "reminders", "run", "sentences", "tool.py", "writing",
      ]),
  ],
  swiftLanguageModes: [.v6]
)

// Some test targets, separated by commas, and what they need: for a check that builds no more.
if let names = Context.environment["GEOFENCE_TEST_TARGETS"] {
  var (needed, next) = (Set<String>(), names.split(separator: ",").map(String.init))
  while let name = next.popLast() {
    guard needed.insert(name).inserted else { continue }
    for target in package.targets where target.name == name {
      for case .byNameItem(let dependency, _) in target.dependencies { next.append(dependency) }
    }
  }
  package.targets.removeAll { !needed.contains($0.name) }
  package.products = []
}
