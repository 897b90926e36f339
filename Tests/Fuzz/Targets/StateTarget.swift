import GeofenceFormats

extension FuzzTarget {
  /// A saved state: as it is, and with the head that makes its payload count.
  static let state = FuzzTarget("state") { input in
    let plain = try input.withPath { try answer(of: $0) }
    let payload = String(decoding: input.bytes, as: UTF8.self)
    guard Array(payload.utf8) == input.bytes else { return plain }
    let head = "geofence-state 2 \(StateFile.fingerprint(of: [payload]))\n"
    let whole = Input(Array(head.utf8) + input.bytes, arriving: .file)
    return try plain + whole.withPath { try answer(of: $0) }
  }

  /// What a state says, read, written and read again.
  private static func answer(of path: String) throws -> String {
    try saying(path) {
      guard let state = try StateFile(claiming: path).read() else { return "none" }
      let said = describe(state)
      try StateFile(claiming: path).write(state)
      let again = try StateFile(claiming: path).read().map(describe)
      try Violation.unless(again == said, "\(said) is written as \(again ?? "none")")
      return said
    }
  }

  private static func describe(_ state: SavedState) -> String {
    let devices = state.tracks.flatMap(\.devices)
    let undelivered = state.undelivered.map { "\($0)" }
    return
      "\(devices.map { "\($0.snapshot != nil) \($0.standing.lastFix?.time.milliseconds ?? 0)" }) "
      + "\(undelivered) \(state.settings.sorted { $0.key < $1.key })"
  }
}
