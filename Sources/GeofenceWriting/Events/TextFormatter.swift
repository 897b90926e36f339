import GeofenceBytes
import GeofenceCore

/// A formatter of columns for people: time, event and region, then facts, first the region's name.
///
/// A region's name that would blur the columns (blanks, quotes, control characters, no characters
/// at all) is quoted and escaped as in JSON, so that a line can be read back and nothing in a file
/// can steer the terminal.
package struct TextFormatter: EventFormatter {
  private let isColored: Bool
  private let eventWidth: Int
  private let regionWidth: Int
  private let clock: LocalClock

  /// Creates a formatter.
  ///
  /// - Parameters:
  ///   - regions: The regions that may occur, whose names decide the width of their column.
  ///   - isVerbose: True if events other than crossings may occur.
  ///   - clock: The clock that writes the times.
  package init(
    regions: [CircularRegion], isVerbose: Bool, isColored: Bool, clock: LocalClock = LocalClock()
  ) {
    self.clock = clock
    self.isColored = isColored
    eventWidth = isVerbose ? "unsatisfied".count : "enter".count
    // One very long name must not push the facts off the screen.
    let widest = 32
    var longest = 0
    for region in regions where longest < widest {
      let name = region.identifier.rawValue
      if VisibleText.fits(name, within: longest) { continue }
      longest = max(longest, VisibleText.quoted(name).columns)
    }
    regionWidth = min(longest, widest)
  }

  package var header: String? { nil }

  package func line(for record: EventRecord) -> String {
    var line = TextLine()
    line.append(clock.text(record.time))
    line.append("  ")
    appendEvent(record.event, to: &line)
    line.append("  ")
    line.append(record.region.map(VisibleText.quoted) ?? "-", width: regionWidth)
    line.append("  ")
    appendFacts(of: record, to: &line)
    return line.text
  }

  private func appendEvent(_ event: String, to line: inout TextLine) {
    guard isColored else { return line.append(event, width: eventWidth) }
    let code =
      switch event {
      case "enter": "32"
      case "exit": "33"
      case "dwell": "36"
      case "failed": "31"
      default: "2"
      }
    line.append("\u{1B}[\(code)m")
    line.append(event, width: eventWidth)
    line.append("\u{1B}[0m")
  }

  private func appendFacts(of record: EventRecord, to line: inout TextLine) {
    if let name = record.name { line.addFact(VisibleText.quoted(name)) }
    if record.initial == true { line.addFact("initial") }
    if let distance = record.distance {
      // A few millimetres outside are none in the record.
      let isInside = distance < 0 || distance == 0 && record.event != "exit"
      line.addFact(distance.magnitude.distanceText, isInside ? " inside" : " outside")
    }
    if CrossingReport.Name(rawValue: record.event)?.isAnswer == true {
      // The time of the answer is that of the question.
    } else if record.initial != true, let crossedAt = record.crossedAt {
      line.addFact((record.time - crossedAt).spoken, " after crossing")
    }
    if let waited = record.waited {
      line.addFact("waited \(Interval(seconds: waited).spoken) for the app")
    }
    if let center = record.distanceFromCenter {
      line.addFact("\(center.distanceText) from the centre")
    }
    if let assumed = record.assumed { line.addFact("assumed \(assumed)") }
    if record.event == "unmonitor", let distance = record.distance, distance <= 0 {
      line.addFact("THE DEVICE STANDS IN IT")
    }
    for fact in reselectionFacts(of: record) { line.addFact(fact) }
    for fact in reminderFacts(of: record) { line.addFact(fact) }
    if let device = record.device { line.addFact("device ", VisibleText.quoted(device)) }
  }

  private func reminderFacts(of record: EventRecord) -> [String] {
    guard let title = record.title, let list = record.list else { return [] }
    let priority = record.priority.flatMap { $0 == "none" ? nil : ["priority \($0)"] } ?? []
    let place = record.place.map { ["at \(VisibleText.quoted($0))"] } ?? []
    return ["reminder \(VisibleText.quoted(title))"] + priority + [
      "list \(VisibleText.quoted(list))"
    ] + place
  }

  private func reselectionFacts(of record: EventRecord) -> [String] {
    guard record.event == "reselect" else {
      let explanation =
        record.cause == RegistrationFailure.radiusAboveMaximum.code
        ? [
          record.registered.map { "\($0) are registered already" }
            ?? "its radius is above the maximum"
        ] : []
      return (record.cause.map { [$0.visible] } ?? []) + explanation
    }
    var facts = ["cause \(record.cause ?? "unknown")"]
    if let moved = record.moved, let elapsed = record.elapsed {
      facts.append(
        "\(moved.distanceText) and \(Interval(seconds: elapsed).spoken) after the last significant change"
      )
    }
    if let registered = record.registered, let candidates = record.candidates,
      let started = record.started, let stopped = record.stopped
    {
      facts.append("\(registered) of \(candidates) registered (+\(started) -\(stopped))")
    }
    return facts
  }
}

private struct TextLine {
  private var bytes: [UInt8] = []
  private var hasFacts = false

  init() { bytes.reserveCapacity(120) }

  var text: String { bytes.span.text }

  mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

  mutating func append(_ text: String, width: Int) {
    append(text)
    for _ in 0..<max(0, width - text.columns) { bytes.append(ASCII.space) }
  }

  mutating func addFact(_ text: String, _ rest: String = "") {
    if hasFacts { append(", ") }
    hasFacts = true
    append(text)
    append(rest)
  }
}
