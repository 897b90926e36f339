public import GeofenceCore

/// A scenario as it was read: what happens to the device along a track.
///
///     [{"at": "+600s", "do": "terminate"},
///      {"at": "2024-05-01T09:20:00Z", "do": "authorize", "to": "when-in-use"}]
public struct Scenario: Sendable {
  public let timeline: Timeline
  /// Where each action stands, for messages.
  public let places: [InputError.Place]
  public let source: String
  private let platform: DeviceState.Platform
  private let names: Set<RegionIdentifier>

  /// Nothing happens.
  public static let empty = Scenario([], source: "", .ios, regions: .empty)

  init(
    _ entries: [(entry: Timeline.Entry, path: String)], source: String,
    _ platform: DeviceState.Platform, regions: RegionSet
  ) {
    timeline = Timeline(entries.map(\.entry))
    places = entries.map { .path($0.path) }
    self.source = source
    self.platform = platform
    names = entries.isEmpty ? [] : Set(regions.lazy.map(\.identifier))
  }

  /// - Parameters:
  ///   - path: a file, or `-` for standard input.
  ///   - platform: the device's; not every action is possible on each.
  ///   - regions: the app's set at the start, those of reminders included.
  /// - Throws: an error that names file, place and help.
  public static func read(
    path: String, platform: DeviceState.Platform, regions: RegionSet,
    reminders: ReminderAlarms? = nil, options: RegionReader.Options
  ) throws(InputError) -> Scenario {
    let (bytes, source) = try JSONMistake.contents(of: path)
    do {
      let document = try JSONText.decoded(Document.self, bytes)
      let entries = try document.actions.map { number, draft in
        let path = "[\(number)]"
        let action = try draft.action(at: path, options, reminders)
        return (entry: Timeline.Entry(try draft.moment(at: path), action), path: path)
      }
      return Scenario(entries, source: source, platform, regions: regions)
    } catch {
      throw InputError(
        decoding: error, source: source,
        example: "write [{\"at\": \"+600s\", \"do\": \"terminate\"}]")
    }
  }

  /// Whether the order of the actions is known before the track is.
  public var isOrdered: Bool {
    let areRelative = timeline.entries.map {
      if case .afterStart = $0.moment { true } else { false }
    }
    return Set(areRelative).count <= 1
  }

  /// Refuses actions that cannot happen in the order of their times.
  ///
  /// - Parameters:
  ///   - start: the time of the track's first fix; any where the scenario `isOrdered`.
  ///   - track: what messages call the track; `nil` where it does not matter which it is.
  /// - Throws: an error that names file, place and help.
  public func check(
    startingAt start: Timestamp = Timestamp(milliseconds: 0), of track: String? = nil
  ) throws(InputError) {
    let here = track.map { "along \($0 == "-" ? ByteSource.standardInputName : $0)" } ?? "here"
    var check = ScenarioCheck(platform: platform, names: names)
    for entry in Schedule(timeline, from: start).entries {
      guard let (problem, help) = check.refusal(of: entry.action) else { continue }
      throw InputError(
        source: source, place: places[entry.number],
        problem: "\"\(entry.action.name)\" is impossible \(here): \(problem)", help: help)
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
