import GeofenceBytes
import GeofenceCore
import GeofenceWriting

/// An HTML table of the strategies of a report, the best first.
final class StrategyTable {
  private let report: Report

  init(_ report: Report) { self.report = report }

  var html: String {
    guard report.runs.count > 1 || report.trials != nil else { return "" }
    let titles =
      ["strategy", "reached the app", "missed", "recall", "reach", "late", "delay, median"]
      + (report.trials == nil ? [] : ["recall in trials", "reach in trials", "best in"])
    let note = report.trials.map {
      "\n<p>In \(counted($0.trials, "trial")), each with other location updates: the mean, and the "
        + "range that holds nine of ten trials. Page, map and cards show the first draw alone.</p>"
    }
    let rows = report.runs.enumerated().map { row($0, $1) }
    return """
      <section id="strategies" aria-labelledby="strategies-title">
      <h2 id="strategies-title">Strategies, the best first</h2>
      \(HTML.table(titles, rows))\(note ?? "")\(ComparisonTable(report).html)
      </section>
      """
  }

  private func row(_ number: Int, _ run: ReportedRun) -> [String] {
    let (counts, verdict, trial) = (run.counts, run.verdict, run.trial)
    let options = run.options ?? "as chosen"
    let name =
      report.runs.count > 1
      ? "<a href=\"#\" class=\"show\" data-show=\"\(number)\">\(Prose.html.code(options))</a>"
      : options.html
    let median = run.strategy.account.delays.median.map(\.spoken) ?? "–"
    var cells = [
      name, "\(verdict.decided - verdict.missed) of \(verdict.decided)", "\(verdict.missed)",
      counts.recall.text, counts.reach.text, "\(verdict.late)", median,
    ]
    if report.trials != nil {
      cells += [
        trial?.recall?.text ?? "–", trial?.reach?.text ?? "–",
        trial?.bestShare.map { "\(($0 * 100).rounded().plain) % of trials" } ?? "–",
      ]
    }
    return cells
  }
}
