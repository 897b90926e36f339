import GeofenceBytes
import GeofenceCommandLine
import GeofenceCore
import GeofenceInputs
import GeofenceWriting

struct Expectations {
  let recording: Recording
  private let tolerance: Interval
  private let junit: JUnitFile
  private let isVerbose: Bool
  private let choice: EventChoice
  let update: WholeFile?
  /// The option that records the events, in words for the user.
  private let recorder: String

  /// - Parameter recorder: the option that records the events, with a command if this is another.
  init?(
    _ options: SimulateOptions, update: WholeFile? = nil, recordedBy recorder: String = "--update"
  ) throws(InputError) {
    guard let path = options.expectations else { return nil }
    tolerance = options.tolerance ?? Interval(milliseconds: 0)
    junit = JUnitFile(path: options.junit)
    isVerbose = options.isVerbose
    choice = options.choice
    self.update = update
    self.recorder = recorder + (choice == EventChoice() ? "" : ", without --only and --device")
    recording =
      if update == nil {
        try Self.read(path, options.track.zone, recordedBy: self.recorder)
      } else if update?.isStream == true {
        Recording(named: path)
      } else {
        try ExpectationReader.readPresent(path: path, zone: options.track.zone)
      }
    if recording.hasLocalTimes {
      Console.note(Finding.localTimes(of: path, options.track.zone).description)
    }
    if update != nil, !isVerbose, !recording.events.allSatisfy(\.isUsual) {
      throw InputError(
        source: path, problem: "the recording is one of a run with --verbose",
        help: "pass --verbose, too, or remove the file to record enters and exits alone")
    }
  }

  private static func read(
    _ path: String, _ zone: ZoneInfo?, recordedBy recorder: String
  ) throws(InputError) -> Recording {
    do {
      return try ExpectationReader.read(path: path, zone: zone)
    } catch {
      guard error.kind == .missing, !FilePath.exists(path) else { throw error }
      var missing = error
      missing.help = "record the events there with \(recorder)"
      throw missing
    }
  }

  /// True if registrations and reselections are compared, too: in a verbose run, if the recording
  /// has such events or is about to be made.
  var coversEverything: Bool {
    isVerbose
      && (recording.events.contains { !$0.isUsual } || update != nil && recording.events.isEmpty)
  }

  func compare(_ records: [EventRecord]) -> Comparison {
    func counting(_ events: [RecordedEvent], of choice: EventChoice) -> [RecordedEvent] {
      events.filter {
        (coversEverything || $0.isUsual)
          && choice.includes(region: $0.region?.rawValue, device: $0.device?.rawValue)
      }
    }
    // A recording that does not tell devices apart may be of any.
    var recorded = choice
    if recording.events.allSatisfy({ $0.device == nil }) { recorded.devices = [] }
    return Comparison(
      expected: counting(recording.events, of: recorded),
      actual: counting(records.map(RecordedEvent.init), of: choice), tolerance: tolerance)
  }

  /// Prints differences and their causes as errors, and writes the JUnit report, if any.
  func judge(_ explained: ExplainedComparison) throws(InputError) -> Judgement {
    let comparison = explained.comparison
    let emptiness = comparison.emptiness(of: recording)
    if let emptiness {
      Console.note(emptiness.description)
    } else {
      let text = ComparisonText(explained, source: recording.name, tolerance: tolerance)
      for line in text.lines { Console.note(line) }
      if comparison.counts.came > 0, !comparison.isMet {
        Console.note("help: where the new events are right, record them with \(recorder)")
      }
    }
    let report = JUnitReport(explained, of: recording)
    try junit.write(report)
    return (comparison.isMet && emptiness == nil ? .success : .expectationFailed, report)
  }

  typealias Judgement = (status: ExitStatus, report: JUnitReport)

  /// The format of the recording: the one it has, or else the one that its name means. No recording
  /// is in csv.
  var format: EventFormat {
    recording.format ?? (EventFormat(ofFile: recording.name) == .jsonl ? .jsonl : .text)
  }

  func record(_ records: [EventRecord], in file: WholeFile, by formatter: any EventFormatter)
    throws(InputError) -> Judgement
  {
    let records = records.filter { coversEverything || RecordedEvent($0).isUsual }
    let bytes = Array(recording.text(of: records, by: formatter).utf8)
    try file.commit(bytes)
    Console.note(ComparisonText.summary(ofUpdating: recording, compare(records).counts))
    let updated = try ExpectationReader.read(bytes, source: recording.name)
    let events = updated.events
    let report = JUnitReport(Comparison(expected: events, actual: events), of: updated)
    try junit.write(report)
    return (.success, report)
  }
}
