import GeofenceCore

/// The file of a saved state: one line that says what it is, with a checksum, then JSON.
///
/// One run has it at a time; others wait from before they read it.
public struct StateFile: Sendable {
  public let path: String
  private let file: WholeFile
  private static let kind = "geofence-state"
  private static let version = "2"
  /// So many bytes are written at once.
  private static let room = 1 << 16

  /// - Parameters:
  ///   - waiting: called once when another run has the file.
  ///   - interrupted: asked when a signal arrives; `true` gives up.
  /// - Throws: an error of kind `creating` when it could not be written, or `interruption`.
  public init(
    claiming path: String, waiting: () -> Void = {}, interrupted: () -> Bool = { false }
  ) throws(InputError) {
    self.path = path
    file = try WholeFile(claiming: path, waiting: waiting, interrupted: interrupted)
  }

  /// - Returns: `nil` when there is no such file yet.
  /// - Throws: an error when the file is damaged, of another version, or no state.
  public func read() throws(InputError) -> SavedState? {
    guard let (bytes, _) = try ByteSource.present(path) else { return nil }
    let parts = bytes.split(separator: ASCII.lineFeed, maxSplits: 1)
    let head = parts.first.map { String(decoding: $0, as: UTF8.self) } ?? ""
    let words = head.split(separator: " ")
    guard parts.count == 2, words.count == 3, words[0] == Self.kind else {
      throw refuse("not a state of geofence", help: "name another file; this one is left alone")
    }
    guard words[1] == Self.version else {
      throw refuse(
        "a state of version \(words[1]), where this geofence keeps version \(Self.version)",
        help: "simulate the track from its beginning with another --state")
    }
    guard words[2] == Self.text(FNV1a(of: parts[1])), let state = StateJSON.read(parts[1]) else {
      throw damaged
    }
    return state
  }

  /// The error of a file that does not make sense.
  public var damaged: InputError {
    refuse(
      "the state is damaged", help: "remove the file and simulate the track from its beginning")
  }

  /// Replaces the file as a whole, or leaves it as it is.
  ///
  /// - Throws: an error of kind `writing`.
  public func write(_ state: SavedState) throws(InputError) {
    var checksum = FNV1a()
    StateJSON.write(state) { checksum.add($0) }
    checksum.add([ASCII.lineFeed])
    var bytes = Array("\(Self.kind) \(Self.version) \(Self.text(checksum))\n".utf8)
    try StateJSON.write(state) { piece throws(InputError) in
      bytes += piece
      guard bytes.count > Self.room else { return }
      try file.append(bytes)
      bytes.removeAll(keepingCapacity: true)
    }
    try file.commit(bytes + [ASCII.lineFeed])
  }

  /// What tells one set of regions from another.
  public static func fingerprint(of lines: some Sequence<String>) -> String {
    text(FNV1a(of: Array(lines.joined(separator: "\n").utf8)[...]))
  }

  private static func text(_ checksum: FNV1a) -> String {
    checksum.value.padded(to: 16, radix: 16)
  }

  private func refuse(_ problem: String, help: String) -> InputError {
    InputError(source: path, problem: problem, help: help)
  }
}
