import GeofenceBytes
import GeofenceCore
import GeofenceWriting

/// An HTML table of the crossings that the interfaces of a report did not deliver alike.
final class ComparisonTable {
  private let report: Report
  private let limit: Int

  init(_ report: Report, limit: Int = 500) { (self.report, self.limit) = (report, limit) }

  /// The heading, the counts and the table; empty where there is one interface alone.
  var html: String {
    guard let words = InterfaceComparisonText(report.audit, clock: report.clock),
      let sentence = words.sentence
    else { return "" }
    let paragraphs = ([sentence] + words.lags).map { "<p>\($0.html).</p>" }
    return """

      <h2 id="comparison">\(words.names.joined(separator: " beside ").html)</h2>
      \(paragraphs.joined(separator: "\n"))\(table(of: words))
      """
  }

  private func table(of words: InterfaceComparisonText) -> String {
    // Crossings that one alone delivered stand before crossings that were only later.
    let all = words.differences.filter(\.isPartial) + words.differences.filter { !$0.isPartial }
    if all.isEmpty { return "" }
    let titles = ["time", "crossing"] + words.names + ["why"]
    let rows = all.prefix(limit).map { difference in
      let cells = [report.times.moment(difference.id.time), crossing(difference.id)]
      return (cells + words.cells(of: difference) + [words.reason(for: difference)])
        .map(\.html)
    }
    let rest = all.count > limit ? "\n<p>\(all.count - limit) more are left out.</p>" : ""
    return "\n" + HTML.table(titles, rows) + rest
  }

  private func crossing(_ id: AuditedCrossing.ID) -> String {
    let device = report.audit.name(ofDevice: id.device).map { " of \($0.steeringNothing)" } ?? ""
    return "\(id.name.rawValue) \(report.label(of: id.region).short)\(device)"
  }
}
