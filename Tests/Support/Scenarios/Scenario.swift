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
      (name: "settings.json", text: settings),
      (name: track.file, text: track.text), (name: regions.file, text: regions.text),
    ]
  }

  /// What it shows, and its options, as the settings of a test.
  private var settings: String {
    let note = story.map { "    \(JSONText.compact($0))" }.joined(separator: ",\n")
    let entries = ["  \"note\": [\n\(note)\n  ]"] + options.map { "  \(Self.setting($0))" }
    return "{\n\(entries.joined(separator: ",\n"))\n}\n"
  }

  /// An option of the command line as a key and its value.
  private static func setting(_ option: String) -> String {
    let parts = option.dropFirst(2).split(separator: " ", maxSplits: 1)
    let words = parts.dropFirst().flatMap { $0.split(separator: ",") }.map { word in
      Double(word) == nil ? JSONText.compact(String(word)) : String(word)
    }
    let value =
      words.isEmpty ? "true" : words.count == 1 ? words[0] : "[\(words.joined(separator: ", "))]"
    return "\"\(parts[0])\": \(value)"
  }
}
