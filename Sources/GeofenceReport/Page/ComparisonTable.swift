import GeofenceBytes
import GeofenceCore
import GeofenceWriting

/// An HTML table of the crossings that the interfaces of a report did not deliver alike.
struct ComparisonTable {
  private let report: Report
  private let limit: Int

  init(_ report: Report, limit: Int = 500) { (self.report, self.limit) = (report, limit) }

  /// The heading, the counts and the table; empty where there is one interface alone.
  var html: String {
    guard let words = InterfaceComparisonText(report.audit, clock: report.clock),
      let sentence = words.sentence
    else { return "" }
    let paragraphs = ([sentence] + words.lags).map { "<p>\(XMLText.escaped($0)).</p>" }
    return """

      <h2 id="comparison">\(XMLText.escaped(words.names.joined(separator: " beside ")))</h2>
      \(paragraphs.joined(separator: "\n"))\(table(of: words))
      """
  }

  private func table(of words: InterfaceComparisonText) -> String {
    // Those that one alone delivered come before those that were only later.
    let all = words.differences.filter(\.isPartial) + words.differences.filter { !$0.isPartial }
    if all.isEmpty { return "" }
    let titles = ["time", "crossing"] + words.names + ["why"]
    let rows = all.prefix(limit).map { difference in
      let cells =
        [
          report.times.moment(difference.id.time), crossing(difference.id),
        ] + words.cells(of: difference) + [words.reason(for: difference)]
      return row(zip(titles, cells))
    }
    let rest = all.count > limit ? "\n<p>\(all.count - limit) more are left out.</p>" : ""
    return """

      <table>
      <thead><tr>\(titles.map { "<th scope=\"col\">\(XMLText.escaped($0))</th>" }.joined())</tr></thead>
      <tbody>
      \(rows.joined(separator: "\n"))
      </tbody>
      </table>\(rest)
      """
  }

  private func crossing(_ id: AuditedCrossing.ID) -> String {
    let device = report.audit.name(ofDevice: id.device).map { " of \($0.steeringNothing)" } ?? ""
    return "\(id.name.rawValue) \(report.label(of: id.region).short)\(device)"
  }

  private func row(_ cells: Zip2Sequence<[String], [String]>) -> String {
    let parts = cells.enumerated().map { number, cell in
      let text = XMLText.escaped(cell.1)
      return number == 0
        ? "<th scope=\"row\">\(text)</th>"
        : "<td data-title=\"\(XMLText.escaped(cell.0))\">\(text)</td>"
    }
    return "<tr>\(parts.joined())</tr>"
  }
}
