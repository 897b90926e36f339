import GeofenceBytes
import GeofenceCore
import GeofenceEngine
import GeofenceWriting

/// The problems of a run as HTML cards, the heaviest first, with what helps below it.
struct ProblemCards {
  private let run: ReportedRun
  private let document: ReportDocument
  private let times: TimeWords
  /// The largest number of moments of a card, and of those that are shown without a tap.
  private static let (most, shown) = (2000, 6)

  init(_ run: ReportedRun, _ document: ReportDocument) {
    (self.run, self.document) = (run, document)
    times = run.report.times
  }

  var html: String {
    let problems = Problem.all(of: run)
    // The first card is open, as what its reader came for; the others open on a click.
    var cards = problems.enumerated().map { card($1, isOpen: $0 == 0) }
    // The heaviest problem comes before what helps, which the head names.
    if let help { cards.insert(help, at: min(1, cards.count)) }
    if let wentWell { cards.append(wentWell) }
    // Problems speak for themselves.
    if problems.allSatisfy({ $0.weight >= 8 }) { cards.append(allWell) }
    cards += document.omissions.map { card("plain", "Not everything is shown", $0.html) }
    return (draw.map { "<p>\($0)</p>\n" } ?? "") + cards.joined(separator: "\n")
  }

  /// The sentence that the cards are of one draw, where the head has the means of many trials.
  private var draw: String? {
    guard run.trial != nil, let trials = run.report.trials else { return nil }
    let model = run.report.audit.model.map { " of the model \($0.html)" } ?? ""
    return
      "These cards are of the first of \(trials.trials) draws\(model), as map and timeline are; "
      + "the head has the means of all."
  }

  private func card(_ kind: String, _ title: String, _ sentences: String) -> String {
    Card.html(kind, title, ["<p>\(sentences)</p>"])
  }

  private var allWell: String {
    if let reached = run.reachedInTrials {
      return card(
        "lost", "<b class=\"lost\">✕</b> Missed in other trials",
        "Nothing went wrong in the trial that is drawn. Over all trials, \(reached.percent) of the "
          + "arrivals and departures reached the app.")
    }
    return Conclusion(run).tone == .good
      ? card(
        "good", "<b class=\"enter\">✓</b> Nothing went wrong",
        "Every arrival and departure that the app asked for reached it in time"
          + (run.verdict.filtered > 0 ? ", but for \(run.verdict.filtered) of jitter." : "."))
      : card(
        "plain", "Nothing was missed here", "The head of this page says what is open all the same.")
  }

  private var wentWell: String? {
    let verdict = run.verdict
    let whole = verdict.places.subtracting(verdict.missedPlaces).sorted()
    guard verdict.decided > verdict.missed, verdict.missed > 0 else { return nil }
    let shown = whole.prefix(60).map { HTML.name(run.report.label(of: $0).short) }
    let rest = whole.count > shown.count ? " and \(whole.count - shown.count) more" : ""
    return Card.html(
      "good",
      "<b class=\"enter\">✓</b> \(verdict.decided - verdict.missed) of \(verdict.decided) "
        + "reached the app",
      whole.isEmpty
        ? ["<p>Every region missed something.</p>"]
        : ["<p>Nothing was missed of \(shown.joined(separator: ", "))\(rest).</p>"],
      isOpen: false)
  }

  // MARK: what helps

  private var help: String? {
    let isMissed = run.verdict.missed > 0 || run.reachedInTrials != nil
    guard isMissed || run.verdict.undecidable > 0 else { return nil }
    guard let advice = run.advice else {
      return isMissed && run.hasAdviceForBest
        ? card(
          "helps", "What helps",
          "Changes were tried for the best strategy of this interface: choose that strategy.")
        : nil
    }
    guard !advice.isEmpty else {
      if !isMissed { return nil }
      let tried = run.tried.map(Prose.html.code).joined(separator: ", ")
      return card(
        "plain",
        "Nothing that was tried \(run.report.trials == nil ? "" : "surely ")delivers more",
        "Tried on this track, one at a time: \(tried).")
    }
    let hasPanel = WhatIfPanel(run.report) != nil
    let items = advice.map { advice in
      "<li><p><code>\(advice.change.html)</code> \(effect(of: advice))"
        + (hasPanel ? trying(advice.strategy) : "") + "</p>"
        + (run.command(with: advice.change).map(command) ?? "") + "</li>"
    }
    let others = counted(items.count - 1, "more change") + " that help"
    return Card.html(
      "helps", "What helps, measured on this track",
      lists(items, shown: 1, others: items.count == 2 ? others + "s" : others))
  }

  /// Returns the first items, and the others as a list that opens on a click.
  private func lists(_ items: [String], shown: Int, others: String) -> [String] {
    let first = shown > 0 ? [HTML.list(items.prefix(shown))] : []
    guard items.count > shown else { return first }
    let rest = HTML.list(items.dropFirst(shown))
    return first + ["<details class=\"more\"><summary>\(others)</summary>\n\(rest)\n</details>"]
  }

  private func effect(of advice: Advice) -> String {
    let delivers = advice.received.map {
      "delivers \($0) instead of \(run.strategy.account.received) "
    }
    return (delivers ?? "") + "<small>\(advice.effects.html)</small>"
  }

  /// Returns a link that makes a change under "What if"; empty where that cannot make it.
  private func trying(_ strategy: AuditStrategy) -> String {
    let numbers = [run.settings, strategy.settings].map { EngineSettings($0).numbers }
    let changes = zip(EngineSettings.names, zip(numbers[0], numbers[1])).compactMap {
      name, pair in
      // Two settings that are not there are equal, though their numbers are not.
      pair.0 == pair.1 || pair.0.isNaN && pair.1.isNaN
        ? nil : (name, pair.1.json as any JSONConvertible)
    }
    guard changes.allSatisfy({ WhatIfPanel.changeable.contains($0.0) }) else { return "" }
    let state: JSONValue = ["s": JSONValue(changes)]
    return " <a class=\"live try\" hidden href=\"\(PageLink.changes(state.text))\">Try it</a>"
  }

  private func command(_ line: String) -> String {
    "<div class=\"command\"><code>\(line.html)</code> "
      + "<button type=\"button\" class=\"copy live\" hidden>Copy</button></div>"
  }

  // MARK: problems

  private func card(_ problem: Problem, isOpen: Bool) -> String {
    let items =
      problem.moments.prefix(Self.most).map { item($0, problem.kind) } + problem.doubts.map(item)
    let shown = items.count > Self.shown + 2 ? Self.shown : items.count
    var parts = ["<p>\(problem.meaning.html)</p>"]
    parts += lists(items, shown: shown, others: "\(items.count - shown) more")
    let left = problem.moments.count - Self.most
    if left > 0 { parts.append("<p>… and \(left) more, which are not listed.</p>") }
    return Card.html(problem.kind, problem.title, parts, isOpen: isOpen)
  }

  private func item(_ moment: Problem.Moment, _ kind: ProblemKind) -> String {
    let label = moment.region.map(run.report.label)
    let device = run.report.devices.count > 1 ? run.report.devices[moment.device].name : nil
    let link = PageLink.moment(
      moment.time, region: label?.identifier, device: device,
      strategy: run.isBest ? nil : run.options)
    let owner =
      device.map { " <span>(\(HTML.name($0.steeringNothing)))</span>" } ?? ""
    let name = label?.html ?? ""
    guard let pair = moment.pair else {
      return Card.item(
        kind, link, at: moment.time, times.moment(moment.time), moment.name, name, owner: owner,
        moment.reasons)
    }
    let body = [("expected", pair.expected), ("came", pair.came)].reduce(
      "<strong>\(name)</strong>"
    ) { body, cell in
      body + " <span class=\"\(cell.0)\"><small>\(cell.0)</small> "
        + "\((cell.1 ?? "nothing").html)</span>"
    }
    return Card.item(kind, link, isPair: true, body, owner: owner, moment.reasons)
  }

  private func item(_ doubt: Doubt) -> String {
    let help = doubt.help.map { "<small>→ \($0.html)</small>" } ?? ""
    let place = doubt.place.isEmpty ? "" : "<span>\(doubt.place.html)</span> "
    return "<li>\(place)<strong>\(doubt.problem.html)</strong>\(help)</li>"
  }
}
