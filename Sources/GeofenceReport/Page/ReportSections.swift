import GeofenceBytes
import GeofenceCore
import GeofenceWriting

/// The sections of a page that need neither scripts nor styles, as HTML.
struct ReportSections {
  let report: Report
  let document: ReportDocument
  private let times: TimeWords

  init(_ report: Report, _ document: ReportDocument) {
    (self.report, self.document) = (report, document)
    times = report.times
  }

  // MARK: head

  var facts: String {
    let input = report.audit.input
    var facts = [
      (input.tracks, "track", "tracks"), (input.devices, "device", "devices"),
    ].filter { $0.0 != 1 }.map { counted($0.0, $0.1, $0.2) }
    facts += [counted(input.fixes, "fix", "fixes"), counted(input.regions, "region")]
    if let range = input.times { facts.insert(times.run(range), at: 0) }
    if let positioning = report.audit.positioning { facts.append(positioning) }
    return facts.map(Self.escaped).joined(separator: " · ")
  }

  /// The verdict and the figures of each run; all but the best are shown when they are chosen.
  var verdicts: String {
    blocks { run in
      let verdict = Verdict(run, .html)
      let copied =
        "\(run.report.title): \(Verdict(run).text)"
        + (run.report.command.map { "\n\($0.line(with: run.options ?? ""))" } ?? "")
      let button =
        "<li class=\"live\" hidden><button type=\"button\" class=\"copy\" "
        + "data-text=\"verdict-\(run.number.value)\" title=\"Copy the verdict with its command\">"
        + "Copy</button></li>"
      let tiles = Figure.all(of: run).map(Self.tile) + [button]
      return "<h1 class=\"\(verdict.tone.rawValue)\">\(verdict.text)</h1>\n<ul class=\"tiles\">\n"
        + tiles.joined(separator: "\n")
        + "\n</ul>\n<pre id=\"verdict-\(run.number.value)\" hidden>\(Self.escaped(copied))</pre>"
    }
  }

  private static func tile(_ figure: Figure) -> String {
    "<li class=\"\(figure.tone?.rawValue ?? "plain")\"><details><summary><b>"
      + "\(escaped(figure.value))</b> <span>\(escaped(figure.name))</span></summary>"
      + "<p>\(escaped(figure.meaning))</p></details></li>"
  }

  var figures: String {
    var names: Set<String> = []
    let all = report.runs.flatMap { Figure.all(of: $0) }.filter { names.insert($0.name).inserted }
    return HTML.terms(all.map { ($0.name, $0.meaning) })
  }

  // MARK: problems

  var problems: String { blocks { ProblemCards($0, document).html } }

  /// Returns a block for each run, of which that of the best is shown first.
  private func blocks(_ content: (ReportedRun) -> String) -> String {
    report.runs.enumerated().map { number, run in
      "<div class=\"run\" data-run=\"\(number)\"\(number > 0 ? " hidden" : "")>\n\(content(run))\n</div>"
    }.joined(separator: "\n")
  }

  // MARK: foot

  var note: String { report.note.isEmpty ? "" : "<p>\(Self.escaped(report.note))</p>" }

  /// The title, the date of the tracks, and the tool that made the page.
  var footer: String {
    let date = report.audit.input.times.map { times.run($0) }
    let tool = report.version.isEmpty ? "geofence" : "geofence \(report.version)"
    return [report.title, date, "made by \(tool)"].compactMap(\.self).filter { !$0.isEmpty }
      .map(Self.escaped).joined(separator: " · ")
  }

  var settings: String {
    let run = report.best
    let settings = run.settings
    let facts =
      AuditColumn.all.filter { $0.hasValue(run.strategy.strategy) }
      .map { ($0.title, $0.value(run.strategy.strategy)) } + [
        ("platform", settings.platform.rawValue),
        (
          "significant change",
          "\(settings.significantDistance.plain) m and \(settings.significantInterval.text) after "
            + "the last"
        ),
        ("sentinel radius", "\(settings.sentinelRadius.plain) m"),
      ]
    return HTML.terms(facts)
  }

  var assumptions: String {
    report.best.settings.assumptions.map { "<li>\(Self.escaped($0))</li>" }
      .joined(separator: "\n")
  }

  private static func escaped(_ text: String) -> String { XMLText.escaped(text) }
}
