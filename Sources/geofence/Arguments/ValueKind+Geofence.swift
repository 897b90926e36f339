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
