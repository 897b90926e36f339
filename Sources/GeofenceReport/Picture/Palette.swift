/// A colour of page and picture, on a light and on a dark screen.
struct Palette {
  let name: String
  let light: String
  let dark: String

  private init(_ name: String, _ light: String, _ dark: String) {
    (self.name, self.light, self.dark) = (name, light, dark)
  }

  static let page = Self("page", "#ffffff", "#12161c")
  static let text = Self("text", "#1c2430", "#e6eaf0")
  static let faint = Self("faint", "#525c6a", "#a4afbe")
  static let idle = Self("idle", "#7d8896", "#77828f")
  static let registered = Self("registered", "#1f6fd6", "#5aa2ff")
  static let enter = Self("enter", "#14804a", "#3ecf8e")
  static let exit = Self("exit", "#9a5600", "#f0a94a")
  static let lost = Self("lost", "#c81626", "#ff5f6b")
  static let madeUp = Self("false", "#b8175c", "#ff7ab0")
  static let late = Self("late", "#8a6500", "#e3bd4c")
  static let difference = Self("difference", "#8427a0", "#d98cf0")
  static let look = Self("look", "#0f766e", "#4fd1c5")
  static let phone = Self("phone", "#0b62a8", "#6cc0ff")
  static let area = Self("area", "#f0f2ee", "#1a2119")
  static let areaLine = Self("areaLine", "#d3d9cf", "#2c372b")
  static let road = Self("road", "#cdb9a2", "#5b4d3c")

  private static let all = [
    page, text, faint, idle, registered, enter, exit, lost, madeUp, late, difference, look,
    phone, area, areaLine, road,
    Self("graticule", "#e3e7ec", "#262e39"),
    Self("panel", "#f5f6f8", "#1a2028"), Self("line", "#d5d9e0", "#343d4a"),
    Self("inside", "#667385", "#8794a6"), Self("sentinel", "#7a4fd0", "#b39bff"),
    Self("cursor", "#111827", "#ffffff"), Self("accent", "#1f6fd6", "#5aa2ff"),
    Self("nearest", "#525c6a", "#a4afbe"), Self("doubt", "#8a6500", "#e3bd4c"),
    Self("mark", "#525c6a", "#a4afbe"),
  ]

  static var style: String {
    let (light, dark) = (
      all.map { "--\($0.name): \($0.light)" }.joined(separator: "; "),
      all.map { "--\($0.name): \($0.dark)" }.joined(separator: "; ")
    )
    return """
      :root { color-scheme: light dark; \(light) }
      @media screen and (prefers-color-scheme: dark) {
      :root:not(.paper) { \(dark) }
      }

      """
  }
}
