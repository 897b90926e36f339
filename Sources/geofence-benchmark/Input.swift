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

  /// Returns the path of a track with one fix a second, a row each.
  ///
  /// - Parameter row: Returns the row of a fix from its number, time, latitude, longitude and
  ///   accuracy in metres.
  private func track(
    _ name: String, _ count: Int, seed: UInt64, pace: Int = 1, head: String = "",
    tail: String = "", _ row: (Int, String, String, String, String) -> String
  ) throws -> String {
    try file(name) { text in
      text = head
      // The time is formatted once a minute; only the seconds are replaced within it.
      var minute = (number: -1, text: "")
      walk(count, seed: seed) { number, latitude, longitude, accuracy in
        let second = number / pace
        if second / 60 != minute.number {
          let time = Date(timeIntervalSince1970: 1_704_067_200 + Double(second))
          minute = (second / 60, String(time.formatted(.iso8601).dropLast(3)))
        }
        text += row(
          number, "\(minute.text)\(String(100 + second % 60).dropFirst())Z",
          Self.degrees(latitude), Self.degrees(longitude), "\(Int(accuracy)).5")
      }
      text += tail
    }
  }

  /// Returns the path of a CSV track; the devices take turns, a row each.
  func csv(fixes: Int? = nil, devices: Int = 1, seed: UInt64 = 1) throws -> String {
    let (count, isFleet) = (fixes ?? self.fixes, devices > 1)
    return try track(
      "t\(count)-\(devices)-\(seed).csv", count, seed: seed, pace: devices,
      head: "time,latitude,longitude,accuracy\(isFleet ? ",device" : "")\n"
    ) { number, time, latitude, longitude, accuracy in
      "\(time),\(latitude),\(longitude),\(accuracy)\(isFleet ? ",phone-\(number % devices)" : "")\n"
    }
  }

  /// A sixth of the fixes, as the longer forms have them.
  var sixth: Int { max(fixes / 6, 1) }

  func gpx() throws -> String {
    try track(
      "t\(sixth).gpx", sixth, seed: 2,
      head: "<?xml version=\"1.0\"?>\n<gpx version=\"1.1\" "
        + "xmlns=\"http://www.topografix.com/GPX/1/1\"><trk><trkseg>\n",
      tail: "</trkseg></trk></gpx>\n"
    ) { _, time, latitude, longitude, _ in
      "<trkpt lat=\"\(latitude)\" lon=\"\(longitude)\"><ele>300.0</ele><time>\(time)</time></trkpt>\n"
    }
  }

  func jsonLines() throws -> String {
    try track("t\(sixth).jsonl", sixth, seed: 2) { _, time, latitude, longitude, accuracy in
      "{\"time\":\"\(time)\",\"latitude\":\(latitude),\"longitude\":\(longitude),"
        + "\"accuracy\":\(accuracy)}\n"
    }
  }

  func oneFix() throws -> String {
    try file("one.csv") { $0 = "time,lat,lon\n1704067200,46.05,14.5\n" }
  }

  /// Creates a file of devices that drive around the town, each with a fix every ten seconds, in
  /// turns or in random order.
  ///
  /// - Parameter pace: A factor for the time and the distance from one fix to the next.
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

  enum RegionForm: String, CaseIterable {
    case json, geojson, csv

    var title: String { self == .geojson ? "GeoJSON" : rawValue.uppercased() }
  }

  /// Returns the path of a file of regions by its name: a form and a number of regions scattered
  /// far, such as `csv100000`, or `regions300` for some near the town.
  func regions(named name: String) throws -> String {
    guard let count = Int(name.drop { !$0.isNumber }) else { throw Failure("no input \(name)") }
    guard let form = RegionForm(rawValue: name.prefix { $0.isLetter }.description) else {
      return try regions(count)
    }
    return try regions(count, spread: 1, as: form)
  }

  /// Returns the path of a file of regions, scattered over up to `spread` degrees.
  func regions(_ count: Int, spread: Double = 0.1, as form: RegionForm = .json) throws -> String {
    try file("r\(count)-\(spread).\(form)") { text in
      let rows = Self.regions(count, spread: spread).map { region in
        let (latitude, longitude) = (region.center.latitude, region.center.longitude)
        let (name, radius) = (region.identifier, Int(region.radius))
        return switch form {
        case .json:
          "{\"identifier\":\"\(name)\",\"latitude\":\(latitude),\"longitude\":\(longitude),"
            + "\"radius\":\(radius)}"
        case .geojson:
          "{\"type\":\"Feature\",\"properties\":{\"identifier\":\"\(name)\",\"radius\":\(radius)},"
            + "\"geometry\":{\"type\":\"Point\",\"coordinates\":[\(longitude),\(latitude)]}}"
        case .csv: "\(name),\(latitude),\(longitude),\(radius)"
        }
      }
      text =
        switch form {
        case .json: "[\(rows.joined(separator: ",\n"))]\n"
        case .geojson:
          "{\"type\":\"FeatureCollection\",\"features\":[" + rows.joined(separator: ",\n") + "]}\n"
        case .csv:
          "identifier,latitude,longitude,radius\n" + rows.joined(separator: "\n") + "\n"
        }
    }
  }

  /// Returns an angle in degrees with seven decimals.
  private static func degrees(_ value: Double) -> String {
    let scaled = Int((value * 1e7).rounded())
    let fraction = String(10_000_000 + scaled % 10_000_000).dropFirst()
    return "\(scaled / 10_000_000).\(fraction)"
  }
}
