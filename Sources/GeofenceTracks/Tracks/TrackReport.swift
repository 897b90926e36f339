import GeofenceBytes

package struct TrackReport: Hashable, Sendable {
  /// The kinds of points, with the names of GPX; the first of these that a file has is its track.
  /// The points of KML's lines have no times.
  package enum PointKind: Int, Hashable, Sendable {
    case trackPoint, routePoint, waypoint, linePoint
  }

  package var source: String
  var format: TrackFormat?
  package var pointKind: PointKind?
  /// The number of points of the kind that is used, the skipped ones included.
  package var pointsRead = 0
  package var fixesKept = 0
  package var skipped = SkipCounts()
  /// The number of skipped points that are earlier than their device's point before them.
  var descents = 0
  /// True if the first of these is of an hour that a clock shows twice.
  var clockWentBack = false
  /// The number of sorted points whose time may be of either hour that a clock shows twice.
  var ambiguousTimes = 0
  /// The number of places that would be some with latitude and longitude exchanged.
  var exchangedPlaces = 0
  package var firstSkip: InputError?
  package var untimed: Finding?
  package var isTimed = true
  package var ignoredTimes = 0
  package var ignoredTimesAsAsked = false
  package var unneededOptions: [String] = []
  var isToBeSorted = false
  var hasIdleColumns = false
  /// True if its points have what `simulate` writes of an event.
  var areEvents = false
  static let eventKeys = ["event", "region", "crossedAt"]
  /// The keys that --columns names and that no record has.
  var absentKeys: [String] = []
  package var droppedRoutePoints = 0
  package var droppedWaypoints = 0
  package var unknownColumns: [String] = []
  /// The number of points that an earlier run had, or that are before the end of their device's
  /// points there, and the time of the first of these.
  var known = 0
  package var firstKnown: Timestamp?
  /// True if that run read an earlier piece of joined files.
  package var isLaterPiece = false
  package var passedOver = 0
  /// The number of OwnTracks' transitions, which are events and no fixes.
  package var transitions = 0
  /// The number of rows of a table with more fields than its header.
  var longRows = 0
  /// The number of accuracies that are no numbers, and the first of them.
  private var otherAccuracies = 0
  private var otherAccuracy = ""
  /// The number of objects whose place has other keys than the first one's.
  var otherSpellings = 0
  var paces = ImplausiblePaces()
  /// The time of the fix at the end of the longest step, where somebody looked.
  package var leapTime: Timestamp?
  /// True if all points, two at least, are of the same moment.
  var hasOneTime = false
  /// The numbers of times and of places of a track of KML, where they differ.
  var unpaired: String?
  var deviceColumn: String?
  /// The steps back to the place before last with another `deviceColumn`, if they are many.
  var turns: ColumnSurvey.Turns?
  var assumesAxes = false
  /// The columns that are taken as the sides of the equator and of Greenwich for their values.
  var sideColumns: [String] = []
  /// The column, or the key, of places in one text of which the first number is taken as the latitude.
  var assumedOrder: String?
  var assumedTimes = AssumedTimes()
  /// True if some times name no zone.
  package var hasLocalTimes: Bool { assumedTimes.contains(.local) }
  /// True if the first time is a small number, such as 0, and later ones are times since 1970.
  var beginsAtZero = false
  /// The first time, where it is before 1980, when no satellite told a position.
  var earlyTime: Timestamp?
  static let firstYear = CivilDate.days(1980, 1) * CivilDate.dayLength
  var zone: String?
  /// The name of a zone that times have, which is not read.
  var zoneName: String?
  /// True if the zone is that of other files, too.
  var isZoneShared = false
  var hasFilteredPlaces = false
  /// True if the last line of a table may be cut in its last field.
  package var mayBeCut = false
  var hasLines = false
  package var wasStopped = false
  /// The names of the devices, which are kept here alone: there may be millions.
  var names = NameIndex()
  var newDevices = 0

  package init(source: String) {
    self.source = source
  }

  package func deviceName(_ index: Int) -> String? { names.name(index) }

  /// True if there are points of a device without a name.
  package var hasUnnamedDevice: Bool { names.index(ofKnown: [UInt8]().span) != nil }

  package var deviceNames: some Sequence<String> {
    (0..<names.count).lazy.compactMap { names.name($0) }
  }

  /// Counts fixes as points that an earlier run had, too.
  package mutating func passOver(_ count: Int) {
    fixesKept -= count
    known += count
  }

  /// Adds the report of the next piece of the same recording, whose devices `rename` has to name.
  package mutating func join(_ piece: TrackReport) {
    pointsRead += piece.pointsRead
    fixesKept += piece.fixesKept
    ignoredTimes += piece.ignoredTimes
    descents += piece.descents
    clockWentBack = clockWentBack || piece.clockWentBack
    ambiguousTimes += piece.ambiguousTimes
    exchangedPlaces += piece.exchangedPlaces
    known += piece.known
    longRows += piece.longRows
    otherAccuracies += piece.otherAccuracies
    newDevices += piece.newDevices
    paces += piece.paces
    hasOneTime = hasOneTime && piece.hasOneTime
    for reason in SkipReason.allCases { skipped[reason] += piece.skipped[reason] }
    firstSkip = firstSkip ?? piece.firstSkip
    wasStopped = piece.wasStopped
  }

  private static let marksOfUnknown: Set = [
    "", "-", "--", "inf", "n/a", "na", "nan", "nil", "none", "null", "unknown",
  ]

  /// Counts an accuracy that is no number, unless it is a usual mark of one that is not known.
  mutating func note(accuracy text: String) {
    guard !Self.marksOfUnknown.contains(text.lowercased()) else { return }
    if otherAccuracies == 0 { otherAccuracy = text }
    otherAccuracies += 1
  }

  package mutating func rename(_ names: NameIndex) { self.names = names }

  private var words: TrackFormat.Words {
    if hasFilteredPlaces { return JSONTrack.wordsOfStreams }
    return hasLines ? JSONTrack.wordsOfLines : format?.words ?? TrackFormat.Words()
  }

  /// The remarks about what was left out of the fixes, to be shown when the track has been read.
  package var remarks: [Finding] {
    var remarks: [Finding] = []
    func add(
      _ severity: Finding.Severity, _ topic: Finding.Topic, _ problem: String, help: String?
    ) {
      remarks.append(
        Finding(severity, topic, InputError(source: source, problem: problem, help: help)))
    }
    func note(_ topic: Finding.Topic, _ problem: String, help: String? = nil) {
      add(.note, topic, problem, help: help)
    }
    func warn(_ topic: Finding.Topic, _ problem: String, help: String? = nil) {
      add(.warning, topic, problem, help: help)
    }
    if skipped.total > 0 {
      let points = counted(pointsRead, "point")
      warn(.skippedPoint, "\(skipped.total) of \(points) skipped: \(skipped.phrase)")
    }
    if longRows > 0 {
      warn(
        .implausible,
        "\(longRows) of \(counted(pointsRead, "row")) \(longRows == 1 ? "has" : "have") more fields "
          + "than the header: likely their fields are not those of its columns",
        help: "numbers have decimal points, and a text with a comma stands in quotation marks")
    }
    if otherAccuracies > 0 {
      warn(
        .implausible,
        "the accuracy of \(counted(otherAccuracies, "point")) is no number, such as "
          + "\(otherAccuracy.quotedExcerpt()): taken as not known",
        help: "write metres without their unit, and a decimal point")
    }
    // If each point is earlier than the one before, hardly any but the first is kept.
    if isReversed {
      warn(
        .implausible, "its points go back in time: the order of the track is reversed",
        help: sortingHelp)
    }
    if mixesZones {
      warn(
        .implausible,
        "some of its times name their zone and others none, and points go back in time: likely "
          + "those without a zone are not \(assumedZone)", help: zoneHelp)
    }
    if ambiguousTimes > 0, assumedTimes.contains(.local), !assumedTimes.contains(.absolute) {
      warn(
        .implausible,
        "\(counted(ambiguousTimes, "time")) of the hour that the clock shows twice at the end of "
          + "daylight saving: the order of these points is not known", help: Self.offsetHelp)
    }
    if isTimed, paces.count > 0 {
      let device = paces.name.map { "the device \($0.quotedExcerpt())" } ?? "the device"
      let others = paces.count > 1 ? ", as do \(counted(paces.count - 1, "other"))" : ""
      warn(
        .implausible,
        "\(device) moves faster than \(DevicePace.fastest.plain) m/s in \(paces.jumps) of its "
          + "\(counted(paces.steps, "step"))\(others): likely these are several devices",
        help: devicesHelp)
    }
    // One place that is wrong is jumped to and away from, once.
    if isTimed, (1...2).contains(paces.leaps), fixesKept >= 5 {
      warn(
        .implausible,
        "it jumps more than 100 km at an impossible speed, in \(counted(paces.leaps, "step"))"
          + (leapTime.map { ", the longest up to \($0.rfc3339)" } ?? "") + ": "
          + "likely these are wrong places",
        help: "take the points there out of the track, or look at what wrote them")
    }
    if let unpaired {
      warn(
        .implausible,
        "a track has \(unpaired): its times may be those of other places",
        help: "each gx:coord needs its own when, in the same order")
    }
    if isTimed, hasOneTime, newDevices <= 1 {
      warn(
        .implausible, "all of its \(fixesKept) points have one time",
        help: (isXML ? "" : "if another column has their times, name it with --columns; ")
          + "--ignore-times spaces them by distance")
    }
    if isTimed, paces.count == 0, let turns {
      warn(
        .implausible,
        "its points take turns between places, in \(turns.count) of "
          + "\(counted(turns.steps, "step")): likely these are several devices", help: devicesHelp)
    }
    if areEvents || Self.eventKeys.allSatisfy(unknownColumns.contains) {
      warn(
        .implausible, "its points are the events of a run",
        help: "give them with --expect, beside a track")
    }
    // A value that differs from point to point names no device.
    if newDevices >= 100, newDevices * 10 >= pointsRead * 9 {
      warn(
        .implausible,
        "\(newDevices) devices in \(counted(pointsRead, "point")): "
          + "nearly every point is its own device",
        help: "if something else names the devices, say so, such as --columns device=vehicle")
    }
    if ignoredTimes > 0 {
      let reason = ignoredTimesAsAsked ? "as asked" : "the first points have none"
      note(.ignoredData, "\(counted(ignoredTimes, "time")) ignored: \(reason)")
    }
    if known > 0 {
      note(
        .ignoredData,
        "\(counted(known, "point")) passed over: an earlier \(isLaterPiece ? "file" : "run") got farther"
      )
    }
    if isTimed, fixesKept > 0 {
      for option in unneededOptions {
        note(.ignoredData, "\(option) has no effect: the track has its own times")
      }
    }
    if !isTimed, isToBeSorted, fixesKept > 0 {
      note(.ignoredData, "--sort has no effect: points without times keep their order")
    }
    if !absentKeys.isEmpty {
      warn(
        .unknownKey,
        "no record has the key \(absentKeys.listed()) that --columns names")
    }
    if hasIdleColumns { note(.ignoredData, "--columns has no effect: the track is no table") }
    if droppedRoutePoints > 0 {
      let better = pointKind == .waypoint ? "\(words.waypoint)s with a time" : words.track
      note(
        .ignoredData,
        "\(counted(droppedRoutePoints, words.routePoint)) ignored: the file has \(better)")
    }
    if droppedWaypoints > 0 {
      let better = pointKind == .routePoint ? words.route : words.track
      note(
        .ignoredData,
        "\(counted(droppedWaypoints, words.waypoint))\(words.waypointOrigin) ignored: the file "
          + "has \(better)")
    }
    if isTimed, fixesKept > 0 {
      for (problem, help) in assumptions { note(.assumed, problem, help: help) }
    }
    if isTimed, beginsAtZero {
      warn(
        .implausible,
        "its first time is of 1970, and later ones are not: likely its first point has no time",
        help: "take the point out of the track, or leave its time empty")
    }
    if isTimed, fixesKept > 0, let earlyTime {
      warn(
        .implausible,
        "its first time is \(earlyTime.rfc3339), before 1980: likely a clock was not set",
        help:
          "where another column has the time, --columns time=NAME says so; --ignore-times spaces "
          + "the points by distance")
    }
    if isTimed, fixesKept > 0, assumedTimes.contains(.since1970) {
      warn(
        .assumed,
        "numbers are taken as times since 1970, which makes them of 1989 to 1999: "
          + "as times since 2001 they are of 2020 to 2030",
        help: "if Apple's Date was written, pass --columns time=NAME:apple (or apple-ms, apple-ns)")
    }
    if assumesAxes, fixesKept > 0 {
      note(
        .assumed, "x is taken as the longitude and y as the latitude, in degrees",
        help: "--columns latitude=x,longitude=y says otherwise")
    }
    if let assumedOrder, fixesKept > 0 {
      note(
        .assumed,
        "the first number in \(assumedOrder.quotedExcerpt()) is taken as the latitude",
        help: "--columns \("position=\(assumedOrder):longitude-first".shellWord) says otherwise")
    }
    if !sideColumns.isEmpty {
      let columns = sideColumns.count == 1 ? "the column" : "the columns"
      note(
        .assumed,
        "\(columns) \(sideColumns.listed()) taken as the sides of the coordinates: N, S, E, W",
        help: "--columns northSouth=NAME,eastWest=NAME names others, - none")
    }
    if !unknownColumns.isEmpty {
      note(
        .unknownColumn, "columns passed over: \(unknownColumns.listed(limit: 12))",
        help: "if one of them is wanted, name it with --columns")
    }
    if mayBeCut {
      note(
        .assumed,
        "the last line does not end, and its last field could go on: the file may be cut there",
        help: "compare it with its source; a line feed at its end says that it is whole")
    }
    if otherSpellings > 0 {
      warn(
        .ignoredData,
        "\(counted(otherSpellings, "object")) passed over: the keys of their place are others than "
          + "those of the first place",
        help: "--columns latitude=KEY,longitude=KEY says which keys count")
    }
    if transitions > 0 {
      note(
        .ignoredData,
        "\(counted(transitions, "transition")) passed over: events that the phone delivered",
        help: "--phone compares them with the rules")
    }
    if passedOver > 0 {
      note(
        .ignoredData, "\(counted(passedOver, words.object)) passed over: no \(words.needs.rawValue)"
      )
    }
    return remarks
  }
}
