import GeofenceBytes
import GeofenceCore

/// The filter that alone decides which points of a track become fixes, and at what time.
struct PointFilter {
  var report: TrackReport
  /// The error that ended the filtering; one of the points that waited replaces it.
  private(set) var failure: InputError?
  /// True if no further point is wanted.
  private(set) var isDone = false

  private enum Clock { case undecided, track, distance }

  let options: TrackReader.Options
  var times: TimeReader
  /// The reason, known to the format's reader, why the track may be one without times.
  var untimed = UntimedTrack()
  private let tell: (Finding) -> Void
  private let newDevice: (Int, String?) -> Void
  let body: TrackReader.Body
  private var clock: Clock
  /// The points before the first time, and the flaw of the first that has one.
  private var held: [(point: TrackPoint, flaw: Diagnosis?)] = []
  /// Each device's last time that was too early, in milliseconds; the greatest number for none.
  private var lastEarlyTimes: [Int64] = []
  /// The paces of a timed track's devices, which show where several are taken for one.
  private var paces: [DevicePace] = []
  private var unsorted: [TrackPoint] = []
  /// The paths of the devices in an untimed track, up to the last device that has one.
  private var paths: [TrackProgress.Path] = []
  /// The time of the first point that has one, in milliseconds; `nil` where the track goes on.
  private var firstTime: Int64?
  private var keepsFirst = false

  /// The points at 0,0 of each device that has been nowhere else, which wait for its next place.
  private var zeros: [Int: [TrackPoint]] = [:]

  private static let patience = 1000
  private static let zerosHeld = 20
  /// The distance in metres from 0,0 within which a device's other points make it a place.
  private static let reachOfZero = 100_000.0

  enum Culprit { case latitude, longitude, time }

  private let earlier: TrackProgress

  /// Creates a filter of a track or a part. Precondition: the options' speed is positive.
  init(
    source: String, options: TrackReader.Options, after earlier: TrackProgress = TrackProgress(),
    tell: @escaping (Finding) -> Void,
    newDevice: @escaping (Int, String?) -> Void, _ body: @escaping TrackReader.Body
  ) {
    precondition(options.speed > 0, "a speed is positive")
    report = TrackReport(source: source)
    report.ignoredTimesAsAsked = options.ignoresTimes
    report.isTimed = !options.ignoresTimes
    clock = options.ignoresTimes ? .distance : .undecided
    self.options = options
    times = TimeReader(zone: options.zone)
    times.order = options.columns?.dateOrder
    times.isScaleChosen = options.columns?.timeScale != nil
    self.earlier = earlier
    (self.tell, self.newDevice, self.body) = (tell, newDevice, body)
    report.unneededOptions = options.untimedOnly
    report.isToBeSorted = options.sorts
    if !options.ignoresTimes, let isTimed = earlier.isTimed {
      clock = isTimed ? .track : .distance
      report.isTimed = isTimed
    }
  }

  /// Returns the index of the device called `name`, maybe a new one; an error if not UTF-8.
  @inline(__always)
  mutating func device(_ name: Span<UInt8>, onLine line: Int) throws(InputError) -> Int {
    if let index = report.names.find(name) { return index }
    // The name is shown and compared, and not repaired.
    guard name.isUTF8 else {
      throw InputError(
        source: report.source, place: .line(line),
        problem: "the device \(name.excerpt()) has bytes that are not UTF-8",
        help: "save the file as UTF-8")
    }
    return addDevice(name)
  }

  var finished: TrackReport {
    var report = report
    for (device, pace) in paces.enumerated() {
      report.paces.add(pace) { [names = report.names] in names.name(device) }
    }
    report.skipped[.zeroCoordinate] += zeros.values.reduce(0) { $0 + $1.count }
    report.hasOneTime =
      report.fixesKept >= 2 && firstTime != nil
      && paces.allSatisfy { [.min, firstTime].contains($0.lastTime) }
    report.assumedTimes.formUnion(times.assumed)
    if report.assumedTimes.contains(.elapsed),
      paces.contains(where: { $0.lastTime >= Timestamp.elapsedLimit })
    {
      report.assumedTimes.remove(.elapsed)
      report.beginsAtZero = keepsFirst && (firstTime ?? .max) < Timestamp.elapsedLimit
    }
    if report.assumedTimes.isDisjoint(with: [.elapsed, .withoutYear]), !report.beginsAtZero {
      report.earlyTime = firstTime.map(Timestamp.init(milliseconds:)).flatMap {
        $0.milliseconds < TrackReport.firstYear ? $0 : nil
      }
    }
    report.zone = options.zone?.name
    report.isZoneShared = options.isZoneShared
    return report
  }

  func flaw(of report: TrackReport) -> InputError? {
    report.flaw(isFirstPart: !earlier.hasFixes)
  }

  mutating func addDevice(_ name: Span<UInt8>) -> Int {
    let index = report.names.add(name)
    let before = earlier.hasFixes ? earlier.device(named: report.names.bytes(index)) : nil
    if !name.isEmpty, before == nil { report.newDevices += 1 }
    paces.append(DevicePace(after: before?.lastTime ?? .min))
    if let before, let latitude = before.latitude, let longitude = before.longitude {
      paths.fill(upTo: paces.count - 1, with: .init())
      paths[paces.count - 1] = TrackProgress.Path(
        last: Coordinate(latitude: latitude, longitude: longitude), length: before.travelled ?? 0)
    }
    newDevice(index, report.deviceName(index))
    return index
  }

  var progress: TrackProgress {
    TrackProgress(
      after: earlier, isTimed: clock == .undecided ? earlier.isTimed : clock == .track,
      report.names, lastTimes: paces.map { $0.lastTime }, paths: paths)
  }

  var isUndecided: Bool { clock == .undecided }

  /// Passes on the fix that `point` becomes, if any, and those that waited for it; `false` where no
  /// further point is wanted.
  mutating func take(_ point: TrackPoint, text: (Culprit) -> String?) -> Bool {
    take(point, to: body, line: { point.line }, text: text)
  }

  /// The same for a loop that holds the filter's body itself: a stored closure is retained for each
  /// call, which costs as much as a fix that changes nothing. The line, too, is asked for only where
  /// a message may name it.
  mutating func take(
    _ point: TrackPoint, to body: TrackReader.Body, line: () -> Int, text: (Culprit) -> String?
  ) -> Bool {
    report.pointsRead &+= 1
    // Nearly all points follow the one before, and become fixes at once.
    if clock == .track, !options.sorts, case .at(let time) = point.time, flaw(of: point) == nil,
      zeros.isEmpty, !point.isAtZero, paces[point.device].advance(to: point, at: time.milliseconds)
    {
      report.fixesKept &+= 1
      return deliver(point, at: time, to: body)
    }
    var point = point
    point.line = line()
    do throws(InputError) {
      if clock == .undecided {
        if point.time == .missing { return try hold(point, text) }
        if case .at(let time) = point.time {
          firstTime = time.milliseconds
          keepsFirst = flaw(of: point) == nil && !point.isAtZero
        }
        guard try decide(.track) else { return false }
      }
      return try settle(point, nil, text)
    } catch {
      return fail(error)
    }
  }

  mutating func fail(_ error: InputError) -> Bool {
    failure = error
    isDone = true
    return false
  }

  mutating func end() {
    do throws(InputError) {
      if clock == .undecided, !held.isEmpty, !report.wasStopped { _ = try decide(.distance) }
      if !unsorted.isEmpty, !report.wasStopped { try sort() }
      if !report.wasStopped { for device in zeros.keys.sorted() { try skipZeros(of: device) } }
    } catch {
      _ = fail(error)
    }
  }

  private mutating func sort() throws(InputError) {
    // The sorting of the standard library keeps the order of equal elements.
    let points = unsorted.sorted { $0.time.milliseconds < $1.time.milliseconds }
    unsorted = []
    report.ambiguousTimes = points.count(where: isAmbiguous)
    if firstTime != nil {
      (firstTime, keepsFirst) = (points[0].time.milliseconds, !points[0].isAtZero)
    }
    for point in points {
      guard try judgeAndDeliver(point, nil, { _ in nil }) else { return }
    }
  }

  private mutating func settle(
    _ point: TrackPoint, _ flaw: Diagnosis?, _ text: (Culprit) -> String?
  ) throws(InputError) -> Bool {
    if options.sorts, clock == .track, case .at = point.time, self.flaw(of: point) == nil {
      unsorted.append(point)
      return true
    }
    return try judgeAndDeliver(point, flaw, text)
  }

  private mutating func judgeAndDeliver(
    _ point: TrackPoint, _ flaw: Diagnosis?, _ text: (Culprit) -> String?
  ) throws(InputError) -> Bool {
    if self.flaw(of: point) == nil {
      if point.isAtZero {
        guard let place = lastPlace(of: point.device) else { return try holdZero(point) }
        guard Self.isNearZero(place) else {
          try skip(point, .zeroCoordinate, nil, text)
          return true
        }
      } else if !zeros.isEmpty {
        guard try settleZeros(before: point) else { return false }
      }
    }
    return try judgeAndDeliverPlace(point, flaw, text)
  }

  /// Passes to `body` the fix that `point` becomes, or skips it, wherever it lies.
  private mutating func judgeAndDeliverPlace(
    _ point: TrackPoint, _ flaw: Diagnosis?, _ text: (Culprit) -> String?
  ) throws(InputError) -> Bool {
    let reason: SkipReason
    switch (self.flaw(of: point), point.time) {
    case (let found?, _): reason = found
    case (nil, _) where clock == .distance:
      let time = try untimedFixTime(point)
      guard deliver(point, at: time, to: body), let hold = options.hold else { return !isDone }
      paths[point.device].length += hold.seconds * options.speed
      return deliver(point, at: time + hold, to: body)
    case (nil, .at(let time)):
      if paces[point.device].advance(to: point, at: time.milliseconds) {
        report.fixesKept += 1
        return deliver(point, at: time, to: body)
      }
      // Before the end of its device's points in an earlier run.
      if isKnown(time, of: point.device) {
        report.known += 1
        report.firstKnown = report.firstKnown ?? time
        return true
      }
      paces[point.device].look(at: point, at: time.milliseconds)
      reason = .earlierTime
    case (nil, .missing): reason = .missingTime
    case (nil, .unreadable): reason = .unreadableTime
    }
    try skip(point, reason, flaw, text)
    return true
  }

  @inline(__always)
  private mutating func deliver(
    _ point: TrackPoint, at time: Timestamp, to body: TrackReader.Body
  ) -> Bool {
    let device = point.device
    let goesOn = body(point.fix(at: time), device) { report.names.name(device) }
    if !goesOn { (report.wasStopped, isDone) = (true, true) }
    return goesOn
  }

  @inline(never)
  private mutating func hold(
    _ point: TrackPoint, _ text: (Culprit) -> String?
  ) throws(InputError) -> Bool {
    // Only the first flaw is shown.
    let reason = held.contains { $0.flaw != nil } ? nil : flaw(of: point)
    held.append((point, reason.map { diagnosis(point, $0, text) }))
    return held.count < Self.patience ? true : try decide(.distance)
  }

  @inline(never)
  private mutating func decide(_ clock: Clock) throws(InputError) -> Bool {
    self.clock = clock
    report.isTimed = clock == .track
    let points = held
    held = []
    for waiting in points {
      guard try settle(waiting.point, waiting.flaw, { _ in nil }) else { return false }
    }
    return true
  }

  private func isKnown(_ time: Timestamp, of device: Int) -> Bool {
    earlier.device(named: report.names.bytes(device))?.lastTime.map { time.milliseconds < $0 }
      ?? false
  }

  @inline(__always)
  private func flaw(of point: TrackPoint) -> SkipReason? {
    if !point.coordinate.isValid { return .badCoordinate }
    return point.accuracy < 0 ? .negativeAccuracy : nil
  }

  @inline(never)
  private mutating func untimedFixTime(_ point: TrackPoint) throws(InputError) -> Timestamp {
    try noteUntimed()
    if point.time != .missing { report.ignoredTimes += 1 }
    paths.fill(upTo: point.device, with: .init())
    if let last = paths[point.device].last {
      paths[point.device].length += Geodesic(from: last, to: point.coordinate).distance
    }
    paths[point.device].last = point.coordinate
    let milliseconds = (paths[point.device].length / options.speed * 1000).rounded()
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

  /// Notes once that the track is taken as untimed, and passes on the remark about it.
  private mutating func noteUntimed() throws(InputError) {
    guard report.fixesKept == 0, !untimed.isNoted else { return }
    untimed.isNoted = true
    if untimed.areRegions, !report.hasLines {
      throw ForeignFile.regions.error(of: report.source, as: .track)
    }
    let remark = untimed.remark(of: report, options)
    if options.isStrict, remark.topic == .unknownColumn { throw remark.message }
    report.untimed = remark
    tell(remark)
  }

  @inline(never)
  private mutating func skip(
    _ point: TrackPoint, _ reason: SkipReason, _ flaw: Diagnosis?, _ text: (Culprit) -> String?
  ) throws(InputError) {
    if clock == .distance, point.time != .missing { report.ignoredTimes += 1 }
    report.skipped[reason] += 1
    if Coordinate(latitude: point.longitude, longitude: point.latitude).isValid,
      !point.coordinate.isValid
    {
      report.exchangedPlaces += 1
    }
    if reason == .earlierTime, case .at(let time) = point.time {
      countDescent(to: time, of: point.device)
      if report.skipped[.earlierTime] == 1 { report.clockWentBack = isAmbiguous(point) }
    }
    guard report.skipped.total == 1 else { return }
    var error = InputError(flaw ?? diagnosis(point, reason, text), source: report.source)
    if options.isStrict { throw error }
    error.diagnosis.problem = "point skipped: \(error.diagnosis.problem)"
    report.firstSkip = error
    tell(Finding(.warning, .skippedPoint, error))
  }
}

extension Array {
  fileprivate mutating func fill(upTo index: Int, with element: Element) {
    while count <= index { append(element) }
  }
}

// MARK: - Points at 0,0

extension PointFilter {
  private func lastPlace(of device: Int) -> Coordinate? {
    if device < paces.count, let place = paces[device].place { return place }
    return device < paths.count ? paths[device].last : nil
  }

  private static func isNearZero(_ place: Coordinate) -> Bool {
    Geodesic(from: Coordinate(latitude: 0, longitude: 0), to: place).distance <= reachOfZero
  }

  /// Keeps a point at 0,0 until its device is elsewhere; where too many wait, they are no fixes.
  private mutating func holdZero(_ point: TrackPoint) throws(InputError) -> Bool {
    zeros[point.device, default: []].append(point)
    if zeros[point.device, default: []].count > Self.zerosHeld {
      try skipZeros(of: point.device)
    }
    return true
  }

  private mutating func skipZeros(of device: Int) throws(InputError) {
    for point in zeros.removeValue(forKey: device) ?? [] {
      try skip(point, .zeroCoordinate, nil) { _ in nil }
    }
  }

  /// Passes the device's points at 0,0 that wait to `body` if the next point is near, or skips them.
  private mutating func settleZeros(before point: TrackPoint) throws(InputError) -> Bool {
    guard Self.isNearZero(point.coordinate) else {
      try skipZeros(of: point.device)
      return true
    }
    for zero in zeros.removeValue(forKey: point.device) ?? [] {
      guard try judgeAndDeliverPlace(zero, nil, { _ in nil }) else { return false }
    }
    return true
  }

  // MARK: tracks in reverse

  /// Counts a point that is earlier than the previous early point of its device.
  private mutating func countDescent(to time: Timestamp, of device: Int) {
    lastEarlyTimes.fill(upTo: device, with: .max)
    if time.milliseconds < lastEarlyTimes[device] { report.descents += 1 }
    lastEarlyTimes[device] = time.milliseconds
  }

  // MARK: clocks that go back

  /// Returns true if the clock of the zone shows a point's time twice, at the end of daylight saving.
  private func isAmbiguous(_ point: TrackPoint) -> Bool {
    guard let zone = options.zone, case .at(let time) = point.time else { return false }
    return zone.showsTwice(time)
  }

  // MARK: messages

  private func diagnosis(
    _ point: TrackPoint, _ reason: SkipReason, _ text: (Culprit) -> String?
  ) -> Diagnosis {
    var help = reason.help
    let problem: String
    switch reason {
    case .badCoordinate where !(point.latitude.magnitude <= 90):
      problem = coordinateProblem("latitude", point.latitude, limit: 90, text(.latitude))
    case .badCoordinate:
      problem = coordinateProblem("longitude", point.longitude, limit: 180, text(.longitude))
    case .zeroCoordinate: problem = "the place is 0,0, which is written where there is none"
    case .negativeAccuracy: problem = "the accuracy \(point.accuracy) is negative"
    case .unreadableTime:
      let text = text(.time)
      let form = text.flatMap { UnreadableTime($0) }
      let shown = text.map { " \($0.quotedExcerpt())" } ?? ""
      problem = "the time\(shown) cannot be read\(form.map { ": \($0.phrase)" } ?? "")"
      help = form?.help ?? help
    case .missingTime: problem = "there is no time, and other points have one"
    case .earlierTime:
      let device = report.deviceName(point.device).map { " of \($0.quotedExcerpt())" } ?? ""
      let gap = self.gap(point)
      problem = "the time is \(gap) s before that of the last point kept\(device)"
      if isAmbiguous(point) {
        help =
          "has the clock gone back at the end of daylight saving? Then "
          + "\(TrackReport.offsetHelp); else \(help)"
      }
    }
    let hasComma = [text(.latitude), text(.longitude)].contains {
      $0?.utf8.contains(ASCII.comma) == true && $0?.utf8.contains(ASCII.point) == false
    }
    if reason == .badCoordinate, hasComma { help = "write decimal points, such as 46.05" }
    return Diagnosis(problem, help: help, at: .line(point.line))
  }

  private func gap(_ point: TrackPoint) -> Double {
    guard case .at(let time) = point.time else { return 0 }
    return (Timestamp(milliseconds: paces[point.device].lastTime) - time).seconds
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
