import GeofenceBytes
import GeofenceCore
import GeofenceWriting

/// An HTML table of the regions of a page under the best strategy.
///
/// The regions with the most losses come first, then other crossed ones, then the nearest of the
/// rest.
final class RegionTable {
  private struct Row {
    let region: RegionIdentifier
    /// The circles that the region has, in the order of time.
    let circles: [CircularRegion]
    let number: RegionNumber?
    let label: RegionLabel
    let verdict: VerdictCounts
    /// The metres to the nearest fix; 0 for a region that a device was in.
    let distance: Double
  }

  private let report: Report
  private let run: ReportedRun
  private let stays: [RegionIdentifier: [RegionSpan]]
  private let verdicts: [RegionNumber: VerdictCounts]
  private static let others = 100
  /// The largest number of crossed regions to list, and of names in a group.
  private static let (crossed, named) = (1000, 40)
  private static let listedStays = 3

  init(_ report: Report) {
    (self.report, run) = (report, report.best)
    stays = Dictionary(grouping: report.devices.flatMap(\.stays), by: \.region)
    verdicts = Dictionary(grouping: report.best.strategy.account.judged, by: \.id.region)
      .mapValues { VerdictCounts($0) }
  }

  var html: String {
    let circles = Dictionary(grouping: report.circles, by: \.identifier)
    let rows = report.circles.map(\.identifier).distinct.map { region in
      let number = report.audit.names.number(of: region)
      return Row(
        region: region, circles: circles[region] ?? [], number: number,
        label: report.label(of: region),
        verdict: number.flatMap { verdicts[$0] } ?? VerdictCounts(),
        distance: number.flatMap { report.audit.approaches[$0]?.distance } ?? 0)
    }
    let crossed = rows.filter { $0.verdict.asked > 0 }.sorted {
      (-$0.verdict.missed, $0.region) < (-$1.verdict.missed, $1.region)
    }
    let others = rows.filter { $0.verdict.asked == 0 }.sorted {
      ($0.distance, $0.region) < ($1.distance, $1.region)
    }
    let shown = crossed.prefix(Self.crossed) + others.prefix(Self.others)
    let (left, hidden) = (crossed.count - Self.crossed, others.count - Self.others)
    let titles = [
      "region", "inside", "arrivals and departures", "reached the app", "why not", "radius",
      "centre",
    ]
    let table = HTML.table(titles, shown.map(cells), style: shown.count > 25 ? "many" : "few")
    return "\(groups(rows))\n\(table)"
      + (left > 0 ? "\n<p>… and \(left) more crossed regions with the fewest losses.</p>" : "")
      + (hidden > 0
        ? "\n<p>… and \(hidden) more that were not crossed and lie farther away.</p>" : "")
  }

  /// Returns the regions by what happened to them, the names of a few of each.
  private func groups(_ rows: [Row]) -> String {
    var groups: [String: (weight: Int, names: [String])] = [:]
    for row in rows {
      let verdict = row.verdict
      let cause = run.causes(of: verdict).max { ($0.count, $1.clause) < ($1.count, $0.clause) }
      let (title, weight) =
        cause.map { ("missed: \($0.clause)", 0) }
        ?? (verdict.asked > 0
          ? verdict.inTime + verdict.filtered == verdict.asked
            ? ("everything reached the app in time", 2) : ("late or undecidable", 1)
          : row.distance > 0 ? ("never entered", 4) : ("nothing asked for", 3))
      groups[title, default: (weight, [])].names.append(row.label.short)
    }
    let sorted = groups.sorted {
      ($0.value.weight, -$0.value.names.count, $0.key)
        < ($1.value.weight, -$1.value.names.count, $1.key)
    }
    let items = sorted.map { title, group in
      let names = group.names.sorted().prefix(Self.named)
      let rest = group.names.count - names.count
      return "<dt>\(title.html): \(group.names.count)</dt> <dd>"
        + names.map(HTML.name).joined(separator: ", ")
        + (rest > 0 ? " and \(rest) more" : "") + "</dd>"
    }
    return "<dl class=\"groups\">\n\(items.joined(separator: "\n"))\n</dl>"
  }

  private func cells(_ row: Row) -> [String] {
    let verdict = row.verdict
    let stays = stays[row.region] ?? []
    let visits = stays.prefix(Self.listedStays).map { report.times.unbroken($0) }
      .joined(separator: ", ")
    let more = stays.count - Self.listedStays
    return [
      "<a href=\"\(PageLink.region(row.label.identifier))\">\(row.label.html)</a>",
      visits + (more > 0 ? " and \(more) more" : ""), "\(verdict.asked)",
      verdict.asked > 0
        ? "\(verdict.inTime + verdict.late + verdict.early)\(probability(of: row))" : "",
      note(on: row).html,
      row.circles.map { "\($0.radius.plain) m" }.joined(separator: ", then "),
      row.circles.map { Self.map(of: $0.center) }.joined(separator: ", then "),
    ]
  }

  private func probability(of row: Row) -> String {
    guard let trial = run.trial, let number = row.number else { return "" }
    let reach = trial.account.regions[number].reach
    return reach.whole == 0 ? "" : "; in trials \(reach.text) (\(reach.part) of \(reach.whole))"
  }

  private func note(on row: Row) -> String {
    guard row.verdict.asked == 0 else {
      let words = run.causes(of: row.verdict).map { clause, count in
        row.verdict.missed > 1 ? "\(clause): \(count)" : clause
      }
      return
        (words + (row.verdict.undecidable > 0 ? ["undecidable: \(row.verdict.undecidable)"] : []))
        .joined(separator: ", ")
    }
    return row.number.map { report.audit.note(on: $0, clock: report.clock) } ?? ""
  }

  /// Returns a link to OpenStreetMap, of which nothing is loaded unless a reader follows it.
  private static func map(of place: Coordinate) -> String {
    let (latitude, longitude) = (place.latitude.fixed(5), place.longitude.fixed(5))
    let address =
      "https://www.openstreetmap.org/?mlat=\(latitude)&amp;mlon=\(longitude)"
      + "#map=16/\(latitude)/\(longitude)"
    return "<a href=\"\(address)\" rel=\"noreferrer\">\(latitude), \(longitude)</a>"
  }
}
