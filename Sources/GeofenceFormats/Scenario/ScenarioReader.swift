public import GeofenceCore

#if canImport(FoundationEssentials)
  private import FoundationEssentials
#else
  private import Foundation
#endif

/// Reads a scenario: a JSON list of what happens to the device along a track.
///
///     [{"at": "+600s", "do": "terminate"},
///      {"at": "2024-05-01T09:20:00Z", "do": "authorize", "to": "when-in-use"}]
public enum ScenarioReader {
  /// An action and where it stands, for messages.
  public struct Entry: Hashable, Sendable {
    public let entry: Timeline.Entry
    public let place: InputError.Place
  }

  /// - Parameters:
  ///   - path: a file, or `-` for standard input.
  ///   - platform: the device's; not every action is possible on each.
  ///   - regions: the app's set at the start, those of reminders included.
  /// - Throws: an error that names file, place and help.
  public static func read(
    path: String, platform: DeviceState.Platform, regions: RegionSet,
    reminders: ReminderAlarms? = nil, options: RegionReader.Options
  ) throws(InputError) -> [Entry] {
    let (bytes, source) = try ByteSource.contents(of: path)
    if let fault = JSONFault.find(in: bytes) { throw fault.error(in: source) }
    do {
      let document = try JSONDecoder().decode(Document.self, from: Data(bytes))
      var check = ScenarioCheck(platform: platform, regions: regions)
      return try document.actions.map { number, draft in
        let path = "[\(number)]"
        let action = try draft.action(at: path, options, reminders)
        try check.take(action, at: path)
        return Entry(
          entry: Timeline.Entry(try draft.moment(at: path), action), place: .path(path))
      }
    } catch {
      throw InputError(
        decoding: error, source: source,
        example: "write [{\"at\": \"+600s\", \"do\": \"terminate\"}]")
    }
  }

  private struct Document: Decodable {
    private(set) var actions: [(number: Int, draft: ScenarioDraft)] = []

    init(from decoder: any Decoder) throws {
      var list = try decoder.unkeyedContainer()
      while !list.isAtEnd {
        let number = list.currentIndex
        let draft = try list.decode(ScenarioDraft.self)
        if !draft.isComment { actions.append((number, draft)) }
      }
    }
  }
}
