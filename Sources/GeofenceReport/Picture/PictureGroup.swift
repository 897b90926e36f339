/// A group of elements of a picture that share their appearance.
///
/// The appearance is given by attributes, not by styles: a page under a content-security policy may
/// lose its styles, and its map must not turn black. Only the changes for a dark screen are a
/// style.
struct PictureGroup {
  private let name: String
  private let attributes: String

  /// Creates a group with a class name.
  ///
  /// - Parameters:
  ///   - name: the names of its classes.
  ///   - attributes: attributes such as `stroke="#fff"`.
  private init(_ name: String, _ attributes: String) {
    (self.name, self.attributes) = (name, attributes)
  }

  static let areas = Self("area", ##"fill="#f0f2ee" stroke="#d3d9cf" stroke-width="0.8""##)
  static let roads = Self("road", ##"fill="none" stroke="#cdb9a2" stroke-width="1.4""## + round)
  static let grid = Self("grid", ##"fill="none" stroke="#e3e7ec""##)
  static let gridLabels = Self("gridlabel", ##"font-size="11" fill="#5c6675""## + halo)
  static let regions = Self(
    "region", ##"fill="none" stroke="#8a95a5" stroke-width="1.2" stroke-dasharray="4 3""##)
  static let lostRegions = Self(
    "lost", ##"fill="#d11a2a" fill-opacity=".1" stroke="#d11a2a" stroke-width="1.6""##)
  static let casing = Self("casing", ##"fill="none" stroke="#fff" stroke-width="7""## + round)
  static let track = Self("track", ##"fill="none" stroke-width="4""## + round)
  static let gaps = Self(
    "gap", ##"fill="none" stroke="#5c6675" stroke-width="1.6" stroke-dasharray="2 5""##)
  static let enters = Self("pin enter", ##"fill="#14804a""## + pin)
  static let exits = Self("pin exit", ##"fill="#a05a00""## + pin)
  static let missed = Self("pin missed", ##"fill="#d11a2a""## + pin)
  static let names = Self("name", ##"fill="#1c2430" text-anchor="middle""## + halo)
  static let lostNames = Self("name missed", ##"fill="#d11a2a" text-anchor="middle""## + halo)
  static let scale = Self("scale", ##"fill="none" stroke="#1c2430" stroke-width="1.5""##)
  static let scaleLabels = Self("scalelabel", ##"fill="#1c2430""## + halo)

  private static let round = ##" stroke-linecap="round" stroke-linejoin="round""##
  private static let halo = ##" stroke="#fff" stroke-width="3" paint-order="stroke""##
  private static let pin =
    ##" font-size="13" font-weight="bold" text-anchor="middle" dominant-baseline="central""## + halo

  /// The style with the changes for a dark screen.
  static let darkStyle = """
    @media screen and (prefers-color-scheme: dark) {
    .still .page { fill: #12161c } .still .headline, .still .name, .still .scalelabel { fill: #e6eaf0 }
    .still .grid { stroke: #262e39 } .still .gridlabel { fill: #9aa6b6 } .still .scale { stroke: #e6eaf0 }
    .still :is(.name, .pin, .casing, .gridlabel, .scalelabel) { stroke: #12161c }
    .still .area { fill: #1a2119; stroke: #2c372b } .still .road { stroke: #5b4d3c }
    .still .gap { stroke: #9aa6b6 }
    .still .missed { fill: #ff5f6b } .still .enter { fill: #3ecf8e } .still .exit { fill: #f0a94a }
    }
    """

  /// Returns the group of `elements` as SVG; an empty string where there are none.
  func text(_ elements: [String]) -> String {
    guard !elements.isEmpty else { return "" }
    return "<g class=\"\(name)\" \(attributes)>\n\(elements.joined(separator: "\n"))\n</g>\n"
  }

  /// Returns the line through `pixels` as SVG.
  static func polyline(_ pixels: [MapFrame.Pixel], _ attributes: String = "") -> String {
    let points = pixels.map { "\($0.x.fixed(1)),\($0.y.fixed(1))" }.joined(separator: " ")
    return "<polyline\(attributes) points=\"\(points)\"/>"
  }
}
