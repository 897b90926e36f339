import GeofenceBytes
import GeofenceCore
import GeofenceWriting

/// An HTML table of the regions of a page under the best strategy.
///
/// The regions with the most losses come first, then other crossed ones, then the nearest of the
/// rest.
struct RegionTable {
  private let report: Report
  private let run: ReportedRun
  private let numbers: [RegionIdentifier: RegionNumber]
  private let stays: [RegionIdentifier: [RegionSpan]]
  private static let others = 100
  /// The largest number of crossed regions to list, and of names in a group.
  private static let (crossed, named) = (1000, 40)
  private static let listedStays = 3

  init(_ report: Report) {
    self.report = report
    run = report.best
    numbers = Dictionary(
      uniqueKeysWithValues: zip(report.audit.names, report.audit.names.indices))
    stays = Dictionary(grouping: report.devices.flatMap(\.stays), by: \.region)
  }

  var html: String {
    let ranked = report.regions.map { (region: $0, counts: counts(of: $0)) }
    let crossed = ranked.filter { $0.counts.geometry > 0 }.sorted {
      (-$0.counts.lost, $0.region.identifier) < (-$1.counts.lost, $1.region.identifier)
    }
    let groups = groups(ranked)
    let others = ranked.filter { $0.counts.geometry == 0 }.map(\.region).sorted {
      (distance(of: $0), $0.identifier) < (distance(of: $1), $1.identifier)
    }
    let rows =
      crossed.prefix(Self.crossed).map { row($0.region, $0.counts) }
      + others.prefix(Self.others).map { row($0, CrossingCounts()) }
    let (left, hidden) = (crossed.count - Self.crossed, others.count - Self.others)
    let table = HTML.table(Self.titles, rows, style: rows.count > 25 ? "many" : "few")
    return "\(groups)\n\(table)"
      + (left > 0 ? "\n<p>… and \(left) more crossed regions with the fewest losses.</p>" : "")
      + (hidden > 0
        ? "\n<p>… and \(hidden) more that were not crossed and lie farther away.</p>" : "")
  }

  /// Returns the regions by what happened to them, the names of a few of each.
  private func groups(_ regions: [(region: CircularRegion, counts: CrossingCounts)]) -> String {
    var groups: [String: (weight: Int, names: [String])] = [:]
    for (region, counts) in regions {
      let cause = counts.losses().max { $0.1 < $1.1 }?.0.words(run.settings).label
      let (title, weight) =
        cause.map { ("missed: \($0)", 0) }
        ?? (counts.geometry > 0
          ? counts.delivered == counts.geometry
            ? ("everything reached the app", 2) : ("undecided", 1)
          : distance(of: region) > 0 ? ("never entered", 4) : ("nothing asked for", 3))
      groups[title, default: (weight, [])].names.append(report.label(of: region.identifier).short)
    }
    let sorted = groups.sorted {
      ($0.value.weight, -$0.value.names.count, $0.key)
        < ($1.value.weight, -$1.value.names.count, $1.key)
    }
    let items = sorted.map { title, group in
      let names = group.names.sorted().prefix(Self.named)
      let rest = group.names.count - names.count
      return "<dt>\(XMLText.escaped(title)): \(group.names.count)</dt> <dd>"
        + names.map(HTML.name).joined(separator: ", ")
        + (rest > 0 ? " and \(rest) more" : "") + "</dd>"
    }
    return "<dl class=\"groups\">\n\(items.joined(separator: "\n"))\n</dl>"
  }

  private static let titles = [
    "region", "inside", "crossings", "reached the app", "why not", "radius", "centre",
  ]

  private func counts(of region: CircularRegion) -> CrossingCounts {
    numbers[region.identifier].map { run.strategy.account.regions[$0] } ?? CrossingCounts()
  }

  /// Returns the metres to the nearest fix; 0 for a region that a device was in.
  private func distance(of region: CircularRegion) -> Double {
    numbers[region.identifier].flatMap { report.audit.approaches[$0]?.distance } ?? 0
  }

  private func row(_ region: CircularRegion, _ counts: CrossingCounts) -> [String] {
    let label = report.label(of: region.identifier)
    return [
      "<a href=\"\(PageLink(region: label.identifier).href)\">\(label.html)</a>",
      visits(to: region.identifier), "\(counts.geometry)",
      counts.geometry > 0 ? "\(counts.delivered)\(probability(of: region.identifier))" : "",
      XMLText.escaped(note(on: region.identifier, counts)), "\(region.radius.plain) m",
      OpenStreetMap.link(to: region.center),
    ]
  }

  private func visits(to region: RegionIdentifier) -> String {
    let stays = stays[region] ?? []
    let shown = stays.prefix(Self.listedStays).map { report.times.unbroken($0) }
    return shown.joined(separator: ", ")
      + (stays.count > shown.count ? " and \(stays.count - shown.count) more" : "")
  }

  private func probability(of region: RegionIdentifier) -> String {
    guard let trial = run.trial, let number = numbers[region] else { return "" }
    let reach = trial.account.regions[number].reach
    return reach.whole == 0
      ? "" : "; in trials \(reach.text) (\(reach.part) of \(reach.whole))"
  }

  private func note(on region: RegionIdentifier, _ counts: CrossingCounts) -> String {
    guard counts.geometry == 0 else {
      return counts.losses().map { cause, count in
        let label = cause.words(run.settings).label
        return counts.lost > 1 ? "\(label): \(count)" : label
      }.joined(separator: ", ")
    }
    return numbers[region].map { report.audit.note(on: $0, clock: report.clock) } ?? ""
  }
}

/// The package map, to which a page links; nothing of it is loaded unless a reader follows a link.
enum OpenStreetMap {
  static func link(to place: Coordinate) -> String {
    let (latitude, longitude) = (place.latitude.fixed(5), place.longitude.fixed(5))
    let address =
      "https://www.openstreetmap.org/?mlat=\(latitude)&amp;mlon=\(longitude)"
      + "#map=16/\(latitude)/\(longitude)"
    return "<a href=\"\(address)\" rel=\"noreferrer\">\(latitude), \(longitude)</a>"
  }
}
