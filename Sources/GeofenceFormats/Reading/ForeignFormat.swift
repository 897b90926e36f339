/// Recognises what is no track and no region file, so that a message can say what it is.
enum ForeignFormat {
  enum Expectation { case track, regions }

  /// What is wrong with an input that begins with `bytes`; `nil` when nothing is known against it.
  static func problem(in bytes: ArraySlice<UInt8>, expected: Expectation)
    -> (problem: String, mend: String)?
  {
    let first = bytes.first { !ASCII.isBlank($0) }
    guard let first else {
      return ("the file is empty", mend(expected))
    }
    if bytes.starts(with: [0x1F, 0x8B]) { return ("gzip data", "unpack it first: gunzip -k FILE") }
    if bytes.starts(with: Array("PK\u{3}\u{4}".utf8)) {
      return ("a zip archive (KMZ?)", "unpack it first: unzip FILE")
    }
    let isUTF16 = bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
    if isUTF16, expected == .track { return nil }
    if bytes.contains(0) { return ("binary data", mend(expected)) }
    switch (first, expected) {
    case (UInt8(ascii: "{"), .track), (UInt8(ascii: "["), .track):
      return ("JSON, not a track", "give a GPX or CSV track; regions go to --regions")
    case (UInt8(ascii: "<"), .regions):
      return (
        "\(xml(String(decoding: bytes, as: UTF8.self))), not regions", mend(expected)
      )
    default: return nil
    }
  }

  /// What an XML document is, from its beginning.
  private static func xml(_ head: String) -> String {
    let head = head.lowercased()
    for (mark, name) in [("<html", "HTML"), ("<!doctype html", "HTML"), ("<kml", "KML")]
    where head.contains(mark) { return name }
    return head.contains("<gpx") ? "GPX" : "XML"
  }

  /// What to do about an XML document whose root is `name`, which is not `gpx`.
  static func foreignRoot(_ name: String) -> (problem: String, mend: String) {
    switch name.lowercased() {
    case "html": ("an HTML page, not GPX", "was it downloaded from behind a login?")
    case "kml": ("KML, not GPX", "convert it to GPX")
    case "trainingcenterdatabase": ("TCX, not GPX", "convert it to GPX")
    default:
      ("XML with the root <\(name)>, not GPX", "give a GPX or CSV track")
    }
  }

  private static func mend(_ expected: Expectation) -> String {
    switch expected {
    case .track: "give a GPX or CSV track"
    case .regions: "give regions as JSON, GeoJSON or CSV"
    }
  }
}
