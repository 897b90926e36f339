import GeofenceCore

/// What is said of a track that is taken as one without times.
struct UntimedTrack {
  /// Why it has none, as far as its format can tell.
  var reason = "its points have no time"
  /// A column that is not known, and whose values read as times.
  var column: String?
  /// Columns that are not known, and that have a date and a time of day.
  private var dateColumn: String?
  private var timeColumn: String?
  private var hasPair = false
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
    guard column == nil, Double(decimal: cell, comma: true) == nil else { return }
    if Timestamp(bytes: cell) != nil {
      column = name
      return
    }
    switch UnreadableTime(cell.trimmedText) {
    case .date where dateColumn == nil: dateColumn = name
    case .timeOfDay where timeColumn == nil: timeColumn = name
    default: break
    }
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
  /// Notes that a row has a date and a time of day apart.
  mutating func seekPair() { hasPair = dateColumn != nil && timeColumn != nil }

  func remark(of report: TrackReport, _ options: TrackReader.Options) -> TrackReport.Remark {
    let pace = "\(options.speed.plain) m/s from \(options.start.rfc3339)"
    let why = options.ignoresTimes ? "its times are ignored as asked" : reason
    let isPlaces = report.pointKind == .waypoint
    let places = isPlaces ? "these are waypoints: places to watch belong to --regions" : nil
    var pair: String?
    if hasPair, let dateColumn, let timeColumn {
      let choice = "date=\(dateColumn),time=\(timeColumn)".shellWord
      pair =
        "its columns \(dateColumn.quotedExcerpt()) and \(timeColumn.quotedExcerpt()) have dates "
        + "and times: pass --columns \(choice)"
    }
    let help = column.map {
      $0.isEmpty
        ? "a column without a name has times: name it time"
        : "its column \($0.quotedExcerpt()) has times: pass --columns \("time=\($0)".shellWord)"
    }
    return TrackReport.Remark(
      severity: .note,
      topic: help == nil && pair == nil || options.ignoresTimes ? .untimed : .unknownTimes,
      message: InputError(
        source: report.source,
        problem: "\(why): taken as untimed, spaced by distance at \(pace)",
        help: options.ignoresTimes ? nil : help ?? pair ?? places))
  }
}
