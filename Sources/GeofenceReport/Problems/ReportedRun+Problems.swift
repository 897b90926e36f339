import GeofenceBytes
import GeofenceCore
import GeofenceWriting

/// The problems of a run by their kinds.
extension ReportedRun {
  var losses: [Problem] {
    let crossings = strategy.account.losses
    let losses = counts.losses()
    return losses.map { cause, count in
      let words = cause.words(settings)
      let shared = losses.filter { $0.cause.words(settings).clause == words.clause }
        .reduce(0) { $0 + $1.count }
      let noun = counted(count, "crossing")
      return Problem(
        kind: .missed(cause), count: count, title: "\(noun) missed: \(words.label)",
        meaning: words.meaning,
        moments: crossings.lazy.filter { $0.loss?.cause == cause }.map { crossing in
          moment(of: crossing, [LossWords(crossing, of: self).text])
        }, weight: 1, shared: shared)
    }
  }

  var falseVisits: Problem? {
    guard falseEvents > 0 else { return nil }
    let moments = devices.enumerated().flatMap { number, device in
      device.falseEvents.compactMap { made -> Problem.Moment? in
        let event = device.events[made.event]
        guard let told = event.crossing else { return nil }
        return Problem.Moment(
          device: number, time: event.time, name: told.name.rawValue,
          region: told.region.identifier, reasons: [Self.words(made, told)])
      }
    }
    return Problem(
      kind: .falseEvents, count: falseEvents,
      title: "\(counted(falseEvents, "event")) came without a crossing",
      meaning: "A location update put the device on the wrong side of the boundary long enough for "
        + "the system to report a crossing that never was.",
      moments: moments, weight: 2)
  }

  private static func words(_ made: FalseEvent, _ told: CrossingReport) -> String {
    let side = made.distance <= 0 ? "inside" : "outside"
    return "The device was \(made.distance.magnitude.spokenMetres) \(side); the location update "
      + "was \(made.error.spokenMetres) off."
  }

  var unexpected: Problem? {
    guard let expectations = report.expectations, !differences.isEmpty else { return nil }
    let names = report.devices.count > 1 ? report.devices.map(\.name) : [nil]
    let positions = Dictionary(
      zip(names, names.indices), uniquingKeysWith: { first, _ in first })
    let moments = differences.enumerated().map { number, finding in
      Problem.Moment(
        device: positions[report.devices.count > 1 ? finding.event.device?.rawValue : nil] ?? 0,
        time: finding.event.time, name: finding.event.name, region: finding.event.region,
        reasons: expectations.sentences(ofDifference: number, clock: report.clock),
        pair: pair(finding))
    }
    let count = differences.count
    return Problem(
      kind: .differences, count: count,
      title: "\(counted(count, "event")) \(count == 1 ? "is" : "are") not as expected",
      meaning: "Compared with the recording that the run was given with --expect.",
      moments: moments, weight: 0)
  }

  private func pair(_ finding: Comparison.Finding) -> (expected: String?, came: String?) {
    let words = { (event: RecordedEvent) in "\(event.name) at \(report.times.moment(event.time))" }
    return switch finding {
    case .met(let expected, let actual), .shifted(let expected, let actual):
      (words(expected), words(actual))
    case .missing(let event, _): (words(event), nil)
    case .unexpected(let event, _): (nil, words(event))
    }
  }

  var late: Problem? {
    let isTardy = { (crossing: AuditedCrossing) in
      crossing.delay.map { $0 > Claim.timely } ?? false
    }
    let crossings = strategy.account.crossings
    // Those that are in time all the same are no problem, and the others one by themselves.
    let hasTardy = crossings.contains(where: isTardy)
    let listed = crossings.filter { hasTardy ? isTardy($0) : $0.isLate }
    guard !listed.isEmpty else { return nil }
    let moments = listed.compactMap { crossing in
      crossing.delivery.map { delivery in
        let possible = crossing.isLate ? crossing.confirmedAt : nil
        return moment(
          of: crossing,
          [
            "Received at \(report.times.moment(delivery.time)), "
              + (possible.map { "\((delivery.time - $0).spoken) later than possible and " } ?? "")
              + "\((delivery.time - crossing.time).spoken) after the true crossing."
          ])
      }
    }
    let count = counted(listed.count, "event")
    return Problem(
      kind: .late, count: listed.count,
      title: hasTardy ? "\(count) came late" : "\(count) came later than possible",
      meaning: hasTardy
        ? "They came more than \(Claim.timely.spoken) after the boundary was crossed."
        : "They came in time, but later than they would have if every region had been registered all "
          + "the time.", moments: moments, weight: hasTardy ? 4 : 8)
  }

  var undecided: Problem? {
    guard counts.undecided > 0 else { return nil }
    let moments = strategy.account.crossings.filter { $0.outcome == .undecided }
      .map { moment(of: $0, ["The track ends before the crossing could be confirmed."]) }
    return Problem(
      kind: .undecided, count: counts.undecided,
      title: "\(counted(counts.undecided, "crossing")) "
        + "\(counts.undecided == 1 ? "is" : "are") undecided",
      meaning: "The track ended too soon after them; a longer track would tell.",
      moments: moments, weight: 6)
  }

  var nothingCrossed: Problem? {
    guard counts.geometry == 0 else { return nil }
    let audit = report.audit
    let moments = audit.nearest.prefix(5).map { region, approach in
      Problem.Moment(
        device: Int(approach.device), time: approach.time, name: "nearest to",
        region: audit.names[region],
        reasons: ["\(approach.distance.spokenMetres) outside of its circle."])
    }
    let wasAbsent = audit.approaches.values.contains(where: \.isInside)
    return Problem(
      kind: .nothingCrossed, count: 0,
      title: !audit.visits.allSatisfy(\.isEmpty)
        ? "No crossing that the app asks for"
        : wasAbsent ? "No region was entered while the app had it" : "No region was entered",
      meaning: "So this track says nothing of how well the app does. A track that crosses its "
        + "regions would.",
      moments: moments, weight: 7)
  }

  private func moment(of crossing: AuditedCrossing, _ reasons: [String]) -> Problem.Moment {
    Problem.Moment(
      device: Int(crossing.device), time: crossing.time, name: crossing.name.rawValue,
      region: report.audit.names[crossing.region], reasons: reasons)
  }
}

/// The words for a loss: its cause, the other causes and the moment that decided.
struct LossWords {
  let cause: String
  let why: String

  init(_ crossing: AuditedCrossing, of run: ReportedRun) {
    let text = run.report.audit.text(
      of: crossing, under: run.strategy, clock: run.report.clock)
    let clause = crossing.loss?.cause.words(run.settings).clause
    cause = [clause, text.map { "(\($0.cause))" }].compactMap(\.self).joined(separator: " ")
    why = text?.text ?? ""
  }

  var text: String { why.isEmpty ? cause : "\(cause): \(why)" }
}
