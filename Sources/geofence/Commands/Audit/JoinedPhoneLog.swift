import GeofenceBytes
import GeofenceCore
import GeofenceInputs
import GeofenceWriting

/// The events of a phone's log that lie on a track, each with its device and its region.
struct JoinedPhoneLog {
  /// An event with its place, where the log has that.
  struct Event: Hashable {
    let boundary: PhoneComparison.Boundary
    let delivery: PhoneComparison.Delivery
    let place: Coordinate?
    /// The accuracy of that place in metres.
    let accuracy: Double?
  }

  private(set) var events: [Event] = []
  /// The numbers of the devices whose log it is, whatever regions and times its events are of.
  private(set) var owners: Set<Int> = []
  /// The entries that are left out, counted by the reason.
  private(set) var leftOut: [String: Int]
  private(set) var findings: [Finding] = []
  /// The error of a log that is not of this run.
  private(set) var failure: InputError?
  /// The names of regions and devices that the run does not have, with the number of their events.
  private(set) var unknownRegions: [String: Int] = [:]
  private(set) var unknownDevices: [String: Int] = [:]
  private var firstUnknownRegion: String?
  private let log: PhoneLog
  var name: String { log.name }
  private let zone: ZoneInfo?
  private let disabled: [String: InputError]
  private let waypoints: [String: String]

  /// - Parameters:
  ///   - tracks: the tracks, with the devices that are chosen; `nil` where they are not known.
  ///   - patterns: the identifiers of the regions that are chosen; empty for all.
  ///   - disabled: the errors about the regions that the files switch off, by their names.
  ///   - waypoints: the identifiers of OwnTracks' waypoints by their times.
  init(
    _ log: PhoneLog, _ tracks: TapedTracks?, _ regions: [CircularRegion], _ zone: ZoneInfo?,
    only patterns: [String] = [], disabled: [String: InputError], waypoints: [String: String]
  ) {
    (self.log, self.zone, leftOut) = (log, zone, log.leftOut)
    (self.disabled, self.waypoints) = (disabled, waypoints)
    do throws(InputError) { try join(tracks, regions, only: patterns) } catch { failure = error }
  }

  private mutating func join(
    _ tracks: TapedTracks?, _ regions: [CircularRegion], only patterns: [String]
  ) throws(InputError) {
    let devices = tracks?.tracks.flatMap(\.devices) ?? []
    let names = devices.map(\.name)
    let (carried, chosen) = (tracks?.names ?? [], Set(names.compactMap(\.self)))
    // A log may name the model of its phone; one that names a device of the track names others, too.
    let saysDevice = log.events.contains { $0.device.map(carried.contains) == true }
    if !saysDevice, devices.count == 1 { try requireOnePhone(besides: devices[0].name) }
    if log.events.isEmpty, let owner = owner(nil, names) { owners = [owner] }
    var (known, asked, swapped, repeated) = (0, 0, 0, 0)
    var farthest: Double?
    var outside: [(time: Timestamp, range: ClosedRange<Timestamp>)] = []
    var written: Set<PhoneEvent> = []
    for var event in log.events {
      // Other lines of such a log may name their year.
      if log.lacksYear, CivilDate(dayOf: event.time).year < 1975,
        let start = devices.first?.times.lowerBound
      {
        event.time = event.time.inYear(nearestTo: start)
      }
      // SDKs log an event where it comes in and where they pass it on.
      guard written.insert(event).inserted else {
        leftOut[Self.writtenTwice, default: 0] += 1
        continue
      }
      if log.hasLocalTimes, zone?.showsTwice(event.time) == true { repeated += 1 }
      if saysDevice, let other = event.device, !chosen.contains(other) {
        if !carried.contains(other) { unknownDevices[other, default: 0] += 1 }
        continue
      }
      if let time = event.region, log.waypoints.contains(time) {
        // Without a file of waypoints, a log of a single waypoint is about the only region of the run.
        let isOnly = waypoints.isEmpty && log.waypoints.count == 1
        event.region = waypoints[time] ?? (isOnly ? nil : time)
      }
      let owner = owner(event.device, names)
      if let owner { owners.insert(owner) }
      let named = log.regions(of: event, among: regions)
      guard !named.isEmpty else {
        firstUnknownRegion = firstUnknownRegion ?? event.region ?? ""
        unknownRegions[event.region ?? "", default: 0] += 1
        continue
      }
      known += 1
      let wanted = named.filter { EventChoice.fits($0.identifier.rawValue, anyOf: patterns) }
      guard let region = wanted.first else { continue }
      try requireOneRegion(wanted, event.region)
      guard event.isEnter ? region.notifyOnEntry : region.notifyOnExit else {
        let (kind, flag) = event.isEnter ? ("enters", "Entry") : ("exits", "Exit")
        let name = region.identifier.rawValue.quotedExcerpt()
        leftOut["of the \(kind) of \(name), for which notifyOn\(flag) is false", default: 0] += 1
        continue
      }
      asked += 1
      if let place = event.place, region.isNearOnlySwapped(place) {
        swapped += 1
        event.place = nil
      }
      guard !devices.isEmpty else { continue }
      guard let device = owner else { throw ownerError(of: event, names) }
      let times = devices[device].times
      // So long before a track and after it an event may be of its crossings.
      guard times.lowerBound - event.time <= CrossingVerdict.soon,
        event.time - times.upperBound <= CrossingVerdict.soon
      else {
        leftOut[Self.besideTrack, default: 0] += 1
        outside.append((event.time, times))
        continue
      }
      if event.isEnter, let place = event.place {
        // A scenario may have moved the region.
        let circles = regions.filter { $0.identifier == region.identifier }
        let distance = circles.map { $0.distance(to: place) }.min() ?? 0
        if distance - (event.accuracy ?? 0) > 1000 { farthest = max(farthest ?? 0, distance) }
      }
      let boundary = PhoneComparison.Boundary(
        device: device, region: region.identifier, isEnter: event.isEnter)
      let delivery = PhoneComparison.Delivery(
        event.time, crossedAt: event.crossedAt, isState: event.isState)
      events.append(
        Event(
          boundary: boundary, delivery: delivery, place: event.place, accuracy: event.accuracy))
    }
    if let error = strayed(outside, of: asked, beside: tracks, repeated: repeated > 0) {
      throw error
    }
    if known == 0 { try requireKnownRegion(regions) }
    for (name, count) in unknownDevices {
      leftOut["of the device \(name.quotedExcerpt()), which is not in the track", default: 0] +=
        count
    }
    for (name, count) in unknownRegions {
      let reason =
        name.isEmpty ? "without a region" : "of \(name.quotedExcerpt()), which is no region"
      leftOut[reason, default: 0] += count
    }
    findings = self.findings(repeated: repeated, swapped: swapped)
    if let farthest {
      findings.append(
        Finding(
          .note, .implausible,
          InputError(
            source: log.name,
            problem:
              "an enter has a place \(farthest.rounded().spokenMetres) outside of its region",
            help: "an app may log an older place than that at which it received the event")))
    }
  }

  private func findings(repeated: Int, swapped: Int) -> [Finding] {
    func warning(_ problem: String, _ help: String) -> Finding {
      Finding(
        .warning, .implausible, InputError(source: log.name, problem: problem, help: help))
    }
    var findings = log.hasLocalTimes ? [Finding.localTimes(of: log.name, zone)] : []
    if log.events.isEmpty {
      findings.append(
        warning("the log has no enter or exit", "is it the whole log of the drive?"))
    }
    if let zone, repeated > 0 {
      findings.append(
        warning(
          "the clocks of \(zone.name) show \(repeated) of its \(counted(log.events.count, "time")) "
            + "twice; each is taken as the first", Self.clockHelp))
    }
    if swapped > 0 {
      findings.append(
        warning(
          "\(counted(swapped, "place")) far from the region would be near it with latitude and "
            + "longitude swapped; the track's is taken",
          "check the order of latitude and longitude"))
    }
    return findings
  }

  /// The reason to leave out an event of which the recording can say nothing.
  static let besideTrack = "before or after the fixes that were played"

  /// The reason to leave out an event that the same log, or another one, has as well.
  static let writtenTwice = "written twice"

  private static let clockHelp =
    "has the clock gone back at the end of daylight saving? Then write times with their offset"

  // MARK: errors

  /// Throws an error for a name that several regions have.
  private func requireOneRegion(_ named: [CircularRegion], _ name: String?) throws(InputError) {
    let identifiers = Set(named.map(\.identifier)).sorted().map(\.rawValue)
    guard identifiers.count > 1 else { return }
    throw InputError(
      source: log.name,
      problem: "\((name ?? "").quotedExcerpt()) may be any of \(identifiers.count) regions: "
        + identifiers.listed(),
      help: "write the identifier of the region in the log, or give each region its own name")
  }

  /// Throws an error for a log of which no event is about a region of the run.
  private func requireKnownRegion(_ regions: [CircularRegion]) throws(InputError) {
    guard let name = firstUnknownRegion else { return }
    let likely =
      log.waypoints.contains(name)
      ? "OwnTracks names a waypoint by its tst: give the waypoints as --regions"
      : disabled[name].map { "\($0.source): \($0.diagnosis.problem)" }
    throw InputError(
      source: log.name,
      problem: name.isEmpty
        ? "the events name no region, and there are \(regions.count)"
        : "no event is about a region of this run; the first is \(name.quotedExcerpt())",
      help: likely
        ?? (name.isEmpty
          ? nil
          : Suggestion.likeliest(for: name, among: regions.map(\.identifier.rawValue))
            .map { "did you mean \(VisibleText.quoted($0))?" })
        ?? "the regions are those of --regions: give the one that the log is about")
  }

  /// Throws an error for a log of several phones beside the track of one that it does not name.
  private func requireOnePhone(besides name: String?) throws(InputError) {
    let phones = Set(log.events.compactMap(\.device)).sorted()
    guard phones.count > 1 else { return }
    throw InputError(
      source: log.name,
      problem: "the log is of \(phones.count) phones, \(phones.listed()),"
        + (name.map { " and the track of \($0.quotedExcerpt())" }
          ?? " and the track does not say which of them it is of"),
      help: name == nil
        ? "keep the events of one, or give the track a column device with its name"
        : "keep the events of one, or name it in the log as in the track")
  }

  /// Returns the number of the device that delivered an event: the only one, else the one that it
  /// names, else the one that the file is named after.
  private func owner(_ device: String?, _ names: [String?]) -> Int? {
    if names.count == 1 { return 0 }
    let own = FilePath.baseName(of: FilePath.parts(of: log.name).name)
    return device.flatMap { names.firstIndex(of: $0) } ?? names.firstIndex(of: own)
  }

  private func ownerError(of event: PhoneEvent, _ names: [String?]) -> InputError {
    InputError(
      source: log.name,
      problem: "there are \(names.count) devices, and the log "
        + (event.device.map { "is of \($0.quotedExcerpt()), which is none of them" }
          ?? "does not say which it is of"),
      help: (event.device == nil
        ? "give it a column device, or the name of the device: " : "name it as in the track: ")
        + names.compactMap(\.self).prefix(3).joined(separator: ", "))
  }

  /// Returns the error for a log whose events lie outside of the track: all, or most where a shift
  /// by quarters of an hour would bring most of them in.
  private func strayed(
    _ events: [(time: Timestamp, range: ClosedRange<Timestamp>)], of known: Int,
    beside tracks: TapedTracks?, repeated: Bool
  ) -> InputError? {
    guard events.count * 2 > known, let first = events.first else { return nil }
    let lie = "\(events.count) of \(counted(known, "event")) \(events.count == 1 ? "lies" : "lie")"
    let quarter: Int64 = 900_000
    func count(_ shift: Int64) -> Int {
      events.count { $0.range.contains($0.time + Interval(milliseconds: shift)) }
    }
    if count(Timestamp.apple.milliseconds) * 2 > events.count {
      return InputError(
        source: log.name, problem: "\(lie) outside of the track, and as times since 2001 in it",
        help: "write the times as 2024-05-01T09:02:00Z, or add 978307200 to their seconds")
    }
    // The least shift goes before others that bring in as many.
    let shifts = (1...56 as ClosedRange<Int64>).reversed().flatMap {
      [-$0 * quarter, $0 * quarter]
    }.map { ($0, count($0)) }
    let (shift, reached) = shifts.reduce((0, 0)) { $1.1 >= $0.1 ? $1 : $0 }
    guard reached * 2 > events.count else {
      // A log may be of more days than the track.
      guard events.count == known else { return nil }
      return InputError(
        source: log.name,
        problem: "\(lie) outside of the track",
        help: "the first is at \(first.time.rfc3339), and the track from "
          + "\(first.range.lowerBound.rfc3339) to \(first.range.upperBound.rfc3339): are they of this "
          + "drive?")
    }
    let side = first.time < first.range.lowerBound ? "before the track" : "after the track"
    return InputError(
      source: log.name,
      problem: "\(lie) \(side), and "
        + "\(Interval(milliseconds: Int64(shift.magnitude)).spoken) "
        + "\(shift < 0 ? "earlier" : "later") they would be in it",
      help: repeated ? Self.clockHelp : remedy(shift, tracks?.haveLocalTimes == true))
  }

  /// Returns the hint at what would move events by a shift in milliseconds.
  private func remedy(_ shift: Int64, _ tracksAreLocal: Bool) -> String {
    switch (log.hasLocalTimes, tracksAreLocal) {
    case (true, true):
      // One zone serves both.
      return "neither its times nor the track's name a zone: write those of one of them with their "
        + "offset, such as 2024-05-01T09:02:00+02:00"
    case (true, false) where zone == nil, (false, true) where zone == nil:
      let hours = Double(log.hasLocalTimes ? shift : -shift) / 3_600_000
      // The zones of this family have the sign that POSIX gives them: -2 is two hours east.
      let name =
        hours == hours.rounded()
        ? "Etc/GMT\(hours > 0 ? "+" : "-")\(hours.magnitude.plain)" : "NAME"
      return "\(log.hasLocalTimes ? "its" : "the track's") times name no zone: --track-timezone "
        + "\(name) reads them as local ones, or the name of the place's, such as Europe/Ljubljana"
    default: return "are these times of another zone?"
    }
  }
}

extension CircularRegion {
  /// Returns true if a place is far from the region, and would be near with latitude and longitude
  /// swapped.
  fileprivate func isNearOnlySwapped(_ place: Coordinate) -> Bool {
    func isNear(_ place: Coordinate) -> Bool {
      EarthVector(center).squaredChord(to: EarthVector(place)).squareRoot() - radius
        <= Vicinity.reach
    }
    let swapped = Coordinate(latitude: place.longitude, longitude: place.latitude)
    return swapped.isValid && !isNear(place) && isNear(swapped)
  }
}

extension [JoinedPhoneLog] {
  /// Returns the numbers of the devices that no log is of, where others have logs, with the finding.
  func devicesWithoutLog(among tracks: TapedTracks) -> (Set<Int>, Finding?) {
    let logged = reduce(into: Set<Int>()) { $0.formUnion($1.owners) }
    let devices = tracks.tracks.flatMap(\.devices).map(\.name)
    let without = devices.indices.filter { !logged.isEmpty && !logged.contains($0) }
    guard let first, !without.isEmpty else { return ([], nil) }
    let finding = Finding(
      .warning, .ignoredData,
      InputError(
        source: first.name,
        problem: "no event is of \(without.compactMap { devices[$0] }.listed()): what "
          + "\(without.count == 1 ? "that phone" : "these phones") delivered is not known, and "
          + "the crossings are left out", help: "give the other logs with --phone, too"))
    return (Set(without), finding)
  }
}
