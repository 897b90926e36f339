import GeofenceCommandLine
import GeofenceCore
import GeofenceInputs

extension ValueKind where Value == String {
  static let positioning = ValueKind(
    expected: "a model",
    completion: .wordsOrFiles(["recorded"] + PositioningPreset.all.map(\.name))
  ) { $0.isEmpty ? nil : $0 }
}

extension ValueKind where Value == Double {
  static let radius = ValueKind(
    expected: "\(positiveMetres.expected); 'audit --min-radius' compares several",
    parse: positiveMetres.parse)
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

extension ValueKind where Value == DeviceState.Platform {
  /// The kind of a platform of Core Location; Android's follows from its interface.
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

extension ValueKind where Value: NamedOptions {
  /// The kind of a comma list of names, or of the name of the empty set alone.
  static var names: Self {
    let names = Value.named.map(\.name)
    return ValueKind(
      expected: "a comma list of \(names.joined(separator: ", ")), or \(Value.noneName) alone",
      completion: .words(names + [Value.noneName], separators: ",")
    ) { Value(names: $0) }
  }
}
