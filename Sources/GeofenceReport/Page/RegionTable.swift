import GeofenceCore
import GeofenceFormats

/// The regions of a page as a table of HTML: those that lost most first, then what was crossed, then
/// the others.
struct RegionTable {
  private let report: Report
  private let counts: [RegionIdentifier: AuditTotals]
  /// So many that were not crossed are listed.
  private static let others = 2000

  init(_ report: Report) {
    self.report = report
    counts = Dictionary(
      uniqueKeysWithValues: report.strategy.regions.map { ($0.region, $0.totals) })
  }

  var html: String {
    let ranked = report.regions.map { (region: $0, counts: counts[$0.identifier]) }
    let crossed = ranked.filter { $0.counts != nil }.sorted {
      (-($0.counts?.missed ?? 0), $0.region.identifier)
        < (-($1.counts?.missed ?? 0), $1.region.identifier)
    }
    let others = ranked.filter { $0.counts == nil }
    let rows = (crossed + others.prefix(Self.others)).map { row($0.region, $0.counts) }
    let hidden = others.count - Self.others
    return """
      <table>
      <thead><tr><th scope="col">region</th><th scope="col">centre</th><th scope="col">radius</th>\
      <th scope="col">crossings</th><th scope="col">reached the app</th>\
      <th scope="col">what was lost, or how near it was</th></tr></thead>
      <tbody>
      \(rows.joined(separator: "\n"))
      </tbody>
      </table>
      """ + (hidden > 0 ? "\n<p>… and \(hidden) more that were not crossed.</p>" : "")
  }

  private func row(_ region: CircularRegion, _ counts: AuditTotals?) -> String {
    let name = report.name(of: region.identifier)
    let figures = counts.map { ["\($0.crossings)", "\($0.delivered)"] } ?? ["0", ""]
    let link = "#region=\(ReportSections.percentEncoded(name))"
    let cells = ["\(region.radius.plain) m"] + figures + [note(on: region.identifier, counts)]
    return "<tr><th scope=\"row\"><a href=\"\(link)\">\(XMLText.escaped(name))</a></th>"
      + "<td>\(OpenStreetMap.link(to: region.center))</td>"
      + cells.map { "<td>\(XMLText.escaped($0))</td>" }.joined() + "</tr>"
  }

  private func note(on region: RegionIdentifier, _ counts: AuditTotals?) -> String {
    guard let counts else { return "never crossed" }
    return counts.losses.map { cause, count in
      "\(count) \(LossExplanation(cause: cause, settings: report.settings).label)"
    }.joined(separator: ", ")
  }
}

/// Where on Earth a place is, for people: a page of the public map, opened by nobody but them.
enum OpenStreetMap {
  static func link(to place: Coordinate) -> String {
    let (latitude, longitude) = (place.latitude.fixed(5), place.longitude.fixed(5))
    let address =
      "https://www.openstreetmap.org/?mlat=\(latitude)&amp;mlon=\(longitude)"
      + "#map=16/\(latitude)/\(longitude)"
    return "<a href=\"\(address)\" rel=\"noreferrer\">\(latitude), \(longitude)</a>"
  }
}
