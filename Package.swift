// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "geofence",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "geofence", targets: ["geofence"]),
    .library(name: "SimulatedCoreLocation", targets: ["SimulatedCoreLocation"]),
    .library(name: "GeofenceCore", targets: ["GeofenceCore"]),
    .library(name: "GeofenceFormats", targets: ["GeofenceFormats"]),
  ],
  targets: [
    .target(name: "GeofenceCore"),
    .target(name: "GeofenceFormats", dependencies: ["GeofenceCore"]),
    .target(name: "SimulatedCoreLocation", dependencies: ["GeofenceCore", "GeofenceFormats"]),
    .executableTarget(name: "geofence", dependencies: ["GeofenceCore", "GeofenceFormats"]),
    .executableTarget(
      name: "geofence-benchmark", dependencies: ["GeofenceCore", "GeofenceFormats"]),
    .target(
      name: "TestSupport", dependencies: ["GeofenceCore", "GeofenceFormats"], path: "Tests/Support"),
    .testTarget(name: "GeofenceCoreTests", dependencies: ["GeofenceCore", "TestSupport"]),
    .testTarget(
      name: "GeofenceFormatsTests",
      dependencies: ["GeofenceCore", "GeofenceFormats", "TestSupport"]),
    .testTarget(
      name: "GeofenceToolTests",
      dependencies: ["GeofenceCore", "GeofenceFormats", "TestSupport", "geofence"]),
    .testTarget(
      name: "SimulatedCoreLocationTests",
      dependencies: ["GeofenceCore", "GeofenceFormats", "SimulatedCoreLocation", "TestSupport"]),
  ],
  swiftLanguageModes: [.v6]
)
