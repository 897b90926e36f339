import GeofenceCore
import GeofenceInputs

extension FuzzTarget {
  /// A scenario, for both platforms.
  static let scenario = FuzzTarget("scenario", readsPaths: true) { input in
    let office = CircularRegion(
      identifier: "Office", center: Coordinate(latitude: 46.05, longitude: 14.5), radius: 150)
    let regions = try RegionSet([office])
    return try [DeviceState.Platform.ios, .macos].map { platform in
      try input.withPath { path in
        try saying(path) {
          let scenario = try Scenario.read(
            path: path, platforms: [platform], regions: regions,
            options: RegionReader.Options(defaultRadius: 150))
          try scenario.check()
          return "\(scenario.timeline) \(scenario.places)\n"
        }
      }
    }.joined()
  }
}
