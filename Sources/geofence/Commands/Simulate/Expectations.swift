import GeofenceCore
import GeofenceFormats

/// The events that a run is expected to give, and what is said when it gives others.
struct Expectations {
  private let path: String
  private let tolerance: Interval
  private let junit: String?
  private let isVerbose: Bool
  private let events: [RecordedEvent]

  /// - Returns: `nil` when nothing is expected.
  /// - Throws: an error that names file, line and help.
  init?(_ options: SimulateOptions) throws(InputError) {
    guard let path = options.expectations else { return nil }
    self.path = path
    tolerance = options.tolerance ?? Interval(milliseconds: 0)
    junit = options.junit
    isVerbose = options.isVerbose
    events = try ExpectationReader.read(path: path)
    if let junit { try WholeFile.check(junit) }
  }

  /// Compares `actual` with what was expected.
  ///
  /// Enters and exits are compared; everything else only when the run is verbose and the recording
  /// has such events, too.
  func compare(_ actual: [RecordedEvent]) -> Comparison {
    let comparesAll = isVerbose && events.contains { !$0.isCrossing }
    return Comparison(
      expected: events.filter { comparesAll || $0.isCrossing },
      actual: actual.filter { comparesAll || $0.isCrossing }, tolerance: tolerance)
  }

  /// Says on standard error what differs, and writes the report that is wanted of it.
  func judge(_ comparison: Comparison) throws(InputError) -> ExitStatus {
    let source = path == "-" ? "<stdin>" : path
    let text = ComparisonText(comparison, source: source, tolerance: tolerance)
    for line in text.lines { Console.note(line) }
    if let junit {
      let report = JUnitReport(comparison, name: source)
      try WholeFile.write(
        report.text.utf8, to: junit, interrupted: { Interruption.isRequested })
    }
    return comparison.isMet ? .success : .expectationFailed
  }
}
