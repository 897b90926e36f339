import GeofenceBytes
import GeofenceInputs

/// The input of one folder of `tracks/`, as text.
package struct Scenario: Sendable, CustomStringConvertible {
  /// The name of the folder.
  package let name: String
  /// The lesson of the scenario, one sentence a line.
  package let story: [String]
  /// The options of `geofence simulate`, apart from the two files, one option an element.
  package let options: [String]
  package let track: (file: String, text: String)
  package let regions: (file: String, text: String)
  /// The actions of the device and its app, as a scenario file.
  package var actions: String?
  /// The reminders, as an iCalendar file.
  package var reminders: String?

  package var description: String { name }

  /// Returns the arguments of `geofence simulate` for the files in `folder`.
  package func arguments(in folder: String) -> [String] {
    ["\(folder)/\(track.file)", "--regions", "\(folder)/\(regions.file)"]
      + (reminders == nil ? [] : ["--reminders", "\(folder)/reminders.ics"])
      + (actions == nil ? [] : ["--scenario", "\(folder)/scenario.json"])
      + options.flatMap { $0.split(separator: " ").map(String.init) }
  }

  /// The files of the folder, except the expected events.
  package var files: [(name: String, text: String)] {
    let scenario = actions.map { [(name: "scenario.json", text: $0)] } ?? []
    let calendar = reminders.map { [(name: "reminders.ics", text: $0)] } ?? []
    return scenario + calendar + [
      (name: "settings.json", text: settings),
      (name: track.file, text: track.text), (name: regions.file, text: regions.text),
    ]
  }

  /// The settings file of the test: the story as a note, and the options.
  private var settings: String {
    let note = story.map { "    \(JSONText.compact($0))" }.joined(separator: ",\n")
    let entries = ["  \"note\": [\n\(note)\n  ]"] + options.map { "  \(Self.setting($0))" }
    return "{\n\(entries.joined(separator: ",\n"))\n}\n"
  }

  /// Returns an option of the command line as a key and its value.
  private static func setting(_ option: String) -> String {
    let parts = option.dropFirst(2).split(separator: " ", maxSplits: 1)
    let words = parts.dropFirst().flatMap { $0.split(separator: ",") }.map { word -> String in
      Double(word) == nil ? JSONText.compact(String(word)) : String(word)
    }
    let value =
      words.isEmpty ? "true" : words.count == 1 ? words[0] : "[\(words.joined(separator: ", "))]"
    return "\"\(parts[0])\": \(value)"
  }
}
