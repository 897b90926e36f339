import GeofenceBytes

/// The events that an app asks for of a region, in the words or the number of its SDK:
/// `["enter", "exit"]`, `enter|dwell`, `both`, or Android's 1 for enters, 2 for exits and 4 for
/// dwells, added up.
struct AskedEvents: Hashable {
  let entry: Bool
  let exit: Bool
  let dwell: Bool

  /// Creates the events that words name; `nil` if one of them names none.
  init?(_ words: [String]) {
    var (entry, exit, dwell) = (false, false, false)
    for word in words.joined(separator: " ").split(whereSeparator: { " ,;|+".contains($0) }) {
      if let number = Int(word), 1...7 ~= number {
        (entry, exit) = (entry || number & 1 != 0, exit || number & 2 != 0)
        dwell = dwell || number & 4 != 0
        continue
      }
      if ["both", "all"].contains(word.lowercased()) {
        (entry, exit) = (true, true)
        continue
      }
      guard let kind = PhoneForm.kind(String(word)) else { return nil }
      (entry, exit) = (entry || kind == .enter, exit || kind == .exit)
      dwell = dwell || kind == .other
    }
    (self.entry, self.exit, self.dwell) = (entry, exit, dwell)
  }

  static func mistake(_ field: String, _ written: String) -> Diagnosis {
    Diagnosis(
      "no events that a region reports: \(written)", help: "name enter, exit, dwell or both",
      at: .path(field))
  }
}
