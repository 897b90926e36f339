import GeofenceCore

/// The one place that decides which points of a track become fixes, and at what time.
struct PointFilter: Sendable {
  /// What has become of the points so far.
  var report: TrackReport

  private enum Clock { case undecided, track, distance }

  let options: TrackReader.Options
  private var warn: @Sendable (InputError) -> Void
  private var clock: Clock
  /// The time of the last fix of each device, in milliseconds.
  private var lastTimes: [Int64] = []
  /// The way of each device in an untimed track.
  private var ways: [Way] = []

  private struct Way {
    var last: Coordinate?
    /// Metres.
    var length = 0.0
  }

  /// What in a point is at fault, when a message wants to show its text.
  enum Culprit { case latitude, longitude, time }

  /// What an earlier part of the track came to, where this is not its beginning.
  private let earlier: TrackProgress?

  /// - Parameters:
  ///   - earlier: how far the track was read before, where this is not its beginning.
  ///   - warn: is given the first point that is skipped.
  /// - Precondition: the options' speed is positive.
  init(
    source: String, options: TrackReader.Options, after earlier: TrackProgress? = nil,
    warn: @escaping @Sendable (InputError) -> Void
  ) {
    precondition(options.speed > 0, "a speed is positive")
    report = TrackReport(source: source)
    report.ignoredTimesAsAsked = options.ignoresTimes
    report.isTimed = !options.ignoresTimes
    clock = options.ignoresTimes ? .distance : .undecided
    self.options = options
    self.earlier = earlier
    self.warn = warn
    if !options.ignoresTimes, let isTimed = earlier?.isTimed {
      clock = isTimed ? .track : .distance
      report.isTimed = isTimed
    }
  }

  /// The same for some devices of a track whose times count; it warns of nothing.
  var lane: PointFilter {
    var filter = self
    filter.clock = .track
    filter.report.isTimed = true
    filter.warn = { _ in }
    return filter
  }

  /// Makes room for a device that appears now.
  mutating func add(device name: String?) {
    report.deviceNames.append(name)
    let before = earlier?.devices[Array((name ?? "").utf8)]
    lastTimes.append(before?.lastTime ?? .min)
    var way = Way()
    if let before, let latitude = before.latitude, let longitude = before.longitude {
      way.last = Coordinate(latitude: latitude, longitude: longitude)
      way.length = before.travelled ?? 0
    }
    ways.append(way)
  }

  /// How far the track has been read, what was read of it before included.
  var progress: TrackProgress {
    var progress = earlier ?? TrackProgress()
    progress.isTimed = clock == .undecided ? nil : clock == .track
    for (index, name) in report.deviceNames.enumerated() {
      var device = TrackProgress.Device()
      device.lastTime = lastTimes[index] == .min ? nil : lastTimes[index]
      device.latitude = ways[index].last?.latitude
      device.longitude = ways[index].last?.longitude
      device.travelled = ways[index].last == nil ? nil : ways[index].length
      progress.devices[Array((name ?? "").utf8)] = device
    }
    return progress
  }

  /// The time of the fix that `point` becomes; `nil` when it is skipped.
  ///
  /// - Parameter text: what the track has for a culprit, where it is still known; asked for the
  ///   first point skipped.
  /// - Throws: an error about the first point skipped when the options are strict, or about a time
  ///   that cannot be written.
  @inline(__always)
  mutating func time(
    of point: TrackPoint, text: (Culprit) -> String?
  ) throws(InputError) -> Timestamp? {
    report.pointsRead += 1
    if clock == .undecided { decideClock(point.time) }
    let reason: SkipReason
    if !point.coordinate.isValid {
      reason = .badCoordinate
    } else if point.accuracy < 0 {
      reason = .negativeAccuracy
    } else if clock == .distance {
      return try untimedFixTime(point)
    } else {
      switch point.time {
      case .at(let time) where time.milliseconds >= lastTimes[point.device]:
        lastTimes[point.device] = time.milliseconds
        report.fixesKept += 1
        return time
      case .at: reason = .earlierTime
      case .missing: reason = .missingTime
      case .unreadable: reason = .unreadableTime
      }
    }
    try skip(point, reason, text)
    return nil
  }

  private mutating func decideClock(_ first: TimeReading) {
    clock = first == .missing ? .distance : .track
    report.isTimed = clock == .track
  }

  @inline(never)
  private mutating func untimedFixTime(_ point: TrackPoint) throws(InputError) -> Timestamp {
    if point.time != .missing { report.ignoredTimes += 1 }
    if let last = ways[point.device].last {
      ways[point.device].length += Geodesic(from: last, to: point.coordinate).distance
    }
    ways[point.device].last = point.coordinate
    let milliseconds = (ways[point.device].length / options.speed * 1000).rounded()
    let time = Double(options.start.milliseconds) + milliseconds
    guard time <= Double(Timestamp.writable.upperBound) else {
      throw InputError(
        source: report.source, place: .line(point.line),
        problem: "the time of this point would be after the year 9999",
        help: "choose a higher --speed or an earlier --start")
    }
    report.fixesKept += 1
    return options.start + Interval(milliseconds: Int64(milliseconds))
  }

  @inline(never)
  private mutating func skip(
    _ point: TrackPoint, _ reason: SkipReason, _ text: (Culprit) -> String?
  ) throws(InputError) {
    if clock == .distance, point.time != .missing { report.ignoredTimes += 1 }
    report.skipped[reason] += 1
    guard report.skipped.total == 1 else { return }
    var error = InputError(
      source: report.source, place: .line(point.line),
      problem: problem(point, reason, text), help: reason.help)
    if options.isStrict { throw error }
    error.problem = "point skipped: \(error.problem)"
    report.firstSkip = error
    warn(error)
  }
}

// MARK: - Messages

extension PointFilter {
  private func problem(
    _ point: TrackPoint, _ reason: SkipReason, _ text: (Culprit) -> String?
  ) -> String {
    switch reason {
    case .badCoordinate where !(point.latitude.magnitude <= 90):
      return coordinateProblem("latitude", point.latitude, limit: 90, text(.latitude))
    case .badCoordinate:
      return coordinateProblem("longitude", point.longitude, limit: 180, text(.longitude))
    case .negativeAccuracy:
      return "the accuracy \(point.accuracy) is negative"
    case .unreadableTime:
      return "the time\(text(.time).map { " \($0.quotedExcerpt())" } ?? "") cannot be read"
    case .missingTime:
      return "there is no time, and the first point has one"
    case .earlierTime:
      guard case .at(let time) = point.time else { return reason.phrase }
      let gap = Timestamp(milliseconds: lastTimes[point.device]) - time
      let device = report.deviceNames[point.device].map { " of \($0.quotedExcerpt())" } ?? ""
      return "the time is \(gap.seconds) s before that of the last point kept\(device)"
    }
  }

  private func coordinateProblem(
    _ name: String, _ value: Double, limit: Int, _ text: String?
  ) -> String {
    if let text, text.utf8.allSatisfy(ASCII.isBlank) { return "there is no \(name)" }
    let shown = text.map { " \($0.quotedExcerpt())" }
    if value.isNaN {
      return shown.map { "the \(name)\($0) is not a number" }
        ?? "the \(name) is missing or not a number"
    }
    return "the \(name)\(shown ?? " \(value)") is beyond ±\(limit)"
  }
}
