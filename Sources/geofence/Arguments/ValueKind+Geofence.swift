import GeofenceCommandLine
import GeofenceCore
import GeofenceInputs

/// The kinds of option values that only this tool has.
extension ValueKind where Value == String {
  static let positioning = ValueKind(expected: "a model", completion: .files) {
    $0.isEmpty ? nil : $0
  }
}

extension ValueKind where Value == ColumnChoice {
  static let trackColumns = ValueKind(
    expected:
      "columns such as time=recorded_at,latitude=Breite, or time,-,latitude,longitude; there "
      + "are \(ColumnChoice.ofTracks.joined(separator: ", "))"
  ) { ColumnChoice(ofTrack: $0) }
  static let regionColumns = ValueKind(
    expected: "columns such as identifier=Ort,radius=Umkreis; there are "
      + ColumnChoice.ofRegions.joined(separator: ", ")
  ) { ColumnChoice(ofRegions: $0) }
}

extension ValueKind where Value == Ranking {
  static let ranking = ValueKind(expected: choice.expected, completion: choice.completion) { text in
    text == "center" ? .centre : choice.parse(text)
  }
}

extension ValueKind where Value == Triggers {
  static let triggers = ValueKind(
    expected: "a comma list of \(Triggers.named.map(\.name).joined(separator: ", ")), or "
      + "\(Triggers.noneName) alone",
    completion: .words(Triggers.named.map(\.name) + [Triggers.noneName], separators: ",")
  ) { text in
    if text == Triggers.noneName { return [] }
    var triggers = Triggers()
    for name in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let known = Triggers.named.first(where: { $0.name == name }) else { return nil }
      triggers.insert(known.trigger)
    }
    return triggers
  }
}

extension ValueKind where Value == DeviceState.Platform {
  /// The kind of a platform of Core Location; Android's comes with its interface.
  static let platform = ValueKind(
    expected: "one of ios, macos", completion: .words(["ios", "macos"])
  ) { text in
    let platform = choice.parse(text)
    return platform == .android ? nil : platform
  }
}

extension ValueKind where Value == Overlap {
  static let overlap = ValueKind(
    expected: "two shares from 0 to 1, the first above the second, such as 0.75,0.25"
  ) { text in
    let shares = text.split(separator: ",", omittingEmptySubsequences: false).map {
      ValueKind<Double>.share.parse(String($0))
    }
    guard shares.count == 2, let inside = shares[0], let outside = shares[1], outside < inside
    else { return nil }
    return Overlap(inside: inside, outside: outside)
  }
}

extension ValueKind where Value == GeofenceRequest.InitialTriggers {
  static let initialTriggers = ValueKind.optionSet(Value.named.map { ($0.name, $0.trigger) })
}

extension ValueKind where Value == GeofenceRequest.Broadcasts {
  static let broadcasts = ValueKind.optionSet(Value.named.map { ($0.name, $0.broadcast) })
}

extension ValueKind where Value: OptionSet {
  /// Returns the kind of a comma list of names, or the word `none`.
  fileprivate static func optionSet(_ named: [(name: String, member: Value)]) -> Self
  where Value: Sendable {
    let names = named.map(\.name)
    return ValueKind(
      expected: "a comma list of \(names.joined(separator: ", ")), or none alone",
      completion: .words(names + ["none"], separators: ",")
    ) { text in
      if text == "none" { return [] }
      var set: Value = []
      for name in text.split(separator: ",", omittingEmptySubsequences: false) {
        guard let member = named.first(where: { $0.name == name })?.member else { return nil }
        set.formUnion(member)
      }
      return set
    }
  }
}
