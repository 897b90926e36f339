/// What became of a track's points.
public struct TrackReport: Hashable, Sendable {
  public enum Format: Hashable, Sendable { case csv, gpx, kml, tcx, json }
  /// The kinds of points, called as GPX has them; the first of these that a file has is its track.
  public enum PointKind: Int, Hashable, Sendable { case trackPoint, routePoint, waypoint }

  /// The track as the user named it.
  public var source: String
  /// `nil` until the format has been found.
  public var format: Format?
  /// The kind that is used; `nil` in a table and before the first point.
  public var pointKind: PointKind?
  /// Points of the kind that is used, the skipped ones included.
  public var pointsRead = 0
  public var fixesKept = 0
  public var skipped = SkipCounts()
  /// Of the points that were skipped, those earlier than the one of their device before them.
  var descents = 0
  /// What was wrong with the first point that was skipped.
  public var firstSkip: InputError?
  /// What was said of the track where it was taken as untimed.
  public var untimed: Remark?
  /// Whether the fixes' times are the track's own.
  public var isTimed = true
  /// Times in a track that is read as an untimed one.
  public var ignoredTimes = 0
  /// Whether times were ignored because the caller wished so.
  public var ignoredTimesAsAsked = false
  /// Options for untimed tracks that were given.
  public var unneededOptions: [String] = []
  /// Whether columns were named of a format that has none.
  var hasIdleColumns = false
  /// `rtept` points that gave way to `trkpt` ones.
  public var droppedRoutePoints = 0
  /// `wpt` points that gave way to `trkpt` or `rtept` ones.
  public var droppedWaypoints = 0
  /// The names of a table's columns that mean nothing.
  public var unknownColumns: [String] = []
  /// Points before the end of what was read of their device in an earlier run.
  var known = 0
  /// Objects without a place.
  public var passedOver = 0
  /// Objects whose place is spelled otherwise than the first one's.
  var otherSpellings = 0
  /// How fast the devices move.
  var paces = ImplausiblePaces()
  /// A column, or a key, that is not known, and that would tell devices apart.
  var deviceColumn: String?
  /// The forms of times about which something was assumed.
  var assumedTimes = AssumedTimes()
  /// The zone of times that name none, where one was given.
  var zone: String?
  /// Whether the last line of a table may be cut in its last field.
  public var mayBeCut = false
  /// Whether a line of GeoJSON has come.
  var hasLines = false
  /// Whether reading ended before the track did: the caller's `body` said so, or an interruption.
  public var wasStopped = false
  /// The devices' names, kept here alone: there may be millions.
  var names = NameIndex()
  /// How many devices with a name have come that no earlier part of the track had.
  var newDevices = 0

  public init(source: String) {
    self.source = source
  }

  /// The name of a device; `nil` for the one without.
  ///
  /// - Complexity: O(n) for n bytes.
  public func deviceName(_ index: Int) -> String? { names.name(index) }

  /// Adds what became of points that were judged apart; their devices stay apart, too.
  public static func += (lhs: inout Self, rhs: Self) {
    lhs.pointsRead += rhs.pointsRead
    lhs.fixesKept += rhs.fixesKept
    lhs.ignoredTimes += rhs.ignoredTimes
    lhs.descents += rhs.descents
    lhs.known += rhs.known
    lhs.newDevices += rhs.newDevices
    lhs.paces += rhs.paces
    for reason in SkipReason.allCases { lhs.skipped[reason] += rhs.skipped[reason] }
  }
}

extension TrackReport {
  /// Something to be told of a track: at once, or when it has been read.
  public struct Remark: Hashable, Sendable, CustomStringConvertible {
    public enum Severity: String, Hashable, Sendable { case warning, note }
    public enum Topic: Hashable, Sendable {
      case skippedPoint, ignoredData, untimed, reversed, scatteredDevices
      /// A device that moves too fast to be one.
      case implausibleSpeed
      /// Something that was assumed about times, or an end that may be a cut.
      case assumed
      /// A column that nobody knows, and that has the times.
      case unknownTimes
    }
    public var severity: Severity
    public var topic: Topic
    public var message: InputError

    public var description: String { message.rendered(severity: severity.rawValue) }
  }

  /// What was left out of the fixes, to be shown when the track has been read.
  public var remarks: [Remark] {
    var remarks: [Remark] = []
    func add(
      _ severity: Remark.Severity, _ topic: Remark.Topic, _ problem: String, help: String? = nil
    ) {
      let message = InputError(source: source, problem: problem, help: help)
      remarks.append(Remark(severity: severity, topic: topic, message: message))
    }
    if skipped.total > 0 {
      let points = counted(pointsRead, "point")
      add(.warning, .skippedPoint, "\(skipped.total) of \(points) skipped: \(skipped.phrase)")
    }
    // Where each point is earlier than the one before, hardly any but the first is kept.
    if isReversed {
      add(
        .warning, .reversed, "its points go back in time: the order of the track is reversed",
        help: sortingHelp)
    }
    if isTimed, paces.count > 0 {
      let device = paces.name.map { "the device \($0.quotedExcerpt())" } ?? "the device"
      let others = paces.count > 1 ? ", as do \(counted(paces.count - 1, "other"))" : ""
      add(
        .warning, .implausibleSpeed,
        "\(device) moves faster than \(DevicePace.fastest.plain) m/s in \(paces.jumps) of its "
          + "\(counted(paces.steps, "step"))\(others): likely these are several devices",
        help: devicesHelp)
    }
    // What tells points apart is no device.
    if newDevices >= 100, newDevices * 10 >= pointsRead * 9 {
      add(
        .warning, .scatteredDevices,
        "\(newDevices) devices in \(counted(pointsRead, "point")): "
          + "nearly every point is a device of its own",
        help: "if something else names the devices, say so, such as --columns device=vehicle")
    }
    if ignoredTimes > 0 {
      let reason = ignoredTimesAsAsked ? "as asked" : "the first points have none"
      add(.note, .ignoredData, "\(counted(ignoredTimes, "time")) ignored: \(reason)")
    }
    if known > 0 {
      add(.note, .ignoredData, "\(counted(known, "point")) passed over: an earlier run got farther")
    }
    if isTimed, fixesKept > 0 {
      for option in unneededOptions {
        add(.note, .ignoredData, "\(option) is not needed: the track has times of its own")
      }
    }
    if hasIdleColumns { add(.note, .ignoredData, "--columns is not needed: it is no table") }
    if droppedRoutePoints > 0 {
      let (name, better) =
        format == .json ? ("raw signal", "paths") : ("rtept point", "a track")
      add(
        .note, .ignoredData,
        "\(counted(droppedRoutePoints, name)) ignored: the file has \(better)")
    }
    if droppedWaypoints > 0 {
      let isHistory = format == .json && !hasLines
      let better =
        isHistory
        ? pointKind == .routePoint ? "raw signals" : "paths"
        : pointKind == .routePoint ? "a route" : hasLines ? "a line" : "a track"
      let name =
        isHistory
        ? "point"
        : format == .kml ? "placemark" : hasLines ? "point" : "wpt point"
      let of = isHistory ? " of visits and ways" : ""
      add(
        .note, .ignoredData,
        "\(counted(droppedWaypoints, name))\(of) ignored: the file has \(better)")
    }
    if isTimed, fixesKept > 0 {
      for (problem, help) in assumptions { add(.note, .assumed, problem, help: help) }
    }
    if mayBeCut {
      add(
        .note, .assumed,
        "the last line does not end, and its last field could go on: the file may be cut there",
        help: "compare it with its source; a line feed at its end says that it is whole")
    }
    if otherSpellings > 0 {
      add(
        .warning, .ignoredData,
        "\(counted(otherSpellings, "object")) passed over: the keys of their place are others than "
          + "those of the first place",
        help: "--columns latitude=KEY,longitude=KEY says which keys count")
    }
    if passedOver > 0 {
      let name = format == .kml ? "placemark" : format == .tcx ? "Trackpoint" : "object"
      let what = format == .kml ? "no time" : "no place"
      add(.note, .ignoredData, "\(counted(passedOver, name)) passed over: \(what)")
    }
    return remarks
  }
}
