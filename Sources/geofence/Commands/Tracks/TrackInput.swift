import GeofenceBytes

/// A track that the arguments name.
struct TrackInput: Sendable {
  let path: String
  /// The position of the track among the arguments.
  let number: Int
  /// The name of the track's device if the track itself has none; `nil` for a single track.
  let name: String?

  static func inputs(_ paths: [String]) -> [TrackInput] {
    let names = paths.trackNames
    return paths.indices.map { TrackInput(path: paths[$0], number: $0, name: names[$0]) }
  }

  /// A Boolean value that indicates whether the track is a file, which can be read repeatedly.
  var isRepeatable: Bool { path != "-" && FileIdentity(path: path) != nil }
}
