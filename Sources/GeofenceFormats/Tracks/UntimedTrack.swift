import GeofenceCore

/// What is said of a track that is taken as one without times.
struct UntimedTrack {
  /// Why it has none, as far as its format can tell.
  var reason = "its points have no time"
  /// A column that is not known, and whose values read as times.
  var column: String?
  /// What helps where the format is not read without times.
  var refusal: String?
  /// Whether its columns or keys are called as those of regions, and none as one of times.
  var hasRegionNames = false
  /// Whether it has been said.
  var isNoted = false

  /// Notes a column that is not known where its cell reads as a time; a bare number is none.
  mutating func seek(_ cell: Span<UInt8>, of name: String) {
    guard column == nil, Double(decimal: cell, comma: true) == nil, Timestamp(bytes: cell) != nil
    else { return }
    column = name
  }

  /// Whether the file is plainly one of regions.
  var areRegions: Bool { hasRegionNames && column == nil }

  /// Whether the names are those of regions: a radius, and what identifies one and no device.
  static func areOfRegions(_ names: [String]) -> Bool {
    let columns = names.filter { TrackColumn.named($0) == nil }.compactMap { RegionColumn($0) }
    return columns.contains(.radius) && columns.contains { RegionColumn.labels.contains($0) }
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
