import EmbeddedFiles
import GeofenceBytes
import GeofenceCore
import GeofenceWriting

extension Report {
  /// The report as one HTML page that needs no network and no other file.
  ///
  /// - Complexity: O(n log n) for the n points, events and regions that it shows.
  package var html: String {
    var page = ReportPage(self).html
    if page.utf8.count > ReportPage.mostBytes, case .offered = whatIf {
      var report = self
      report.whatIf = .leftOut(
        because:
          "What if is left out, since with it the page would have more than 5 MB; a part of the time makes it "
          + "smaller.")
      page = ReportPage(report).html
    }
    guard let remark = remark(onSize: page.utf8.count) else { return page }
    return page.replacing("<p id=\"size\" hidden></p>", with: "<p id=\"size\">\(remark.html)</p>")
  }

  /// Returns a sentence about a page or a picture of more than 5 MB: what it is made of, and what
  /// makes it smaller; `nil` for a smaller one.
  package func remark(onSize bytes: Int) -> String? {
    guard bytes > ReportPage.mostBytes else { return nil }
    return "It has \((Double(bytes) / 1e6).tenths.plain) MB, for "
      + "\(counted(devices.count, "device")), \(counted(regions.count, "region")) and "
      + "\(counted(runs.count, "strategy", "strategies")); a part of the time (--from, --to), "
      + "the regions near the track, fewer tracks and fewer alternatives make it smaller."
  }
}

/// The files of the page, which stand in the folder `Resources`.
enum Resource {
  static let page = text(report_page())
  static let style = text(report_style())
  static let script = text(report_script())
  static let playground = text(playground_page())
  static let playgroundScript = text(playground_script())

  /// The style of a page with the colours of map and timeline.
  static var wholeStyle: String { Palette.style + style + PictureGroup.darkStyle }

  /// Returns a template with a part in place of each name in braces, and nothing for an unknown one.
  static func filled(_ template: String, _ parts: [String: String]) -> String {
    template.split(separator: "{{").enumerated().map { number, piece in
      if number == 0 { return String(piece) }
      let halves = piece.split(separator: "}}", maxSplits: 1, omittingEmptySubsequences: false)
      return (parts[String(halves[0])] ?? "") + halves[1]
    }.joined()
  }

  private static func text(_ file: embedded_file) -> String {
    String(decoding: UnsafeBufferPointer(start: file.bytes, count: file.count), as: UTF8.self)
  }
}

/// A page from its template, whose names in braces stand for the parts.
private final class ReportPage {
  private let report: Report
  private let document: ReportDocument
  private let times: TimeWords
  /// The bytes above which a page says what makes it smaller.
  static let mostBytes = 5_000_000

  init(_ report: Report) {
    (self.report, document, times) = (report, ReportDocument(report), report.times)
  }

  var html: String {
    let best = report.best
    let whatIf = WhatIfPanel(report)
    let parts = [
      "title": report.title.html, "facts": facts, "verdicts": blocks(conclusion),
      "problems": blocks { ProblemCards($0, document).html }, "map": ReportPicture(best).figure,
      "strategies": StrategyTable(report).html, "diary": Diary(best).html,
      "regions": RegionTable(report).html, "figures": figures, "settings": settings,
      "assumptions": best.settings.assumptions.map { "<li>\($0.html)</li>" }
        .joined(separator: "\n"),
      "note": report.note.isEmpty ? "" : "<p>\(report.note.steeringNothing.html)</p>",
      "footer": footer,
      "style": Resource.wholeStyle, "script": Resource.script,
      // A `<` in the data could end the script element that holds them.
      "data": document.json.replacing("<", with: "\\u003c"),
      // The page of a browser without scripts is the same with the engine and without it.
      "what-if": whatIf.map {
        "<script type=\"application/json\" id=\"what-if-data\">\($0.json)</script>\n"
          + "<script type=\"application/octet-stream\" id=\"engine\">\(WhatIfPanel.packed(engine_wasm_gz()))"
          + "</script>"
      } ?? "",
      "evaluation": whatIf == nil ? "" : " 'wasm-unsafe-eval'",
      "what-if-left-out": leftOut,
    ]
    return Resource.filled(Resource.page, parts)
  }

  /// The sentence that says why there is no panel "What if".
  private var leftOut: String {
    let reason: String
    switch report.whatIf {
    case .leftOut(let given?): reason = given
    case .offered where report.devices.contains(where: { $0.given.count < $0.fixes }):
      reason =
        "What if is left out, since it takes at most \(WhatIf.mostFixes.grouped) fixes, shared evenly "
        + "among the devices; a part of the time (--from, --to) has fewer."
    default: return ""
    }
    return "<p id=\"what-if-left-out\">\(reason.html)</p>"
  }

  private var facts: String {
    let input = report.audit.input
    var facts = [
      (input.tracks, "track", "tracks"), (input.devices, "device", "devices"),
    ].filter { $0.0 != 1 }.map { counted($0.0, $0.1, $0.2) }
    facts += [
      "\(input.fixes.grouped) \(input.fixes == 1 ? "fix" : "fixes")",
      "\(input.regions.grouped) \(input.regions == 1 ? "region" : "regions")",
    ]
    if let range = input.times { facts.insert(times.run(range), at: 0) }
    if let positioning = report.audit.positioning { facts.append(positioning) }
    return facts.map(\.html).joined(separator: " · ")
  }

  /// Returns a block for each run, of which that of the best is shown first, and the others when
  /// they are chosen.
  private func blocks(_ content: (ReportedRun) -> String) -> String {
    report.runs.enumerated().map { number, run in
      "<div class=\"run\" data-run=\"\(number)\"\(number > 0 ? " hidden" : "")>\n\(content(run))\n</div>"
    }.joined(separator: "\n")
  }

  private func conclusion(on run: ReportedRun) -> String {
    let conclusion = Conclusion(run, .html)
    let head = conclusion.head
    let copied =
      "\(report.title): \(Conclusion(run).text)"
      + (run.command().map { "\n\($0)" } ?? "")
    return "<h1 class=\"\(conclusion.tone.rawValue)\">\(head.headline)</h1>\n"
      + [head.details, head.help].filter { !$0.isEmpty }.map { "<p class=\"aside\">\($0)</p>\n" }
      .joined()
      + Figure.html(
        Figure.all(of: run),
        beside: "<li class=\"live\" hidden><button type=\"button\" class=\"copy\" "
          + "data-text=\"verdict-\(run.number.value)\" title=\"Copy the verdict with its command\">"
          + "Copy</button></li>\n")
      + "<pre id=\"verdict-\(run.number.value)\" hidden>\(copied.html)</pre>"
  }

  private var figures: String {
    HTML.terms(Figure.all(of: report.best).map { ("\($0.name): \($0.value)", $0.meaning) })
  }

  private var settings: String {
    let (strategy, settings) = (report.best.strategy.strategy, report.best.settings)
    let distance = "\(settings.significantDistance.plain) m"
    return HTML.terms(
      AuditColumn.all.filter { $0.hasValue(strategy) }.map { ($0.title, $0.value(strategy)) } + [
        ("platform", settings.platform.rawValue),
        (
          "significant change",
          "\(distance) and \(settings.significantInterval.text) after the last"
        ),
        ("sentinel radius", "\(settings.sentinelRadius.plain) m"),
      ])
  }

  /// The title, the date of the tracks, and the tool that made the page.
  private var footer: String {
    let date = report.audit.input.times.map(times.run)
    let tool = report.version.isEmpty ? "geofence" : "geofence \(report.version)"
    return [report.title, date ?? "", "made by \(tool)"].filter { !$0.isEmpty }.map(\.html)
      .joined(separator: " · ")
  }
}
