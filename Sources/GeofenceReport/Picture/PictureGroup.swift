/// A group of elements of a picture that share their appearance.
///
/// The appearance is given by attributes, not by styles: a page under a content-security policy may
/// lose its styles, and its map must not turn black. Only the changes for a dark screen are a
/// style.
struct PictureGroup {
  private let name: String
  private let fill: Palette?
  private let stroke: Palette?
  private let attributes: String

  private init(
    _ name: String, fill: Palette? = nil, stroke: Palette? = nil, _ attributes: String = ""
  ) {
    (self.name, self.fill, self.stroke, self.attributes) = (name, fill, stroke, attributes)
  }

  static let areas = Self("area", fill: .area, stroke: .areaLine, #"stroke-width="0.8""#)
  static let roads = Self("road", stroke: .road, #"stroke-width="1.4""# + round)
  static let regions = Self(
    "region", stroke: .idle, #"stroke-width="1.2" stroke-dasharray="4 3""#)
  static let registered = Self(
    "registered", fill: .registered, stroke: .registered,
    #"fill-opacity=".06" stroke-width="1.4""#)
  static let lostRegions = Self(
    "lost", fill: .lost, stroke: .lost, #"fill-opacity=".1" stroke-width="1.8""#)
  static let falseRegions = Self(
    "false", fill: .madeUp, stroke: .madeUp, #"fill-opacity=".08" stroke-width="1.8""#)
  static let casing = Self("casing", stroke: .page, #"stroke-width="7""# + round)
  static let track = Self("track", #"stroke-width="4""# + round)
  static let gaps = Self("gap", stroke: .faint, #"stroke-width="1.6" stroke-dasharray="2 5""#)
  static let updateLines = Self(
    "updateline", stroke: .look, #"stroke-width="1" stroke-opacity=".55""#)
  static let updates = Self("update", fill: .look)
  static let names = label("name", .text, middle)
  static let lostNames = label("name missed", .lost, middle)
  static let causes = label("cause", .lost, #" font-size="11" font-style="italic""#)
  static let marks = label("interface", .text, #" font-size="9" font-weight="bold""#)
  static let scale = Self("scale", stroke: .text, #"stroke-width="1.5""#)
  static let scaleLabels = label("scalelabel", .text, "")
  static let legend = Self("legend", fill: .text, #"font-size="12""#)

  static func pins(_ name: String, _ colour: Palette) -> Self {
    label("pin \(name)", colour, pin)
  }

  private static let round = #" stroke-linecap="round" stroke-linejoin="round""#
  private static let middle = #" text-anchor="middle""#
  private static let pin =
    #" font-size="14" font-weight="bold" text-anchor="middle" dominant-baseline="central""#

  private static func label(_ name: String, _ colour: Palette, _ attributes: String) -> Self {
    Self(
      name, fill: colour, stroke: .page,
      #"stroke-width="3" paint-order="stroke""# + attributes)
  }

  private static let all = [
    areas, roads, regions, registered, lostRegions, falseRegions, casing, gaps,
    updateLines, updates, names, lostNames, causes, marks, scale, scaleLabels, legend,
    pins("enter", .enter), pins("exit", .exit), pins("missed", .lost), pins("false", .madeUp),
    pins("difference", .difference), pins("phone", .phone),
  ]

  static var darkStyle: String {
    let rules = all.map { group in
      let colours = [("fill", group.fill), ("stroke", group.stroke)].compactMap { name, colour in
        colour.map { "\(name): \($0.dark)" }
      }
      let classes = group.name.split(separator: " ").map { ".\($0)" }.joined()
      return ".still \(classes) { \(colours.joined(separator: "; ")) }"
    }
    return """
      @media screen and (prefers-color-scheme: dark) {
      .still .page { fill: \(Palette.page.dark) }
      \(rules.joined(separator: "\n"))
      }
      """
  }

  func text(_ elements: [String]) -> String {
    guard !elements.isEmpty else { return "" }
    let stroke = stroke.map { " stroke=\"\($0.light)\"" } ?? ""
    return "<g class=\"\(name)\" fill=\"\(fill?.light ?? "none")\"\(stroke) \(attributes)>\n"
      + "\(elements.joined(separator: "\n"))\n</g>\n"
  }

  /// Returns a text at a point in pixels, with a title that shows when a pointer rests on it.
  static func words(_ text: String, x: Double, y: Double, title: String? = nil) -> String {
    let title = title.map { "<title>\($0.html)</title>" } ?? ""
    return "<text x=\"\(x.fixed(1))\" y=\"\(y.fixed(1))\">\(text.html)\(title)</text>"
  }

  static func polyline(_ pixels: [MapFrame.Pixel], _ attributes: String = "") -> String {
    let points = pixels.map { "\($0.x.fixed(1)),\($0.y.fixed(1))" }.joined(separator: " ")
    return "<polyline\(attributes) points=\"\(points)\"/>"
  }
}
