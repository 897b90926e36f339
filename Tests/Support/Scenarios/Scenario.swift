/// The input of one folder of `tracks/`, as text.
public struct Scenario: Sendable, CustomStringConvertible {
  /// The folder's name.
  public let name: String
  /// What it shows, a sentence a line.
  public let story: [String]
  /// The arguments of `geofence simulate` beside the two files, one option a line.
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
    let lines = story.map { "# \($0)" } + options
    let scenario = actions.map { [(name: "scenario.json", text: $0)] } ?? []
    let calendar = reminders.map { [(name: "reminders.ics", text: $0)] } ?? []
    return scenario + calendar + [
      (name: "options.txt", text: lines.map { $0 + "\n" }.joined()),
      (name: track.file, text: track.text), (name: regions.file, text: regions.text),
    ]
  }
}
