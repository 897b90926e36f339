import GeofenceBytes
import GeofenceCore

extension AuditText {
  var byDevice: [String] {
    guard report.isByDevice else { return [] }
    var table = TextTable([
      "device", ">geometry", ">delivered", ">lost", ">undecided", ">recall", ">reach", "lost to",
    ])
    let rows = report.countsByDevice.sorted { (-$0.1.lost, $0.0) < (-$1.1.lost, $1.0) }
    for (device, counts) in rows {
      table.append([
        VisibleText.quoted(report.name(ofDevice: device) ?? "the device"),
        "\(counts.geometry)", "\(counts.delivered)", "\(counts.lost)", "\(counts.undecided)",
        counts.recall.text, counts.reach.text, causes(counts),
      ])
    }
    return ["", "devices, those that lost most first"] + lines(of: table)
  }
}

extension AuditReport {
  var countsByDevice: [(device: Int32, counts: CrossingCounts)] {
    let crossings = Dictionary(grouping: strategies[best].account.crossings, by: \.device)
    return (0..<Int32(input.devices)).map { ($0, CrossingCounts(crossings[$0] ?? [])) }
  }
}
