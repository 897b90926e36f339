/// The input of one folder of `tracks/`, as text.
public struct Scenario: Sendable {
  /// The folder's name.
  public let name: String
  /// What it shows, a sentence a line.
  public let story: [String]
  /// The arguments of `geofence simulate` beside the two files, one option a line.
  public let options: [String]
  public let track: (file: String, text: String)
  public let regions: (file: String, text: String)

  /// Every file but the expected events.
  public var files: [(name: String, text: String)] {
    let lines = story.map { "# \($0)" } + options
    return [
      (name: "options.txt", text: lines.map { $0 + "\n" }.joined()),
      (name: track.file, text: track.text), (name: regions.file, text: regions.text),
    ]
  }
}
