import GeofenceFormats

/// A track that was asked for.
struct TrackInput: Sendable {
  let path: String
  /// Its place among the arguments.
  let number: Int
  /// What its device is called where the track itself names none; `nil` for a single track.
  let name: String?

  static func inputs(_ paths: [String]) -> [TrackInput] {
    let names = paths.trackNames
    return paths.indices.map { TrackInput(path: paths[$0], number: $0, name: names[$0]) }
  }

  /// Whether it is a file, which can be read as often as is asked for.
  var isRepeatable: Bool { path != "-" && FileIdentity(path: path) != nil }
}
