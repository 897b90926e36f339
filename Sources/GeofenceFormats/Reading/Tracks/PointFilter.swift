import GeofenceCore

/// Makes fixes of a track's points: skips and counts those that cannot be used, and gives times to
/// the points of an untimed track.
struct PointFilter {
  private let source: String
  private let options: TrackReader.Options
  private let warn: (InputError) -> Void
  private(set) var report = TrackReport()
  /// `nil` before the first point.
  private var isTimed: Bool?
  private var devices: [Device] = []

  private struct Device {
    var lastTime: Timestamp?
    var lastPlace: Coordinate?
    /// Metres along an untimed track.
    var travelled = 0.0
  }

  init(source: String, options: TrackReader.Options, warn: @escaping (InputError) -> Void) {
    self.source = source
    self.options = options
    self.warn = warn
  }

  /// The fix that `point` is; `nil` when it is skipped.
  ///
  /// - Parameters:
  ///   - device: numbered from 0 in the order of appearance.
  ///   - line: where the point stands, asked only when it is skipped.
  /// - Throws: why the point is skipped, when the options are strict.
  @inline(__always)
  mutating func fix(
    _ point: TrackPoint, device: Int, line: @autoclosure () -> Int
  ) throws(InputError) -> Fix? {
    report.points += 1
    let isTimed = self.isTimed ?? settleTiming(point)
    while device >= devices.count { devices.append(Device()) }

    guard let latitude = point.latitude, let longitude = point.longitude,
      latitude.magnitude <= 90, longitude.magnitude <= 180
    else { return try skip(.badCoordinate, point, line()) }
    let accuracy = point.accuracy.flatMap { $0.isFinite ? $0 : nil }
    if let accuracy, accuracy < 0 { return try skip(.negativeAccuracy, point, line()) }

    let coordinate = Coordinate(latitude: latitude, longitude: longitude)
    let time: Timestamp
    if isTimed {
      switch point.time {
      case .absent: return try skip(.missingTime, point, line())
      case .unreadable: return try skip(.unreadableTime, point, line())
      case .at(let found):
        if let last = devices[device].lastTime, found < last {
          return try skip(.earlierTime, point, line())
        }
        time = found
      }
      devices[device].lastTime = time
    } else {
      time = untimed(point, coordinate, device)
    }
    report.kept += 1
    return Fix(
      time: time, coordinate: coordinate, horizontalAccuracy: accuracy, altitude: point.altitude,
      speed: point.speed, course: point.course)
  }

  /// The file's first point, usable or not, says whether the track has times.
  @inline(never)
  private mutating func settleTiming(_ point: TrackPoint) -> Bool {
    let hasTime = if case .absent = point.time { false } else { true }
    isTimed = hasTime && !options.ignoresTimes
    report.isTimed = isTimed == true
    return report.isTimed
  }

  /// The time at which the device comes to `coordinate` at the options' speed.
  @inline(never)
  private mutating func untimed(
    _ point: TrackPoint, _ coordinate: Coordinate, _ device: Int
  ) -> Timestamp {
    if case .absent = point.time {} else { report.ignoredTimes += 1 }
    if let last = devices[device].lastPlace {
      devices[device].travelled += Geodesic(from: last, to: coordinate).distance
    }
    devices[device].lastPlace = coordinate
    // No calendar reaches further than eight thousand years, whatever the speed.
    return options.start
      + Interval(seconds: min(devices[device].travelled / options.speed, 2.5e11))
  }

  @inline(never)
  private mutating func skip(_ reason: TrackReport.SkipReason, _ point: TrackPoint, _ line: Int)
    throws(InputError) -> Fix?
  {
    let isFirst = report.skipped.isEmpty
    report.skipped[reason, default: 0] += 1
    let what = Self.describe(reason, point)
    if options.isStrict {
      throw InputError(
        source: source, place: .line(line), problem: what,
        mend: "mend the point, or leave out --strict to skip it")
    }
    if isFirst {
      warn(
        InputError(
          source: source, place: .line(line), problem: "point skipped: \(what)",
          mend: "further ones are counted at the end; --strict stops at the first"))
    }
    return nil
  }

  private static func describe(
    _ reason: TrackReport.SkipReason, _ point: TrackPoint
  ) -> String {
    switch reason {
    case .badCoordinate:
      guard let latitude = point.latitude, latitude.isFinite else {
        return "the latitude is not a finite number"
      }
      guard latitude.magnitude <= 90 else { return "the latitude \(latitude) is outside -90…90" }
      guard let longitude = point.longitude, longitude.isFinite else {
        return "the longitude is not a finite number"
      }
      return "the longitude \(longitude) is outside -180…180"
    case .negativeAccuracy:
      return "the accuracy \(point.accuracy ?? 0) is negative, which marks an invalid fix"
    case .missingTime: return "it has no time in a track that has times"
    case .unreadableTime: return "the time is not RFC 3339 and not a number of seconds"
    case .earlierTime: return "its time is before that of the point before it"
    }
  }
}
