import GeofenceBytes
import GeofenceWriting

/// The legend of a picture: rows of signs with their meanings, as wide as the picture.
struct PictureLegend {
  private struct Entry {
    let sign: String
    let width: Double
    let words: String
  }

  private static let row = 20.0
  private var rows: [[(x: Double, entry: Entry)]] = [[]]

  var height: Double { Double(rows.count) * Self.row + 8 }

  init(_ scene: PictureScene, _ pins: PicturePins, width: Double, hasGaps: Bool) {
    var entries: [Entry] = []
    func add(_ group: PictureGroup, _ element: String, _ words: String, width: Double = 18) {
      entries.append(Entry(sign: group.text([element]), width: width, words: words))
    }
    let run = scene.run
    func pin(_ sign: PicturePins.Sign, _ words: String) {
      guard pins.counts[sign, default: 0] > 0 else { return }
      add(sign.group, "<text x=\"6\" y=\"-4\">\(sign.text)</text>", words)
    }
    for (cause, count) in run.counts.losses() {
      let label = cause.words(run.settings).label
      pin(.missed, "\(count) missed: \(label)")
    }
    pin(.madeUpEnter, "enter without a crossing")
    pin(.madeUpExit, "exit without a crossing")
    pin(.difference, "not as expected")
    pin(.phone, "by the phone itself")
    pin(.enter, "enter received")
    pin(.exit, "exit received")
    for interface in PictureInterface.all(of: run.report) {
      add(
        .marks, "<text x=\"2\" y=\"-1\">\(XMLText.escaped(interface.mark))</text>", interface.name)
    }
    let roles = Set(run.report.regions.map { scene.role(of: $0.identifier) })
    let circle = "<circle cx=\"6\" cy=\"-4\" r=\"5\"/>"
    if roles.contains(.lost) { add(.lostRegions, circle, "region with a loss") }
    if roles.contains(.madeUp) {
      add(.falseRegions, circle, "region of an event without a crossing")
    }
    if roles.contains(.registered) { add(.registered, circle, "registered at some time") }
    if roles.contains(.idle) { add(.regions, circle, "never registered") }
    if run.devices.contains(where: { !$0.looks.isEmpty }) {
      add(.updates, "<rect x=\"4\" y=\"-6\" width=\"4\" height=\"4\"/>", "location update")
    }
    if hasGaps { add(.gaps, "<path d=\"M0-4h16\"/>", "no fixes", width: 22) }
    entries.append(Entry(sign: Self.ramp, width: 60, words: "first fix to last"))
    var x = 10.0
    for entry in entries {
      let size = entry.width + Double(entry.words.count) * 6.4 + 16
      if x > 10, x + size > width {
        rows.append([])
        x = 10
      }
      rows[rows.count - 1].append((x, entry))
      x += size
    }
  }

  private static let ramp = (0..<9).map { step in
    "<rect x=\"\((Double(step) * 6).plain)\" y=\"-8\" width=\"6.5\" height=\"6\" "
      + "fill=\"\(ReportPicture.colour(Double(step) / 8))\"/>"
  }.joined()

  var text: String {
    var text = ""
    for (number, row) in rows.enumerated() {
      for (x, entry) in row {
        let y = Double(number + 1) * Self.row - 4
        text +=
          "<g transform=\"translate(\(x.fixed(1)) \(y.plain))\">\(entry.sign)"
          + PictureGroup.legend.text([
            "<text x=\"\(entry.width.plain)\">\(XMLText.escaped(entry.words))</text>"
          ]) + "</g>\n"
      }
    }
    return text
  }
}
