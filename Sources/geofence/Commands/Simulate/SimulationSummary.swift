import GeofenceBytes
import GeofenceCore
import GeofenceWriting

struct SimulationSummary {
  let regions: Int
  /// The number of regions that the app never registered, since they are too large.
  let neverMonitored: Int
  private var tracks = 0
  private var devices = 0
  private var fixes = 0
  private var times: ClosedRange<Timestamp>?
  private var skipped = 0
  private var counts = EventCounts()
  private var tally = SelectionTally()

  init(regions: Int, neverMonitored: Int) {
    self.regions = regions
    self.neverMonitored = neverMonitored
  }

  mutating func add(_ outcome: SimulatedTrack.Run) {
    tracks += 1
    skipped += outcome.track.report.skipped.total
    counts += outcome.log.counts
    fixes += outcome.track.fixes
    times = [times, outcome.track.times].compactMap(\.self).union
    for lane in outcome.lanes {
      devices += lane.fleet?.count ?? 0
      for fleet in [lane.fleet, lane.reminders].compactMap(\.self) { tally += fleet.tally }
    }
  }

  var text: String {
    let span = times.map { "\($0.lowerBound.rfc3339) to \($0.upperBound.rfc3339)" } ?? "no time"
    let unmonitored = neverMonitored > 0 ? ", \(neverMonitored) of them never monitored" : ""
    let dwells = counts.dwells > 0 ? ", \(counts.dwells) dwell" : ""
    return """
      summary:
        input       \(counted(tracks, "track")), \(counted(devices, "device")), \
      \(counted(fixes, "fix", "fixes")), \(counted(skipped, "point")) skipped
        time        \(span)
        regions     \(regions)\(unmonitored)
        events      \(counts.enters) enter (\(counts.initialEnters) initial), \(counts.exits) exit\(dwells)
        selection   \(counted(tally.reselections, "reselection")), \(tally.started) registered, \
      \(tally.stopped) unregistered
      """
  }
}

struct EventCounts {
  private(set) var enters = 0
  private(set) var initialEnters = 0
  private(set) var exits = 0
  private(set) var dwells = 0

  mutating func add(_ record: EventRecord) {
    switch record.event {
    case "enter":
      enters += 1
      if record.initial == true { initialEnters += 1 }
    case "exit": exits += 1
    case "dwell": dwells += 1
    default: break
    }
  }

  var isEmpty: Bool { enters == 0 && exits == 0 && dwells == 0 }

  static func += (lhs: inout Self, rhs: Self) {
    lhs.enters += rhs.enters
    lhs.initialEnters += rhs.initialEnters
    lhs.exits += rhs.exits
    lhs.dwells += rhs.dwells
  }
}
