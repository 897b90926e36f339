import GeofenceCore
import GeofenceFormats

/// One run of `geofence audit`.
struct AuditSession {
  private let options: AuditOptions
  private let paths: [String]
  private let audits: TapedAudit

  init(_ options: AuditOptions, regions: RegionSet, tracks: [String]) throws(InputError) {
    self.options = options
    paths = tracks
    let reminders = try options.simulation.readReminders()
    let regions = try reminders?.joined(with: regions) ?? regions
    let scenario = try options.simulation.readScenario(regions, reminders)
    audits = TapedAudit(
      TapedTracks(tracks, options.simulation, scenario, near: regions), regions, scenario.timeline,
      options.simulation.alarms(of: reminders))
  }

  func run() throws(InputError) -> ExitStatus {
    if Interruption.isRequested { return .interrupted }
    if let failure = audits.tracks.failure, audits.tracks.tracks.isEmpty { throw failure }
    let report = try audits.report(of: options.strategies, listing: options.listing)
    if Interruption.isRequested { return .interrupted }
    let status = print(report)
    if let failure = audits.tracks.failure { throw failure }
    return try status == .success ? judge(report) : status
  }

  /// Holds every strategy against the bars.
  private func judge(_ report: AuditReport) throws(InputError) -> ExitStatus {
    let complaints = report.complaints(options.bars)
    for complaint in complaints { Console.note("error: \(complaint)") }
    try JUnitFile(path: options.simulation.junit).write(
      report.junit(options.bars, file: paths.joined(separator: " ")))
    return complaints.isEmpty ? .success : .expectationFailed
  }

  private func print(_ report: AuditReport) -> ExitStatus {
    switch options.format {
    case .text:
      let text = AuditText(report, isComplete: options.listsAll)
      return .printing(text.lines.joined(separator: "\n"))
    case .json:
      var output = BufferedOutput()
      AuditJSON(report, isComplete: options.listsAll).write(to: &output)
      output.write("\n")
      return output.finish()
    }
  }
}
