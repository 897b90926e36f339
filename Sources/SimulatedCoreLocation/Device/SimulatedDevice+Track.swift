import GeofenceBytes
import GeofenceCore
import GeofenceTracks

extension SimulatedDevice {
  /// Plays a GPX or CSV file, whose content determines the format, or the text of a GPX document.
  ///
  /// Points that cannot be used are skipped, as in `geofence simulate`. The fixes of every device
  /// in the file are played in the order of the file. Fixes that are not later than the device's
  /// last fix are passed over, so that a track that was played to a time, or for a number of fixes,
  /// continues when it is played again:
  ///
  /// ```swift
  /// try await device.play("drive.gpx", fixes: 10)
  /// try await device.play("drive.gpx")  // from the eleventh fix on
  /// ```
  ///
  /// The track begins at `startingAt` if that is given, or at the time that the run starts at. It
  /// stops at `until`, a time on the device's clock, and after the number of
  /// `fixes`.
  ///
  /// - Throws: The error of the file, after the fixes before it were played; a `SimulationIssue`
  ///   for a time that no clock shows, a negative number of fixes, or a track that lies before the
  ///   device's last fix.
  /// - Complexity: O(n) time and memory for n fixes.
  public func play(
    _ track: String, startingAt start: Date? = nil, until end: Date? = nil,
    fixes count: Int? = nil, isolation: isolated (any Actor)? = #isolation
  ) async throws {
    for date in [start, end].compactMap(\.self) where !date.isOnClock {
      throw SimulationIssue(.error, date.clockProblem, help: Date.clockHelp)
    }
    if let count, count < 0 {
      throw SimulationIssue(.error, "\(count) fixes cannot be played", help: "give 0 or more")
    }
    let recorded = RecordedTrack(track)
    let shift = shift(ofTrackFrom: recorded.fixes.first?.time, startingAt: start)
    var fixes = recorded.fixes.map { $0.shifted(by: shift) }[...]
    if let last = system.withLock({ $0.lastFixTime }) {
      let before = fixes.count
      fixes = fixes.drop { $0.time <= last }
      if before > 0, fixes.isEmpty {
        throw SimulationIssue(
          .error, "\(recorded.name): the whole track lies before the device's last fix",
          help: "play it `startingAt:` a later time, or on another device")
      }
    }
    if let end { fixes = fixes.prefix { $0.time <= Timestamp(end) } }
    if let count { fixes = fixes.prefix(count) }
    await play(fixes, of: recorded.device)
    if let end, !Task.isCancelled {
      await operate { await $0.elapse(until: Timestamp(end)) }
    }
    try Task.checkCancellation()
    if let failure = recorded.failure { throw failure }
  }

  /// Plays a file, as `play(_:startingAt:until:fixes:)` does.
  public func play(
    _ file: URL, startingAt start: Date? = nil, until end: Date? = nil, fixes count: Int? = nil,
    isolation: isolated (any Actor)? = #isolation
  ) async throws {
    try await play(file.path, startingAt: start, until: end, fixes: count)
  }

  /// Plays fixes that are made in code, in their order, which has to be that of their timestamps.
  ///
  /// A place that is not on the Earth, and a negative accuracy, are mistakes of the test.
  public func play(
    _ locations: [CLLocation], startingAt start: Date? = nil, file: String = #filePath,
    line: Int = #line, isolation: isolated (any Actor)? = #isolation
  ) async {
    if let start, !start.isOnClock {
      return report(
        mistake: start.clockProblem, help: Date.clockHelp, place: .init(file: file, line: line))
    }
    let shift = shift(
      ofTrackFrom: locations.first.map { Timestamp($0.timestamp) }, startingAt: start)
    var fixes: [Fix] = []
    var last = system.withLock { $0.lastFixTime }
    for location in locations {
      guard let fix = Fix(location)?.shifted(by: shift) else {
        report(
          mistake:
            "not a location: \(location.coordinate), accuracy \(location.horizontalAccuracy)",
          help: "give finite coordinates on the Earth and an accuracy that is not negative",
          place: .init(file: file, line: line))
        break
      }
      if let last, fix.time < last {
        report(
          mistake: "time does not go back: a location of \(fix.time.rfc3339) after \(last.rfc3339)",
          help: "sort the locations by their timestamps", place: .init(file: file, line: line))
        break
      }
      last = fix.time
      fixes.append(fix)
    }
    await play(fixes[...])
  }

  /// Returns the interval by which the recorded times of a track are moved.
  ///
  /// The first track of a run that starts at a time begins at that time, and later ones keep their
  /// distance from it.
  private func shift(ofTrackFrom first: Timestamp?, startingAt start: Date?) -> Interval {
    guard let first else { return Interval(milliseconds: 0) }
    if let start { return Timestamp(start) - first }
    return system.withLock { system in
      let shift =
        system.trackShift
        ?? (system.hasTime && system.lastFixTime == nil
          ? system.clock - first : Interval(milliseconds: 0))
      system.trackShift = shift
      return shift
    }
  }

  nonisolated(nonsending) private func play(
    _ fixes: ArraySlice<Fix>, of name: String? = nil
  ) async {
    await operate { device in
      await device.catchUp()
      var last = device.system.withLock { $0.lastFixTime }
      for fix in fixes {
        if Task.isCancelled { break }
        let now = device.system.withLock { $0.lastFixTime }
        if let now, now != last, fix.time < now {
          return device.report(
            mistake:
              "time does not go back: a fix of \(fix.time.rfc3339) after another call has moved "
              + "the device to \(now.rfc3339)",
            help: "let one call that moves the device end before the next one begins",
            place: device.site)
        }
        await device.step(to: fix, of: name)
        last = fix.time
      }
    }
  }

  /// Moves to a place, a number of seconds after the device's time, with an accuracy in metres.
  ///
  /// A fix whose accuracy is not known is always decisive. A move back in time, or to a place that
  /// is not on the Earth, is a mistake of the test.
  public func move(
    to coordinate: CLLocationCoordinate2D, accuracy: CLLocationAccuracy? = nil,
    after seconds: TimeInterval, file: String = #filePath, line: Int = #line,
    isolation: isolated (any Actor)? = #isolation
  ) async {
    let place = SimulationIssue.Place(file: file, line: line)
    guard coordinate.core.isValid, accuracy.map({ $0 >= 0 && $0.isFinite }) ?? true else {
      return report(
        mistake:
          "no place to move to: \(coordinate), accuracy \(accuracy.map { "\($0)" } ?? "unknown")",
        help: "give finite coordinates on the Earth and an accuracy that is not negative",
        place: place)
    }
    guard seconds >= 0 else {
      return report(
        mistake: "time does not go back: move(to:after: \(seconds))",
        help: "give the seconds since the last fix", place: place)
    }
    guard seconds < Self.longest else {
      return reportTooLong("move(to:after: \(seconds))", place)
    }
    await operate { device in
      await device.catchUp()
      let time = device.system.withLock { $0.clock } + Interval(seconds: seconds)
      await device.step(
        to: Fix(time: time, coordinate: coordinate.core, horizontalAccuracy: accuracy))
    }
  }

  /// - Precondition: The fix is not earlier than the one before.
  nonisolated(nonsending) func step(to fix: Fix, of name: String? = nil) async {
    if system.withLock({ $0.lastFixTime == nil }) {
      begin(at: fix.time)
    } else if system.withLock({
      $0.sleepers.first != nil || $0.nextRequest != nil || $0.service != nil
    }) {
      await elapse(until: fix.time)
    }
    if Task.isCancelled { return }
    AppExecutor.noteTurn()
    nameLeftoversOfSilentApp()
    let seen = system.withLock { system in
      guard system.move(to: fix, of: name) else { return nil as Fix? }
      system.evaluate()
      return system.core.lastFix
    }
    if let seen { service?.move(to: seen) }
    await tell()
    warnOfReleasedMonitors()
  }
}

extension Date {
  /// Returns the time of the first fix of a track, at which a run of it can start.
  ///
  /// An app that reads the time when it is launched then reads that of the track:
  ///
  /// ```swift
  /// @Test(.simulatedDevice(startingAt: .firstFix(of: "drive.gpx")))
  /// ```
  ///
  /// - Parameter track: What `SimulatedDevice.play` gets: a path, or the text of a GPX document.
  /// - Returns: `nil` for a track without a fix, or one that cannot be read; `play` says why.
  public static func firstFix(of track: String) -> Date? {
    RecordedTrack(track).fixes.first?.time.date
  }
}

private struct RecordedTrack {
  let name: String
  private(set) var fixes: [Fix] = []
  private(set) var device: String?
  private(set) var failure: InputError?

  init(_ track: String) {
    let isText = track.drop { $0.isWhitespace || $0 == "\u{FEFF}" }.hasPrefix("<")
    name = isText ? "GPX text" : track
    // The reader takes "-" for standard input, which is not the test's.
    var path = track == "-" ? "./-" : track
    defer { if isText { try? FileManager.default.removeItem(atPath: path) } }
    if isText {
      path = FileManager.default.temporaryDirectory.path + "/\(UUID().uuidString).gpx"
      do {
        try Data(track.utf8).write(to: URL(fileURLWithPath: path))
      } catch {
        failure = InputError(kind: .writing, source: path, problem: "\(error)")
        return
      }
    }
    var reader = TrackReader(path: path)
    do throws(InputError) {
      try reader.read(
        newDevice: { if $0 == 0 { device = $1 } },
        { fix, _ in
          fixes.append(fix)
          return true
        })
    } catch {
      failure = error.ofTest
      if isText { failure?.source = name }
    }
  }
}

extension InputError {
  /// The error with help for a test, which has no options of the command line.
  fileprivate var ofTest: Self {
    var error = self
    if let help = diagnosis.help, help.contains("--") || help.contains("standard input") {
      error.diagnosis.help =
        kind == .missing
        ? "check the path, which begins at \(FileManager.default.currentDirectoryPath)"
        : "give a GPX file, or a CSV file whose header names the columns time, latitude and "
          + "longitude"
    }
    return error
  }
}

extension Fix {
  /// Creates the fix of a location, whose accuracy of 0 m stands for an unknown one.
  ///
  /// `nil` if the location is no place on the Earth, or is invalid, as a negative accuracy says.
  fileprivate init?(_ location: CLLocation) {
    guard location.coordinate.core.isValid, location.horizontalAccuracy.isFinite,
      location.horizontalAccuracy >= 0,
      location.timestamp.isOnClock
    else { return nil }
    self.init(
      time: Timestamp(location.timestamp), coordinate: location.coordinate.core,
      horizontalAccuracy: location.horizontalAccuracy > 0 ? location.horizontalAccuracy : nil,
      altitude: location.altitude, speed: location.speed >= 0 ? location.speed : nil,
      course: location.course >= 0 ? location.course : nil)
  }

  fileprivate func shifted(by interval: Interval) -> Fix {
    var fix = self
    fix.time = time + interval
    return fix
  }
}
