import GeofenceBytes
import GeofenceCore
import GeofenceWriting

/// An HTML table of the strategies of a report, the best first.
struct StrategyTable {
  private let report: Report

  init(_ report: Report) { self.report = report }

  var html: String {
    guard report.runs.count > 1 || report.trials != nil else { return "" }
    let titles =
      ["strategy", "reached the app", "missed", "recall", "reach", "late", "delay, median"]
      + (report.trials == nil ? [] : ["recall in trials", "reach in trials", "best in"])
    let rows = report.runs.enumerated().map { row($0, $1) }
    return """
      <section id="strategies" aria-labelledby="strategies-title">
      <h2 id="strategies-title">Strategies, the best first</h2>
      <table>
      <thead><tr>\(titles.map { "<th scope=\"col\">\($0)</th>" }.joined())</tr></thead>
      <tbody>
      \(rows.map { row(zip(titles, $0)) }.joined(separator: "\n"))
      </tbody>
      </table>\(note)\(ComparisonTable(report).html)
      </section>
      """
  }

  private var note: String {
    report.trials.map {
      "\n<p>In \(counted($0.trials, "trial")), each with other location updates: the mean, and the "
        + "range that holds nine of ten trials. Page, map and cards show the first draw alone.</p>"
    } ?? ""
  }

  private func row(_ number: Int, _ run: ReportedRun) -> [String] {
    let (counts, trial) = (run.counts, run.trial)
    let options = run.options ?? "as chosen"
    let name =
      report.runs.count > 1
      ? "<a href=\"#\" class=\"show\" data-show=\"\(number)\">\(Prose.html.code(options))</a>"
      : Self.escaped(options)
    let median = run.strategy.account.delays.median.map(\.spoken) ?? "–"
    var cells = [
      name, "\(counts.delivered) of \(counts.geometry)", "\(counts.lost)", counts.recall.text,
      counts.reach.text, "\(counts.late)", median,
    ]
    if report.trials != nil {
      cells += [
        trial?.recall?.text ?? "–", trial?.reach?.text ?? "–",
        trial.map { "\(($0.bestShare * 100).rounded().plain) % of trials" } ?? "–",
      ]
    }
    return cells
  }

  private func row(_ cells: Zip2Sequence<[String], [String]>) -> String {
    let parts = cells.enumerated().map { number, cell in
      number == 0
        ? "<th scope=\"row\">\(cell.1)</th>" : "<td data-title=\"\(cell.0)\">\(cell.1)</td>"
    }
    return "<tr>\(parts.joined())</tr>"
  }

  private static func escaped(_ text: String) -> String { XMLText.escaped(text) }
}
