import GeofenceBytes

extension TrackReport {
  func flaw(isFirstPart: Bool) -> InputError? {
    guard fixesKept == 0, !wasStopped, isFirstPart else { return excessOfSkips }
    let reason = SkipReason.allCases.max { skipped[$0] < skipped[$1] }
    // The hint for the first point serves the others if all have the same flaw.
    let isOnly = reason.map { skipped[$0] == skipped.total } ?? false
    return InputError(
      source: source, problem: "no usable point among \(pointsRead): \(skipped.phrase)",
      help: exchangedPlaces > 0 && exchangedPlaces == pointsRead
        ? "are latitude and longitude swapped?"
        : isOnly ? firstSkip?.diagnosis.help ?? reason?.help : reason?.help)
  }

  /// An error if more than half of the points that have a place were skipped.
  package var excessOfSkips: InputError? {
    let placeless = skipped[.badCoordinate] + skipped[.zeroCoordinate]
    let places = pointsRead - placeless
    let lost = skipped.total - placeless
    guard !wasStopped, lost * 2 > places else { return nil }
    return InputError(
      source: source,
      problem: "\(lost) of \(counted(places, "point")) with a place are skipped, more than half: "
        + likelyCause.problem, help: likelyCause.help)
  }

  private var likelyCause: (problem: String, help: String?) {
    if isTimed, paces.areSeveral || deviceColumn != nil {
      return ("likely these are several devices", devicesHelp)
    }
    let placeless: Set<SkipReason> = [.badCoordinate, .zeroCoordinate]
    let lost = skipped.total - placeless.reduce(0) { $0 + skipped[$1] }
    if mixesZones {
      return ("likely the times that name no zone are not \(assumedZone)", zoneHelp)
    }
    guard skipped[.earlierTime] * 2 > lost else {
      let reasons = SkipReason.allCases.filter {
        !placeless.contains($0) && $0 != .earlierTime
      }
      return ("likely the data are bad", reasons.max { skipped[$0] < skipped[$1] }?.help)
    }
    if isReversed { return ("likely the order of the track is reversed", sortingHelp) }
    return clockWentBack && assumedTimes.contains(.local)
      ? ("likely the clock went back at the end of daylight saving", Self.offsetHelp)
      : ("likely the points are out of order", sortingHelp)
  }

  static let offsetHelp = "write times with their offset, such as 2024-10-27T02:30:00+01:00"

  /// True if the file has no columns that could be named.
  var isXML: Bool { if case .xml? = format?.reading { true } else { false } }

  /// True if nine in ten points are earlier than the point before them.
  var isReversed: Bool {
    isTimed && descents >= 3 && descents >= 9 * (pointsRead - descents)
  }

  /// True if points go back in time where some times name their zone, and others none.
  var mixesZones: Bool {
    isTimed && assumedTimes.isSuperset(of: [.local, .absolute]) && skipped[.earlierTime] > 0
  }

  var assumedZone: String { zone.map { "those of \($0)" } ?? "UTC" }

  var zoneHelp: String { "--track-timezone NAME says otherwise" }

  var sortingHelp: String {
    "--sort reads the whole track and puts each device's points in the order of time"
  }

  var devicesHelp: String {
    guard let deviceColumn else {
      if isXML { return "give each device a separate file" }
      return "name the column that tells them apart, such as --columns device=vehicle"
    }
    return "\(deviceColumn.quotedExcerpt()) would tell them apart: pass --columns "
      + "device=\(deviceColumn)".shellWord
  }

  /// True if more fixes along the track would not show what a phone does there. Likely the track
  /// has several devices in one, or most of its points are lost.
  package var isDoubtful: Bool {
    isTimed && (paces.count > 0 || paces.areSeveral || hasOneTime && fixesKept > 2)
      || excessOfSkips != nil
  }

  mutating func noteDeviceColumn(_ survey: ColumnSurvey, _ columns: [Int], _ header: TableHeader) {
    deviceColumn = survey.best.flatMap { $0 < columns.count ? header.names[columns[$0]] : nil }
      .flatMap { $0.isEmpty ? nil : $0 }
    turns = deviceColumn == nil ? nil : survey.turns
  }

  var assumptions: [(problem: String, help: String?)] {
    var assumptions: [(problem: String, help: String?)] = []
    if assumedTimes.contains(.local) {
      let times = zoneName.map { "times in \($0.quotedExcerpt())" } ?? "times that name no zone"
      assumptions.append(("\(times) are taken as \(assumedZone)", zone == nil ? zoneHelp : nil))
    } else if let zone, !isZoneShared {
      assumptions.append(
        ("--track-timezone \(zone) has no effect: all times say when they are", nil))
    }
    if assumedTimes.contains(.withoutYear) {
      assumptions.append(("days that name no year are taken as those of 1971 and 1972", nil))
    }
    if assumedTimes.contains(.elapsed) {
      assumptions.append(
        (
          "times are seconds from a beginning of their own: taken as from 1970-01-01T00:00:00Z",
          "where another column has the time, --columns time=NAME says so; NAME:ms and the like say "
            + "what it counts"
        ))
    }
    return assumptions
  }
}
