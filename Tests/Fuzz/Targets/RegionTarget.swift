import GeofenceCore
import GeofenceInputs

extension FuzzTarget {
  /// The app's regions in any of their formats.
  static let regions = FuzzTarget("regions", readsPaths: true) { input in
    let options = RegionReader.Options(defaultRadius: 150, polygons: .enclose)
    let read = try input.withPath { path in
      try saying(path) {
        try described(Array(RegionReader.joined(RegionReader.files([path], options: options))))
      }
    }
    let inspected = try input.withPath { path in
      try saying(path) {
        let inspection = try RegionReader.inspect(path: path, options: options)
        for mistake in inspection.mistakes { try check(mistake) }
        let mistakes = inspection.mistakes.map { $0.description.replacing(path, with: "F") }
        return try described(inspection.regions) + mistakes.joined(separator: "\n")
      }
    }
    return read + inspected
  }

  private static func described(_ regions: [CircularRegion]) throws -> String {
    for region in regions {
      let center = region.center
      try Violation.unless(
        abs(center.latitude) <= 90 && abs(center.longitude) <= 180 && region.radius > 0
          && region.radius <= 20_037_508, "a region out of the world: \(region)")
    }
    try Violation.unless(
      Set(regions.map(\.identifier)).count == regions.count, "an identifier twice")
    return regions.map { "\($0)\n" }.joined()
  }
}
