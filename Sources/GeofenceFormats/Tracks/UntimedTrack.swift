import GeofenceCore

/// What is said of a track that is taken as one without times.
struct UntimedTrack {
  /// Why it has none, as far as its format can tell.
  var reason = "its points have no time"
  /// A column that is not known, and whose values read as times.
  var column: String?
  /// What helps where the format is not read without times.
  var refusal: String?
  /// True as soon as a column or a key has come that is called as the radius of a region, or as what
  /// identifies it and is no device's.
  private var hasRadius = false
  private var hasIdentifier = false
  /// False where the user names the columns, or one is known as that of times.
  var mayBeRegions = true
  /// Whether it has been said.
  var isNoted = false

  /// Notes a column that is not known where its cell reads as a time; a bare number is none.
  mutating func seek(_ cell: Span<UInt8>, of name: String) {
    guard column == nil, Double(decimal: cell, comma: true) == nil, Timestamp(bytes: cell) != nil
    else { return }
    column = name
  }

  /// True for a file that is plainly one of regions.
  var areRegions: Bool { mayBeRegions && hasRegionNames && column == nil }
  var hasRegionNames: Bool { hasRadius && hasIdentifier }

  /// Notes a column or a key that is not one of a track.
  mutating func note(other name: String) {
    guard let column = RegionColumn(name) else { return }
    if column == .radius { hasRadius = true }
    if RegionColumn.labels.contains(column) { hasIdentifier = true }
  }

  func remark(of report: TrackReport, _ options: TrackReader.Options) -> TrackReport.Remark {
    let pace = "\(options.speed.plain) m/s from \(options.start.rfc3339)"
    let why = options.ignoresTimes ? "its times are ignored as asked" : reason
    let isPlaces = report.pointKind == .waypoint
    let places = isPlaces ? "these are waypoints: places to watch belong to --regions" : nil
    let help = column.map {
      $0.isEmpty
        ? "a column without a name has times: name it time"
        : "its column \($0.quotedExcerpt()) has times: pass --columns \("time=\($0)".shellWord)"
    }
    return TrackReport.Remark(
      severity: .note, topic: column == nil || options.ignoresTimes ? .untimed : .unknownTimes,
      message: InputError(
        source: report.source,
        problem: "\(why): taken as untimed, spaced by distance at \(pace)",
        help: options.ignoresTimes ? nil : help ?? places))
  }
}
