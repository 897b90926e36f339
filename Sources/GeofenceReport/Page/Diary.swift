import GeofenceBytes
import GeofenceCore
import GeofenceWriting

/// The visits of the devices in words and in the order of time, with what the app received of each.
struct Diary {
  private let run: ReportedRun
  private let times: TimeWords
  private static let most = 400

  init(_ run: ReportedRun) {
    self.run = run
    times = run.report.times
  }

  var html: String {
    var items: [String] = []
    var count = 0
    let judgements = run.judgements
    for (number, device) in run.report.devices.enumerated() {
      count += device.stays.count
      guard items.count < Self.most, !device.stays.isEmpty else { continue }
      let crossings = Dictionary(grouping: run.judged(ofDevice: number), by: \.id.region)
      let owner = run.report.devices.count > 1 ? device.name?.steeringNothing : nil
      for stay in device.stays.prefix(Self.most - items.count) {
        let region = run.report.audit.names.number(of: stay.region)
        items.append(item(stay, owner, region.flatMap { crossings[$0] } ?? [], judgements))
      }
    }
    guard !items.isEmpty else { return "" }
    let left = count - items.count
    return "<ol>\n\(items.joined(separator: "\n"))\n</ol>"
      + (left > 0 ? "\n<p>… and \(left) more visits.</p>" : "")
  }

  private func item(
    _ stay: RegionSpan, _ owner: String?, _ crossings: [JudgedCrossing], _ judgements: Judgements
  ) -> String {
    let label = run.report.label(of: stay.region)
    let outcomes = [
      (AuditedCrossing.Name.enter, stay.start as Timestamp?), (.exit, stay.end),
    ].compactMap { name, time in
      crossings.first { $0.id.name == name && $0.id.time == time }.map { crossing in
        let text = "\(name.rawValue) \(judgements.sentence(on: crossing))".html
        return crossing.verdict.loss == nil ? text : "<span class=\"lost\">\(text)</span>"
      }
    }
    let link = PageLink.moment(
      stay.start, region: label.identifier, device: owner,
      strategy: run.isBest ? nil : run.options)
    return "<li><a class=\"miss\" href=\"\(link)\">"
      + "\(times.unbroken(stay)) at <strong>\(label.html)</strong></a>"
      + (owner.map { " (\(HTML.name($0)))" } ?? "")
      + (outcomes.isEmpty ? "" : ": \(outcomes.joined(separator: "; "))") + "</li>"
  }
}
