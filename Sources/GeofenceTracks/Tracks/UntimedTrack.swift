import GeofenceBytes

/// The findings about a track that is taken as one without times, and the remark about it.
struct UntimedTrack {
  var reason = "its points have no time"
  private var columns: [String] = []
  var column: String? { columns.first }
  private var unreadable: (column: String, form: UnreadableTime)?
  private var dateColumn: String?
  private var timeColumn: String?
  private var hasPair = false
  private var hasRadius = false
  private var hasIdentifier = false
  /// A Boolean value that is false if the user names the columns, or one is known as that of times.
  var mayBeRegions = true
  var isNoted = false
  private var texts = 0

  /// Notes an unknown column whose cell reads as a time; a bare number does not.
  mutating func seek(_ cell: Span<UInt8>, of name: String) {
    guard Double(decimal: cell, comma: true) == nil else { return }
    if Timestamp(bytes: cell) != nil {
      if !columns.contains(name) { columns.append(name) }
      return
    }
    guard texts < 1_000 else { return }
    texts += 1
    let text = cell.trimmedText
    switch UnreadableTime(text) {
    case .some(let form) where form.hasDateAndTime(text):
      if unreadable == nil { unreadable = (name, form) }
    case .date where dateColumn == nil: dateColumn = name
    case .timeOfDay where timeColumn == nil: timeColumn = name
    default: break
    }
  }

  /// Forgets the times that were found, which stand around the points and not in them.
  mutating func forgetTimes() {
    columns = []
    (unreadable, dateColumn, timeColumn) = (nil, nil, nil)
  }

  var areRegions: Bool { mayBeRegions && hasRegionNames && column == nil }
  var hasRegionNames: Bool { hasRadius && hasIdentifier }

  mutating func note(other name: String) {
    guard let column = RegionColumn(name) else { return }
    if column == .radius { hasRadius = true }
    if RegionColumn.labels.contains(column) { hasIdentifier = true }
  }
  mutating func seekPair() { hasPair = dateColumn != nil && timeColumn != nil }

  func remark(of report: TrackReport, _ options: TrackReader.Options) -> Finding {
    let hold = options.hold.map { ", each held for \($0.text)," } ?? ""
    let pace = "\(options.speed.plain) m/s\(hold) from \(options.start.rfc3339)"
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
    let other = unreadable.map { column, form in
      "its column \(column.quotedExcerpt()) has times that are not read, as \(form.phrase): "
        + (form == .dayOrMonthFirst
          ? "pass --columns \("time=\(column):day-first".shellWord), or :month-first"
          : "\(form.help), and pass --columns \("time=\(column)".shellWord)")
    }
    let others = columns.count > 1 ? ", as \(Array(columns.dropFirst()).listed()) has" : ""
    let help = column.map {
      $0.isEmpty
        ? "a column without a name has times: name it time"
        : "its column \($0.quotedExcerpt()) has times\(others): pass --columns "
          + "time=\($0)".shellWord
    }
    return Finding(
      .note,
      help == nil && pair == nil && other == nil || options.ignoresTimes
        ? .untimed : .unknownColumn,
      InputError(
        source: report.source, problem: "\(why): taken as untimed, spaced by distance at \(pace)",
        help: options.ignoresTimes ? nil : help ?? pair ?? other ?? places))
  }
}
