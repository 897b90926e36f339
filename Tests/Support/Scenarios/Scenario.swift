import GeofenceFormats

/// The input of one folder of `tracks/`, as text.
public struct Scenario: Sendable, CustomStringConvertible {
  /// The folder's name.
  public let name: String
  /// What it shows, a sentence a line.
  public let story: [String]
  /// The arguments of `geofence simulate` beside the two files, one option an element.
  public let options: [String]
  public let track: (file: String, text: String)
  public let regions: (file: String, text: String)
  /// What happens to the device.
  public var actions: String?
  /// An iCalendar file of reminders.
  public var reminders: String?

  public var description: String { name }

  /// The arguments of `geofence simulate` for the files in `folder`.
  public func arguments(in folder: String) -> [String] {
    ["\(folder)/\(track.file)", "--regions", "\(folder)/\(regions.file)"]
      + (reminders == nil ? [] : ["--reminders", "\(folder)/reminders.ics"])
      + (actions == nil ? [] : ["--scenario", "\(folder)/scenario.json"])
      + options.flatMap { $0.split(separator: " ").map(String.init) }
  }

  /// Every file but the expected events.
  public var files: [(name: String, text: String)] {
    let scenario = actions.map { [(name: "scenario.json", text: $0)] } ?? []
    let calendar = reminders.map { [(name: "reminders.ics", text: $0)] } ?? []
    return scenario + calendar + [
      (name: "settings.json", text: JSONText.pretty(settings) + "\n"),
      (name: track.file, text: track.text), (name: regions.file, text: regions.text),
    ]
  }

  /// What it shows, and its options, as the settings of a test.
  private var settings: [String: SettingValue] {
    var settings: [String: SettingValue] = ["note": .texts(story)]
    for option in options {
      let parts = option.split(separator: " ", maxSplits: 1).map(String.init)
      let name = String(parts[0].dropFirst(2))
      let words = parts.dropFirst().flatMap { $0.split(separator: ",").map(String.init) }
      settings[name] = words.isEmpty ? .toggle : words.count == 1 ? .text(words[0]) : .texts(words)
    }
    return settings
  }
}

/// What stands under a key of `settings.json`.
private enum SettingValue: Encodable {
  case toggle
  case text(String)
  case texts([String])

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .toggle: try container.encode(true)
    case .text(let text):
      if let number = Double(text) {
        try container.encode(number)
      } else {
        try container.encode(text)
      }
    case .texts(let texts): try container.encode(texts)
    }
  }
}
