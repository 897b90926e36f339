import GeofenceBytes
import GeofenceCore
import GeofenceWriting

/// The problems of a run as HTML cards, the heaviest first, with what helps on top.
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
    // What failed comes before what helps; else the advice is what the reader wants.
    if let help { cards.insert(help, at: run.differences.isEmpty ? 0 : 1) }
    if let wentWell { cards.append(wentWell) }
    if problems.contains(where: { $0.weight < 8 }) {
      // The problems speak for themselves.
    } else if let reach = run.reachInTrials {
      cards.append(
        card(
          "lost", "<b class=\"lost\">✕</b> Crossings missed in other trials",
          [
            "<p>Nothing went wrong in the trial that is drawn. Over all trials, "
              + "\(reach.percent) of the crossings reached the app.</p>"
          ]))
    } else if Verdict(run).tone != .good {
      cards.append(
        card(
          "plain", "Nothing went wrong here",
          ["<p>Every crossing reached the app, but another interface missed some; see there.</p>"]))
    } else {
      cards.append(
        card(
          "good", "<b class=\"enter\">✓</b> Nothing went wrong",
          [
            "<p>Every crossing that the app asked for reached it, in time, and nothing else did.</p>"
          ]))
    }
    cards += document.omissions.map {
      card("plain", "Not everything is shown", ["<p>\(Self.escaped($0))</p>"])
    }
    return cards.joined(separator: "\n")
  }

  private func card(
    _ kind: String, _ title: String, _ parts: [String], isOpen: Bool = true
  ) -> String {
    "<details class=\"card \(kind)\"\(isOpen ? " open" : "")>\n"
      + "<summary><h3>\(title)</h3></summary>\n" + parts.joined(separator: "\n") + "\n</details>"
  }

  private var wentWell: String? {
    let (names, counts) = (run.report.audit.names, run.counts)
    let whole = names.indices.filter { number in
      let counts = run.strategy.account.regions[number]
      return counts.geometry > 0 && counts.delivered == counts.geometry
    }
    guard counts.delivered > 0, counts.lost > 0 else { return nil }
    let shown = whole.prefix(60).map { HTML.name(run.report.label(of: $0).short) }
    let rest = whole.count > shown.count ? " and \(whole.count - shown.count) more" : ""
    return card(
      "good",
      "<b class=\"enter\">✓</b> \(counts.delivered) of "
        + "\(counted(counts.geometry, "crossing")) reached the app",
      whole.isEmpty
        ? ["<p>No region had all of its crossings delivered.</p>"]
        : ["<p>Nothing was missed of \(shown.joined(separator: ", "))\(rest).</p>"],
      isOpen: false)
  }

  // MARK: what helps

  private var help: String? {
    guard run.counts.lost > 0 || run.reachInTrials != nil else { return nil }
    guard let advice = run.advice else {
      return run.isBest
        ? nil
        : card(
          "helps", "What helps",
          ["<p>Changes were tried for the best strategy; see there.</p>"])
    }
    guard !advice.isEmpty else {
      return card(
        "plain", "Nothing that was tried is better",
        ["<p>Other selections, ranks and radii were tried on this track, one at a time.</p>"])
    }
    let items = advice.map { advice in
      "<li><p><code>\(Self.escaped(advice.change))</code> \(effect(of: advice))</p>"
        + (run.report.command.map { command($0.line(with: advice.change)) } ?? "") + "</li>"
    }
    var parts = ["<ul>\n\(items[0])\n</ul>"]
    if items.count > 1 {
      parts.append(
        "<details class=\"more\"><summary>\(counted(items.count - 1, "more change")) that "
          + "\(items.count == 2 ? "helps" : "help")</summary>\n\(HTML.list(items.dropFirst()))\n</details>"
      )
    }
    return card("helps", "What helps, measured on this track", parts)
  }

  private func effect(of advice: Advice) -> String {
    let delivered = advice.delivered.map {
      ($0.part == $0.whole ? "delivers all \($0.whole)" : "delivers \($0.part) of \($0.whole)")
        + " instead of \(run.counts.delivered)"
    }
    return (delivered.map { "\($0) " } ?? "") + "<small>\(Self.escaped(advice.effects))</small>"
  }

  private func command(_ line: String) -> String {
    "<div class=\"command\"><code>\(Self.escaped(line))</code> "
      + "<button type=\"button\" class=\"copy live\" hidden>Copy</button></div>"
  }

  // MARK: problems

  private func card(_ problem: Problem, isOpen: Bool) -> String {
    let sign = problem.kind.sign
    let items = problem.moments.prefix(Self.most).map { item($0, sign) } + problem.doubts.map(item)
    var parts = ["<p>\(Self.escaped(problem.meaning))</p>"]
    let shown = items.count > Self.shown + 2 ? Self.shown : items.count
    if shown > 0 { parts.append(HTML.list(items.prefix(shown))) }
    if items.count > shown {
      parts.append(
        "<details class=\"more\"><summary>\(items.count - shown) more</summary>\n"
          + "\(HTML.list(items.dropFirst(shown)))\n</details>")
    }
    let left = problem.moments.count - Self.most
    if left > 0 { parts.append("<p>… and \(left) more, which are not listed.</p>") }
    return card(
      sign.name, "<b class=\"\(sign.name)\">\(sign.text)</b> \(Self.escaped(problem.title))",
      parts, isOpen: isOpen)
  }

  /// Returns a list item that links to its moment, to which the script moves the page.
  private func item(_ moment: Problem.Moment, _ sign: (text: String, name: String)) -> String {
    let label = moment.region.map(run.report.label)
    let device = run.report.devices.count > 1 ? run.report.devices[moment.device].name : nil
    let link = PageLink(
      moment.time, region: label?.identifier, device: device,
      strategy: run.isBest ? nil : run.options)
    let owner =
      device.map { " <span>(\(HTML.name($0.steeringNothing)))</span>" } ?? ""
    if let pair = moment.pair {
      let cells = [("expected", pair.expected), ("came", pair.came)].map { title, cell in
        "<span class=\"\(title)\"><small>\(title)</small> \(Self.escaped(cell ?? "nothing"))</span>"
      }
      return "<li><a class=\"miss pair\" href=\"\(link.href)\"><b class=\"\(sign.name)\">"
        + "\(sign.text)</b> <strong>\(label?.html ?? "")</strong> \(cells.joined(separator: " "))"
        + "</a>\(owner) " + moment.reasons.map { "<small>\(Self.escaped($0))</small>" }.joined()
        + "</li>"
    }
    return "<li><a class=\"miss\" href=\"\(link.href)\">"
      + "<b class=\"\(sign.name)\">\(sign.text)</b> "
      + "<time datetime=\"\(moment.time.rfc3339)\">\(times.moment(moment.time))</time> "
      + "\(Self.escaped(moment.name)) <strong>\(label?.html ?? "")</strong></a>\(owner) "
      + moment.reasons.map { "<small>\(Self.escaped($0))</small>" }.joined() + "</li>"
  }

  private func item(_ doubt: Doubt) -> String {
    let help = doubt.help.map { "<small>→ \(Self.escaped($0))</small>" } ?? ""
    let place = doubt.place.isEmpty ? "" : "<span>\(Self.escaped(doubt.place))</span> "
    return "<li>\(place)<strong>\(Self.escaped(doubt.problem))</strong>\(help)</li>"
  }

  private static func escaped(_ text: String) -> String { XMLText.escaped(text) }
}
