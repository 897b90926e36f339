/// The JSON of a saved state, in which each device is coded by itself.
enum StateJSON {
  /// What no text has in it, since the quotation marks are not escaped.
  private static let mark = Array(#""devices":["#.utf8)

  /// Gives the JSON of a state away, piece by piece.
  static func write<Failure>(
    _ state: SavedState, _ body: (ArraySlice<UInt8>) throws(Failure) -> Void
  ) throws(Failure) {
    var rest = JSONText.bytes(state)[...]
    for track in state.tracks {
      guard let end = rest.firstRange(of: mark)?.upperBound else { break }
      try body(rest[..<end])
      rest = rest[end...]
      for (number, device) in track.devices.enumerated() {
        if number > 0 { try body([ASCII.comma]) }
        try body(device.json[...])
      }
    }
    try body(rest)
  }

  /// - Returns: `nil` when this is no state.
  static func read(_ bytes: ArraySlice<UInt8>) -> SavedState? {
    var rest = bytes
    var others: [UInt8] = []
    var lists: [[SavedDevice]] = []
    while let end = rest.firstRange(of: mark)?.upperBound {
      others += rest[..<end]
      rest = rest[end...]
      guard let list = devices(&rest) else { return nil }
      lists.append(list)
    }
    others += rest
    guard var state = try? JSONText.decoded(SavedState.self, others),
      state.tracks.count == lists.count
    else {
      return nil
    }
    for (index, list) in lists.enumerated() { state.tracks[index].devices = list }
    return state
  }

  /// Takes the devices up to the end of their list.
  private static func devices(_ rest: inout ArraySlice<UInt8>) -> [SavedDevice]? {
    var devices: [SavedDevice] = []
    while rest.first != ASCII.closeBracket {
      if !devices.isEmpty, rest.popFirst() != ASCII.comma { return nil }
      var scanner = JSONScanner<FirstObject>(isSequence: true)
      var object = FirstObject()
      guard (try? scanner.scan(rest.span, isWhole: true, &object)) != nil,
        let device = SavedDevice(json: Array(rest.prefix(scanner.offset)))
      else { return nil }
      devices.append(device)
      rest = rest.dropFirst(scanner.offset)
    }
    return devices
  }

  /// A handler that waits for the end of the first object.
  private struct FirstObject: JSONHandler {
    func name(of key: Span<UInt8>) -> Never? { nil }
    func begin(_ container: JSONContainer, _ name: Never?, line: Int) -> Bool { true }
    func take(_ value: JSONScalar, _ text: Span<UInt8>, _ name: Never) {}
    func end(_ container: JSONContainer, _ name: Never?) -> Bool { false }
    func take(prefix: Span<UInt8>) -> Bool { false }
  }
}
