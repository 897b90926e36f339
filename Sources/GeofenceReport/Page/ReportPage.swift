import EmbeddedFiles
import GeofenceBytes

extension Report {
  /// The report as one HTML page that needs no network and no other file.
  ///
  /// - Complexity: O(n log n) for the n points, events and regions that it shows.
  package var html: String {
    let document = ReportDocument(self)
    let sections = ReportSections(self, document)
    let parts = [
      "title": XMLText.escaped(title), "facts": sections.facts, "verdicts": sections.verdicts,
      "problems": sections.problems, "map": ReportPicture(best).figure,
      "strategies": StrategyTable(self).html, "diary": Diary(best).html,
      "regions": RegionTable(self).html, "figures": sections.figures,
      "settings": sections.settings, "assumptions": sections.assumptions,
      "note": sections.note, "footer": sections.footer,
      "style": Palette.style + Resource.style + PictureGroup.darkStyle, "script": Resource.script,
      // A `<` in the data could end the script element that holds them.
      "data": document.json.replacing("<", with: "\\u003c"),
    ]
    var page = ""
    for (number, piece) in Resource.page.split(separator: "{{").enumerated() {
      guard number > 0 else {
        page += piece
        continue
      }
      let halves = piece.split(separator: "}}", maxSplits: 1, omittingEmptySubsequences: false)
      page += (parts[String(halves[0])] ?? "") + halves[1]
    }
    guard let remark = remark(onSize: page.utf8.count) else { return page }
    return page.replacing(
      "<p id=\"size\" hidden></p>", with: "<p id=\"size\">\(XMLText.escaped(remark))</p>")
  }

  /// Returns a sentence about a page or a picture of more than 5 MB: what it is made of, and what
  /// makes it smaller; `nil` for a smaller one.
  package func remark(onSize bytes: Int) -> String? {
    guard bytes > 5_000_000 else { return nil }
    return "It has \((Double(bytes) / 1e6).tenths.plain) MB, for "
      + "\(counted(devices.count, "device")), \(counted(regions.count, "region")) and "
      + "\(counted(runs.count, "strategy", "strategies")); a part of the time (--from, --to), "
      + "the regions near the track, fewer tracks and fewer alternatives make it smaller."
  }
}

/// The files of the page, which stand in the folder `Resources`.
enum Resource {
  fileprivate static let page = text(report_page())
  static let style = text(report_style())
  fileprivate static let script = text(report_script())

  private static func text(_ file: embedded_file) -> String {
    String(decoding: UnsafeBufferPointer(start: file.bytes, count: file.count), as: UTF8.self)
  }
}
