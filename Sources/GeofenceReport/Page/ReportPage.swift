import GeofenceFormats

extension Report {
  /// The report as one HTML page that needs no network and no other file.
  ///
  /// - Complexity: O(n log n) for the n points, events and regions that it shows.
  public var html: String {
    let document = ReportDocument(self)
    let sections = ReportSections(self, document)
    let parts = [
      "title": XMLText.escaped(title), "headline": XMLText.escaped(headline),
      "verdict": document.isGood ? "good" : "bad", "facts": sections.facts,
      "missed": sections.missed, "map": ReportPicture(self).figure,
      "regions": RegionTable(self).html, "settings": sections.settings,
      "assumptions": sections.assumptions,
      "style": Resource.style + PictureGroup.darkStyle, "script": Resource.script,
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
  static let page = text(PackageResources.report_html)
  static let style = text(PackageResources.report_css) + text(PackageResources.print_css)
  /// The script of the page, whose parts are in the order of their dependencies.
  static let script = [
    PackageResources.data_js, PackageResources.projection_js, PackageResources.time_js,
    PackageResources.state_js, PackageResources.map_js, PackageResources.basemap_js,
    PackageResources.track_js, PackageResources.graticule_js, PackageResources.moment_js,
    PackageResources.lanes_js, PackageResources.timeline_js, PackageResources.window_js,
    PackageResources.lists_js, PackageResources.cursor_js, PackageResources.address_js,
    PackageResources.paper_js, PackageResources.controls_js,
  ].map(text).joined(separator: "\n")

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
