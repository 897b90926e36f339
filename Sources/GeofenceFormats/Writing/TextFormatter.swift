import GeofenceCore

/// Columns for people: time, event, region, then facts, of which a region's name is the first.
///
/// A region's name that would blur the columns (blanks, quotes, control characters, none at all) is
/// quoted and escaped as in JSON, so that a line can be read back and nothing in a file can steer
/// the terminal.
public struct TextFormatter: EventFormatter {
  /// Whether the names of events are coloured for a terminal.
  private let isColored: Bool
  private let eventWidth: Int
  private let regionWidth: Int
  private let clock: LocalClock

  /// - Parameters:
  ///   - regions: the names that may come, to align the columns.
  ///   - isVerbose: whether events other than crossings may come.
  ///   - clock: that times are shown by.
  public init(
    regions: [String], isVerbose: Bool, isColored: Bool, clock: LocalClock = LocalClock()
  ) {
    self.clock = clock
    self.isColored = isColored
    eventWidth = isVerbose ? "unsatisfied".count : "enter".count
    // One very long name must not push the facts off everybody's screen.
    let widest = 32
    var longest = 0
    for name in regions where longest < widest { longest = max(longest, Self.width(of: name)) }
    regionWidth = min(longest, widest)
  }

  public var header: String? { nil }

  public func line(for record: EventRecord) -> String {
    var line = ""
    line.reserveCapacity(120)
    line += clock.text(record.time)
    line += "  "
    line += colored(record.event, padded: record.event.padded(to: eventWidth))
    line += "  "
    line += (record.region.map(Self.quoted) ?? "-").padded(to: regionWidth)
    line += "  "
    line += facts(of: record).joined(separator: ", ")
    return line
  }

  private func facts(of record: EventRecord) -> [String] {
    var facts: [String] = []
    facts.reserveCapacity(6)
    if let name = record.name { facts.append(Self.quoted(name)) }
    if record.initial == true { facts.append("initial") }
    if let distance = record.distance {
      facts.append("\(distance.magnitude) m \(distance <= 0 ? "inside" : "outside")")
    }
    if record.initial != true, let crossedAt = record.crossedAt {
      facts.append("\((record.time - crossedAt).seconds.plain) s after crossing")
    }
    if let waited = record.waited { facts.append("waited \(waited.plain) s for the app") }
    if let center = record.distanceFromCenter { facts.append("\(center) m from the centre") }
    if let assumed = record.assumed { facts.append("assumed \(assumed)") }
    if record.event == "unmonitor", let distance = record.distance, distance <= 0 {
      facts.append("THE DEVICE STANDS IN IT")
    }
    facts += reselectionFacts(of: record)
    facts += reminderFacts(of: record)
    if let device = record.device { facts.append("device \(Self.quoted(device))") }
    return facts
  }

  private func reminderFacts(of record: EventRecord) -> [String] {
    guard let title = record.title, let list = record.list else { return [] }
    let priority = record.priority.flatMap { $0 == "none" ? nil : ["priority \($0)"] } ?? []
    let place = record.place.map { ["at \(Self.quoted($0))"] } ?? []
    return ["reminder \(Self.quoted(title))"] + priority + ["list \(Self.quoted(list))"] + place
  }

  private func reselectionFacts(of record: EventRecord) -> [String] {
    guard record.event == "reselect" else {
      let explanation =
        record.cause == RegistrationFailure.radiusAboveMaximum.rawValue
        ? ["its radius is above the maximum"] : []
      return (record.cause.map { [$0.visible] } ?? []) + explanation
    }
    var facts = ["cause \(record.cause ?? "unknown")"]
    if let moved = record.moved, let elapsed = record.elapsed {
      facts.append("\(moved) m and \(elapsed.plain) s after the last significant change")
    }
    if let registered = record.registered, let candidates = record.candidates,
      let started = record.started, let stopped = record.stopped
    {
      facts.append("\(registered) of \(candidates) registered (+\(started) -\(stopped))")
    }
    return facts
  }

  private func colored(_ event: String, padded: String) -> String {
    guard isColored else { return padded }
    let code =
      switch event {
      case "enter": "32"
      case "exit": "33"
      case "failed": "31"
      default: "2"
      }
    return "\u{1B}[\(code)m\(padded)\u{1B}[0m"
  }
}
