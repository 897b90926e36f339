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
      "style": Palette.style + Resource.style + PictureGroup.darkStyle, "script": Resource.script,
      // A `<` in the data could end the script element that holds them.
      "data": JSONText.compact(document).replacing("<", with: "\\u003c"),
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
    return page
  }
}

/// The files of the page, which stand in the folder `Resources`.
private enum Resource {
  static let page = text(report_page())
  static let style = text(report_style())
  static let script = text(report_script())

  private static func text(_ file: embedded_file) -> String {
    String(decoding: UnsafeBufferPointer(start: file.bytes, count: file.count), as: UTF8.self)
  }
}
