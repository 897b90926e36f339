import GeofenceBytes
import GeofenceCore

extension Finding {
  /// Returns the findings about one track, read to its end; `width` is that of the smallest region.
  package static func about(
    track path: String, _ options: TrackReader.Options, dwell: Interval, width: Double?,
    vicinity: inout Vicinity, interrupted: @escaping () -> Bool
  ) -> [Finding] {
    var findings: [Finding] = []
    var reader = TrackReader(path: path, options: options, interrupted: interrupted)
    var steps = StepSurvey(dwell: dwell, width: width)
    var lastFixes: [Fix?] = []
    var failure: InputError?
    do {
      try reader.read { _, _ in
        lastFixes.append(nil)
      } _: { fix, device in
        vicinity.visit(fix.coordinate)
        if let last = lastFixes[device] { steps.add(from: last, to: fix) }
        lastFixes[device] = fix
        return !interrupted()
      }
    } catch {
      failure = error
    }
    var report = reader.report
    report.leapTime = steps.longestLeap?.time
    findings += about(report, vicinity)
    // More fixes between devices that are taken for one would be places where none was.
    if !report.isDoubtful {
      findings += about(steps, in: report, dwell: dwell, width: width)
    }
    if report.fixesKept == 1, !report.wasStopped {
      let message = InputError(
        source: report.source, problem: "a single point: the device crosses nothing",
        help: "a drive has two points or more, such as a route of waypoints for Xcode")
      findings.append(Finding(.warning, .implausible, message))
    }
    if let failure { findings.append(Finding(.error, .unreadable, failure)) }
    return findings
  }

  package static func about(_ report: TrackReport, _ vicinity: Vicinity?) -> [Finding] {
    var findings: [Finding] = []
    if var untimed = report.untimed {
      // Times that are there and were not read are likely meant.
      if untimed.topic == .unknownColumn { untimed.severity = .warning }
      findings.append(untimed)
    }
    if let skip = report.firstSkip { findings.append(Finding(.warning, .skippedPoint, skip)) }
    findings += report.remarks
    if let vicinity, report.fixesKept > 0,
      let warning = Plausibility.warning(about: vicinity, of: report.source)
    {
      findings.append(warning)
    }
    return findings
  }

  /// The share of long steps that is no finding: a tunnel; more of them are a recorder's low rate.
  private static let tolerableShare = 0.05

  private static func about(
    _ steps: StepSurvey, in report: TrackReport, dwell: Interval, width: Double?
  ) -> [Finding] {
    var findings: [Finding] = []
    let of = "of \(steps.movingSteps) steps on the move"
    if report.isTimed, dwell.milliseconds > 0,
      Double(steps.slowSteps) > tolerableShare * Double(steps.movingSteps)
    {
      let message = InputError(
        source: report.source,
        problem: "too sparse for a dwell of \(dwell.text): \(steps.slowSteps) \(of) "
          + "last longer",
        help: "crossings are confirmed at a fix, so these come late or not at all; record more "
          + "often, or simulate with --interpolate 5")
      findings.append(Finding(.warning, .slowSteps, message))
    }
    if let width, let longest = steps.longest, steps.wideSteps > 0 {
      let message = InputError(
        source: report.source,
        problem: "\(steps.wideSteps) \(of) are longer than the smallest region is wide "
          + "(\(width.spokenMetres)), the longest with \(longest.distance.spokenMetres) up to "
          + longest.time.rfc3339,
        help: "a device can pass a region in such a step unseen; record more often, or simulate "
          + "with --interpolate 5")
      findings.append(Finding(.warning, .wideSteps, message))
    }
    return findings
  }
}
