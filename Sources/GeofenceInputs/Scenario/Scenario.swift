import GeofenceBytes
import GeofenceCore

/// A scenario: the actions of a device and its user along a track.
package struct Scenario: Sendable {
  package let timeline: Timeline
  package let places: [InputError.Place]
  package let source: String
  /// True if a time of it names no zone.
  package private(set) var hasLocalTimes = false
  /// True if a region of it has the radius that the options give.
  package private(set) var usesDefaultRadius = false
  private let platforms: [DeviceState.Platform]
  private let names: Set<RegionIdentifier>
  /// The regions of reminders, which are no regions of the app.
  private var alarms: Set<RegionIdentifier> = []

  package static let empty = Scenario([], source: "", [], regions: .empty)

  init(
    _ entries: [(entry: Timeline.Entry, path: String)], source: String,
    _ platforms: [DeviceState.Platform], regions: RegionSet
  ) {
    timeline = Timeline(entries.map(\.entry))
    places = entries.map { .path($0.path) }
    self.source = source
    self.platforms = platforms
    names = entries.isEmpty ? [] : Set(regions.lazy.map(\.identifier))
  }

  /// A closure that returns what the next completion of a reminder does, by its UID or the unique
  /// beginning of one.
  package typealias Completing = (_ uid: String) throws(InputError) -> DeviceAction

  /// Reads a scenario about regions of the app at the start, and about reminders by their UIDs.
  ///
  /// - Parameters:
  ///   - alarms: the regions of the reminders.
  ///   - completing: `nil` if there are no reminders.
  package static func read(
    path: String, platforms: [DeviceState.Platform], regions: RegionSet,
    options: RegionReader.Options, zone: ZoneInfo? = nil,
    alarms: Set<RegionIdentifier> = [], completing: Completing? = nil
  ) throws(InputError) -> Scenario {
    try JSONDocument.read(path: path, example: "write [{\"at\": \"+600s\", \"do\": \"terminate\"}]")
    { (root, source) throws(Diagnosis) in
      var entries: [(entry: Timeline.Entry, path: String)] = []
      // The whole file is read before an action is asked for its meaning.
      var drafts: [(path: String, draft: ScenarioDraft)] = []
      for element in try root.requireList() {
        let draft = try ScenarioDraft(element)
        if !draft.isComment { drafts.append((element.path, draft)) }
      }
      var times = TimeReader(zone: zone)
      for (path, draft) in drafts {
        let moment = try draft.moment(at: path, &times)
        if draft.keepsRegistrations, platforms.contains(.android) {
          throw Diagnosis(
            "Android keeps no registrations when it restarts",
            help: "leave it out: iOS keeps them without it, too",
            at: .path("\(path).registrations"))
        }
        // A completion depends on earlier ones, so that all are resolved below, in the order of time.
        let action =
          draft.isCompletion
          ? .complete(reminder: "", []) : try draft.action(at: path, options, completing)
        entries.append((Timeline.Entry(moment, action), path))
      }
      let completions = drafts.indices.filter { drafts[$0].draft.isCompletion }.sorted {
        (entries[$0].entry.moment.order, $0) < (entries[$1].entry.moment.order, $1)
      }
      for index in completions {
        let (path, draft) = drafts[index]
        let action = try draft.action(at: path, options, completing)
        entries[index].entry = Timeline.Entry(entries[index].entry.moment, action)
      }
      var scenario = Scenario(entries, source: source, platforms, regions: regions)
      scenario.alarms = alarms
      scenario.usesDefaultRadius = drafts.contains { $0.draft.usesDefaultRadius }
      scenario.hasLocalTimes = times.assumed.contains(.local)
      return scenario
    }
  }

  package var isOrdered: Bool {
    let areRelative = timeline.entries.map {
      if case .afterStart = $0.moment { true } else { false }
    }
    return Set(areRelative).count <= 1
  }

  /// Throws an error if an action is impossible in the order of their times along `track`; `nil` if
  /// the tracks make no difference.
  ///
  /// - Returns: a note on each action that changes nothing, on any of the platforms.
  @discardableResult
  package func check(
    startingAt start: Timestamp = Timestamp(milliseconds: 0), of track: String? = nil
  ) throws(InputError) -> [InputError] {
    var notes: [InputError] = []
    let here = track.map { "along \($0 == "-" ? ByteSource.standardInputName : $0)" } ?? "here"
    var checks = platforms.map { ScenarioCheck(platform: $0, names: names, alarms: alarms) }
    for entry in Schedule(timeline, from: start).entries {
      let refusals = checks.indices.compactMap { checks[$0].refusal(of: entry.action) }
      let name = "\"\(entry.action.name)\""
      if let (problem, help) = refusals.first {
        throw InputError(
          source: source, place: places[entry.number],
          problem: "\(name) is impossible \(here): \(problem)", help: help)
      }
      let idle = checks.indices.compactMap { checks[$0].idleness(of: entry.action) }
      guard idle.count == checks.count, let (problem, help) = idle.first else { continue }
      notes.append(
        InputError(
          source: source, place: places[entry.number],
          problem: "\(name) changes nothing \(here): \(problem)", help: help))
    }
    return notes
  }
}

extension Timeline.Moment {
  /// The milliseconds of the moment, which order those of one kind.
  fileprivate var order: Int64 {
    switch self {
    case .at(let time): time.milliseconds
    case .afterStart(let span): span.milliseconds
    }
  }
}
