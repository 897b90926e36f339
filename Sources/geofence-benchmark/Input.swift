import Foundation
import GeofenceCore

/// A source of random numbers that are the same on every machine (SplitMix64).
struct Dice {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func number(in range: ClosedRange<Double>) -> Double {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    let unit = Double((bits ^ (bits >> 31)) >> 11) / 9_007_199_254_740_992
    return range.lowerBound + unit * (range.upperBound - range.lowerBound)
  }
}

/// The files that are measured, created once in a folder of their own.
struct Input {
  let folder: URL
  /// The number of fixes of a track, unless another is given.
  let fixes: Int

  init(fixes: Int) throws {
    self.fixes = fixes
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("geofence-benchmark-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  func remove() { try? FileManager.default.removeItem(at: folder) }

  /// Returns the path of a file, which `write` creates if it does not exist yet.
  private func file(_ name: String, _ write: (inout String) -> Void) throws -> String {
    let path = folder.appendingPathComponent(name).path
    if FileManager.default.fileExists(atPath: path) { return path }
    var text = ""
    write(&text)
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    return path
  }

  /// Calls `body` for each second of a random walk around Ljubljana, with one fix a second.
  private func walk(_ count: Int, seed: UInt64, _ body: (Int, Double, Double, Double) -> Void) {
    var dice = Dice(seed: seed)
    var (latitude, longitude, heading) = (46.05, 14.5, 0.0)
    for number in 0..<count {
      heading += dice.number(in: -0.2...0.2)
      // The walk turns back at the edge of the town.
      if abs(latitude - 46.05) > 0.08 || abs(longitude - 14.5) > 0.11 {
        heading = atan2(46.05 - latitude, 14.5 - longitude)
      }
      latitude += sin(heading) * 1.2e-5
      longitude += cos(heading) * 1.7e-5
      body(number, latitude, longitude, dice.number(in: 3...12))
    }
  }

  /// The times of a track as texts, formatted once a minute; only the seconds are replaced within it.
  private struct TimeTexts {
    private var minute = (number: -1, text: "")

    mutating func text(_ second: Int) -> String {
      if second / 60 != minute.number {
        let time = Date(timeIntervalSince1970: 1_704_067_200 + Double(second))
        minute = (second / 60, String(time.formatted(.iso8601).dropLast(3)))
      }
      return "\(minute.text)\(String(100 + second % 60).dropFirst())Z"
    }
  }

  /// Returns the path of a CSV track; the devices take turns, a row each.
  func csv(fixes: Int? = nil, devices: Int = 1, seed: UInt64 = 1) throws -> String {
    let count = fixes ?? self.fixes
    return try file("t\(count)-\(devices)-\(seed).csv") { text in
      text = "time,latitude,longitude,accuracy\(devices > 1 ? ",device" : "")\n"
      var times = TimeTexts()
      walk(count, seed: seed) { number, latitude, longitude, accuracy in
        text += "\(times.text(number / devices)),"
        text += "\(Self.degrees(latitude)),\(Self.degrees(longitude)),"
        text += "\(Int(accuracy)).5\(devices > 1 ? ",phone-\(number % devices)" : "")\n"
      }
    }
  }

  /// Creates a file of devices that drive around the town, each with a fix every ten seconds, in
  /// turns or in random order. `pace`: a factor for the time and the distance from one fix to the
  /// next.
  func fleet(devices: Int, isShuffled: Bool = false, pace: Int = 1) throws -> String {
    try file("fleet\(devices)-\(isShuffled)-\(pace).csv") { text in
      text = "time,device,latitude,longitude\n"
      var dice = Dice(seed: 4)
      for number in 0..<fixes {
        let turn = number / devices * pace
        let device = isShuffled ? Int(dice.number(in: 0...Double(devices - 1))) : number % devices
        let (start, time) = (Double(device), Double(turn))
        text += "\(1_704_067_200 + 10 * turn),d\(device),"
        text += "\(Self.degrees(46.05 + 0.09 * sin(start + time * 0.004))),"
        text += "\(Self.degrees(14.5 + 0.12 * cos(start * 1.7 + time * 0.003)))\n"
      }
    }
  }

  /// Returns the path of a GPX track with a sixth of the points.
  func gpx() throws -> String {
    let count = max(fixes / 6, 1)
    return try file("t\(count).gpx") { text in
      text = "<?xml version=\"1.0\"?>\n<gpx version=\"1.1\" "
      text += "xmlns=\"http://www.topografix.com/GPX/1/1\"><trk><trkseg>\n"
      var times = TimeTexts()
      walk(count, seed: 2) { number, latitude, longitude, _ in
        text += "<trkpt lat=\"\(Self.degrees(latitude))\" lon=\"\(Self.degrees(longitude))\">"
        text += "<ele>300.0</ele><time>\(times.text(number))</time></trkpt>\n"
      }
      text += "</trkseg></trk></gpx>\n"
    }
  }

  /// Returns the path of a track as JSON lines with a sixth of the fixes.
  func jsonLines() throws -> String {
    let count = max(fixes / 6, 1)
    return try file("t\(count).jsonl") { text in
      var times = TimeTexts()
      walk(count, seed: 2) { number, latitude, longitude, accuracy in
        text += "{\"time\":\"\(times.text(number))\",\"latitude\":\(Self.degrees(latitude)),"
        text += "\"longitude\":\(Self.degrees(longitude)),\"accuracy\":\(Int(accuracy)).5}\n"
      }
    }
  }

  /// Returns circles of 50 to 200 m, scattered over up to `spread` degrees around the town.
  static func regions(_ count: Int, spread: Double) -> [CircularRegion] {
    var dice = Dice(seed: 3)
    return (0..<count).map { number in
      CircularRegion(
        identifier: RegionIdentifier("region-\(1_000_000 + number)"),
        center: Coordinate(
          latitude: 46.05 + dice.number(in: -spread...spread),
          longitude: 14.5 + dice.number(in: -spread...spread)),
        radius: dice.number(in: 50...200).rounded())
    }
  }

  /// Returns the path of a file of regions, scattered over up to `spread` degrees, each of which
  /// `form` writes with its latitude, longitude and radius.
  private func regions(
    _ count: Int, _ spread: Double, _ ending: String, _ parts: (String, String, String),
    _ form: (CircularRegion, Double, Double, Int) -> String
  ) throws -> String {
    try file("r\(count)-\(spread).\(ending)") { text in
      let rows = Self.regions(count, spread: spread).map {
        form($0, $0.center.latitude, $0.center.longitude, Int($0.radius))
      }
      text = parts.0 + rows.joined(separator: parts.1) + parts.2
    }
  }

  func regionsJSON(_ count: Int, spread: Double = 0.1) throws -> String {
    try regions(count, spread, "json", ("[", ",\n", "]\n")) { region, latitude, longitude, radius in
      "{\"identifier\":\"\(region.identifier)\",\"latitude\":\(latitude),"
        + "\"longitude\":\(longitude),\"radius\":\(radius)}"
    }
  }

  func regionsGeoJSON(_ count: Int, spread: Double) throws -> String {
    let parts = ("{\"type\":\"FeatureCollection\",\"features\":[", ",\n", "]}\n")
    return try regions(count, spread, "geojson", parts) { region, latitude, longitude, radius in
      "{\"type\":\"Feature\",\"properties\":{\"identifier\":\"\(region.identifier)\","
        + "\"radius\":\(radius)},\"geometry\":{\"type\":\"Point\","
        + "\"coordinates\":[\(longitude),\(latitude)]}}"
    }
  }

  func regionsCSV(_ count: Int, spread: Double) throws -> String {
    let parts = ("identifier,latitude,longitude,radius\n", "\n", "\n")
    return try regions(count, spread, "csv", parts) { region, latitude, longitude, radius in
      "\(region.identifier),\(latitude),\(longitude),\(radius)"
    }
  }

  /// Returns an angle in degrees with seven decimals.
  private static func degrees(_ value: Double) -> String {
    let scaled = Int((value * 1e7).rounded())
    let fraction = String(10_000_000 + scaled % 10_000_000).dropFirst()
    return "\(scaled / 10_000_000).\(fraction)"
  }
}
