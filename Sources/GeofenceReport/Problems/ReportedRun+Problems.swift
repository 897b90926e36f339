import GeofenceBytes
import GeofenceCore
import GeofenceWriting

/// The problems of a run by their kinds.
extension ReportedRun {
  /// The crossings that were missed, late or left open.
  var judged: [Problem] {
    let judgements = judgements
    return ProblemGroup.all(of: strategy.account.judged, settings).map { group in
      Problem(
        kind: group.kind, count: group.crossings.count, title: group.title, meaning: group.meaning,
        moments: group.crossings.map { moment(of: $0, judgements) }, weight: group.weight)
    }
  }

  /// The dwells that were missed or late, or came again.
  var wrongDwells: Problem? {
    guard let words = faults(ofDwells: true).first else { return nil }
    let dwells = strategy.account.dwells.filter {
      if case .repeated = $0.outcome { true } else { $0.isLate || $0.loss != nil }
    }
    let sentence = DwellSentence(settings, phrasing)
    let isMissed = dwells.contains { $0.loss != nil }
    return Problem(
      kind: isMissed ? .missed : .late, count: dwells.count,
      title: words.sentence.dropLast().description,
      meaning: "A dwell is due when the device has been inside for the loitering delay.",
      moments: dwells.map { dwell in
        Problem.Moment(
          device: Int(dwell.device), time: dwell.due, name: "dwell",
          region: report.audit.names[dwell.region], reasons: [sentence.text(of: dwell)])
      }, weight: isMissed ? 1 : 4)
  }

  /// The sentences on what the app received wrongly, of dwells or of all else.
  private func faults(ofDwells: Bool) -> [String] {
    verdict.others(Passages()).filter { fact in
      if case .dwells = fact { ofDwells && fact.isFault } else { !ofDwells && fact.isFault }
    }.map { $0.sentence(settings, phrasing) }
  }

  /// The events that are no arrival or departure of their region.
  var extra: Problem? {
    let words = faults(ofDwells: false)
    guard !words.isEmpty else { return nil }
    let moments = devices.enumerated().flatMap { number, device in
      device.falseEvents.compactMap { position -> Problem.Moment? in
        guard let received = device.received[position],
          let crossing = device.events[position].crossing
        else { return nil }
        return Problem.Moment(
          device: number, time: received.time, name: received.name.rawValue,
          region: crossing.region.identifier, reasons: [self.words(received)])
      }
    }
    return Problem(
      kind: .falseEvents, count: verdict.events.outside + verdict.events.repeated,
      title: words[0].sentence.dropLast().description,
      meaning: "Such an event has no arrival or departure of its region behind it"
        + (words.count > 1 ? "; \(words[1])." : "."), moments: moments, weight: 2)
  }

  private func words(_ event: RegionRecord.Received) -> String {
    guard let made = event.error, !made.isCorrection else {
      let reason = EventReason.text(
        event.extra, isEnter: event.name == .enter, isInitial: event.isInitial)
      return "It came \(reason)\(phrasing.uncertainty(event.accuracy))."
    }
    return "The device was \(made.distance.spokenSide); "
      + "the location update was \(made.error.spokenMetres) off."
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

  /// The differences between the phone's own log and the rules.
  var ofPhone: Problem? {
    guard let phone = report.phone else { return nil }
    let (all, isSame) = (phone.differences(report.times.moment), phone.isSame && !phone.hasMissed)
    guard !all.isEmpty || !isSame else { return nil }
    return Problem(
      kind: .differences, count: all.count,
      title: all.isEmpty
        ? String(phone.headline.sentence.dropLast())
        : "\(counted(all.count, "difference")) between the phone and the rules"
          + phone.strategyOfDifferences,
      // The first one begins with the name of a file.
      meaning: (["\(phone.summary[0])."] + phone.summary.dropFirst().map(\.sentence))
        .joined(separator: " "),
      moments: all.map { difference in
        let boundary = difference.boundary
        return Problem.Moment(
          device: boundary.device, time: difference.time, name: boundary.name,
          region: boundary.region,
          reasons: [difference.sentence.sentence])
      }, weight: isSame ? 8 : 0)
  }

  private func pair(_ finding: Comparison.Finding) -> (expected: String?, came: String?) {
    let words = { [report] (event: RecordedEvent) in
      "\(event.name) at \(report.times.moment(event.time))"
    }
    return switch finding {
    case .met(let expected, let actual), .shifted(let expected, let actual):
      (words(expected), words(actual))
    case .missing(let event, _): (words(event), nil)
    case .unexpected(let event, _): (nil, words(event))
    }
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
        ? "No arrival or departure that the app asks for"
        : wasAbsent ? "No region was entered while the app had it" : "No region was entered",
      meaning: "So this track says nothing of how well the app does. A track that crosses its "
        + "regions would.",
      moments: moments, weight: 7)
  }

  private func moment(of crossing: JudgedCrossing, _ judgements: Judgements) -> Problem.Moment {
    let id = crossing.id
    return Problem.Moment(
      device: Int(id.device), time: id.time, name: id.name.rawValue,
      region: report.audit.names[id.region], reasons: [judgements.sentence(on: crossing)])
  }
}
