import GeofenceBytes
import GeofenceCore

/// The legend of a picture: rows of signs with their meanings, as wide as the picture.
struct PictureLegend {
  private(set) var text = ""
  let height: Double
  private static let row = 20.0

  init(_ scene: PictureScene, _ pins: PicturePins, width: Double, hasGaps: Bool) {
    let run = scene.run
    var entries: [(sign: String, width: Double, words: String)] = []
    func add(_ group: PictureGroup, _ element: String, _ words: String, width: Double = 18) {
      entries.append((group.text([element]), width, words))
    }
    func pin(_ sign: PicturePins.Sign, _ words: String) {
      guard pins.counts[sign] != nil else { return }
      let (text, group) = sign.appearance
      add(group, "<text x=\"6\" y=\"-4\">\(text)</text>", words)
    }
    for (clause, count) in run.causes(of: run.verdict).sorted(by: { $0.clause < $1.clause }) {
      pin(.missed, "\(count) missed: \(clause)")
    }
    pin(.madeUpEnter, "enter without a crossing")
    pin(.madeUpExit, "exit without a crossing")
    pin(.difference, "not as expected")
    pin(.phone, "by the phone itself")
    pin(.enter, "enter received")
    pin(.exit, "exit received")
    for interface in PictureInterface.all(of: run.report) {
      add(
        .marks, "<text x=\"2\" y=\"-1\">\(interface.mark.html)</text>", interface.name)
    }
    let roles = Set(run.report.circles.map { scene.role(of: $0.identifier) })
    for role in PictureScene.Role.allCases where roles.contains(role) {
      add(role.appearance.group, "<circle cx=\"6\" cy=\"-4\" r=\"5\"/>", role.appearance.words)
    }
    if run.devices.contains(where: { !$0.looks.isEmpty }) {
      add(.updates, "<rect x=\"4\" y=\"-6\" width=\"4\" height=\"4\"/>", "location update")
    }
    if hasGaps { add(.gaps, "<path d=\"M0-4h16\"/>", "no fixes", width: 22) }
    entries.append((Self.ramp, 60, "first fix to last"))
    var (x, rows) = (10.0, 1.0)
    for entry in entries {
      let size = entry.width + Double(entry.words.count) * 6.4 + 16
      if x > 10, x + size > width { (x, rows) = (10, rows + 1) }
      let words = "<text x=\"\(entry.width.plain)\">\(entry.words.html)</text>"
      text +=
        "<g transform=\"translate(\(x.fixed(1)) \((rows * Self.row - 4).plain))\">"
        + "\(entry.sign)\(PictureGroup.legend.text([words]))</g>\n"
      x += size
    }
    height = rows * Self.row + 8
  }

  private static let ramp = (0..<9).map { step in
    "<rect x=\"\((Double(step) * 6).plain)\" y=\"-8\" width=\"6.5\" height=\"6\" "
      + "fill=\"\(ReportPicture.colour(Double(step) / 8))\"/>"
  }.joined()
}
