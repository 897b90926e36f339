import GeofenceCore
import GeofenceFormats

/// An HTML table of the regions of a page.
///
/// The regions with the most losses come first, then other crossed ones, then the rest.
struct RegionTable {
  private let report: Report
  private let numbers: [RegionIdentifier: Int]
  /// The largest number of regions to list that were not crossed.
  private static let others = 2000

  init(_ report: Report) {
    self.report = report
    numbers = Dictionary(uniqueKeysWithValues: zip(report.audit.names, 0...))
  }

  var html: String {
    let ranked = report.regions.map { (region: $0, counts: counts(of: $0)) }
    let crossed = ranked.filter { $0.counts.geometry > 0 }.sorted {
      (-$0.counts.lost, $0.region.identifier) < (-$1.counts.lost, $1.region.identifier)
    }
    let others = ranked.filter { $0.counts.geometry == 0 }
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

  private func counts(of region: CircularRegion) -> CrossingCounts {
    numbers[region.identifier].map { report.strategy.account.regions[$0] } ?? CrossingCounts()
  }

  private func row(_ region: CircularRegion, _ counts: CrossingCounts) -> String {
    let name = report.name(of: region.identifier)
    let figures = ["\(counts.geometry)", counts.geometry > 0 ? "\(counts.delivered)" : ""]
    let link = "#region=\(ReportSections.percentEncoded(name))"
    let cells = ["\(region.radius.plain) m"] + figures + [note(on: region.identifier, counts)]
    return "<tr><th scope=\"row\"><a href=\"\(link)\">\(XMLText.escaped(name))</a></th>"
      + "<td>\(OpenStreetMap.link(to: region.center))</td>"
      + cells.map { "<td>\(XMLText.escaped($0))</td>" }.joined() + "</tr>"
  }

  private func note(on region: RegionIdentifier, _ counts: CrossingCounts) -> String {
    guard counts.geometry == 0 else {
      return counts.losses().map { "\($0.rawValue) \($1)" }
        .joined(separator: ", ")
    }
    return numbers[region].map { report.audit.note(on: $0, clock: report.clock) } ?? ""
  }
}

/// The public map, to which a page links; nothing of it is loaded unless a reader follows a link.
enum OpenStreetMap {
  static func link(to place: Coordinate) -> String {
    let (latitude, longitude) = (place.latitude.fixed(5), place.longitude.fixed(5))
    let address =
      "https://www.openstreetmap.org/?mlat=\(latitude)&amp;mlon=\(longitude)"
      + "#map=16/\(latitude)/\(longitude)"
    return "<a href=\"\(address)\" rel=\"noreferrer\">\(latitude), \(longitude)</a>"
  }
}
