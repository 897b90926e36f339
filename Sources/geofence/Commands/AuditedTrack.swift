import GeofenceCore
import GeofenceFormats

/// One track under audit, device by device.
struct AuditedTrack: Sendable {
  let options: SimulateOptions
  let plan: AuditPlan
  let progress: ProgressLine?
  let path: String
  let number: Int
  /// What its device is called where the track itself names none.
  let name: String?

  /// What has become of a track.
  struct Outcome: Sendable {
    var report: TrackReport
    var devices: [(name: String?, outcomes: [AuditOutcome])] = []
    var fixes = 0
    var times: ClosedRange<Timestamp>?
    var failure: InputError?
  }

  private struct Device {
    let name: String?
    var audit: Audit
    var interpolator: Interpolator?

    /// Shows the audit `fix` and those interpolated before it, and calls `counted` for each.
    mutating func advance(to fix: Fix, counted: () -> Void) {
      guard var interpolator else {
        counted()
        audit.advance(to: fix)
        return
      }
      _ = interpolator.advance(to: fix) { fix in
        counted()
        audit.advance(to: fix)
        return true
      }
      self.interpolator = interpolator
    }
  }

  func run(printingTo output: OrderedOutput) -> Outcome {
    var reader = TrackReader(
      path: path, options: options.track,
      warn: { output.note($0.rendered(severity: "warning"), from: number) },
      interrupted: { Interruption.isRequested })
    var outcome = Outcome(report: reader.report)
    var devices: [Device] = []
    var fixes = 0
    var times: ClosedRange<Timestamp>?
    var meter = FixMeter(progress, track: path)
    do {
      try reader.read { _, device in
        devices.append(
          Device(
            name: device ?? name, audit: Audit(plan),
            interpolator: options.interpolation.map { Interpolator(every: $0) }))
      } _: { fix, device in
        meter.count(fix)
        let (first, last) = (times?.lowerBound ?? fix.time, times?.upperBound ?? fix.time)
        times = min(first, fix.time)...max(last, fix.time)
        devices[device].advance(to: fix) { fixes += 1 }
        return !Interruption.isRequested
      }
    } catch {
      outcome.failure = error
    }
    outcome.report = reader.report
    outcome.devices = devices.map { ($0.name, $0.audit.outcomes) }
    (outcome.fixes, outcome.times) = (fixes, times)
    for remark in reader.report.remarks { output.note(remark.description, from: number) }
    return outcome
  }
}
