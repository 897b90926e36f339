/// Recognises what is no file of regions, so that a message can say what it is.
enum ForeignFormat {
  /// What is wrong with an input that begins with `bytes`; `nil` when nothing is known against it.
  ///
  /// - Parameters:
  ///   - wanted: what the input should be.
  ///   - help: how to come by it.
  static func problem(
    in bytes: ArraySlice<UInt8>, wanted: String = "regions",
    help: String = "give regions as JSON, GeoJSON or CSV"
  ) -> (problem: String, help: String)? {
    guard let first = bytes.first(where: { !ASCII.isBlank($0) }) else {
      return ("the file is empty", help)
    }
    if bytes.starts(with: [0x1F, 0x8B]) { return ("gzip data", "unpack it first: gunzip -k FILE") }
    if bytes.starts(with: Array("PK\u{3}\u{4}".utf8)) {
      return ("a zip archive", "unpack it first: unzip FILE")
    }
    if bytes.contains(0) { return ("binary data", help) }
    let isXML = first == UInt8(ascii: "<")
    return isXML ? ("\(xml(String(decoding: bytes, as: UTF8.self))), not \(wanted)", help) : nil
  }

  /// What an XML document is, from its beginning.
  private static func xml(_ head: String) -> String {
    let head = head.lowercased()
    let marks = [("<!doctype html", "HTML"), ("<html", "HTML"), ("<kml", "KML"), ("<gpx", "GPX")]
    return marks.first { head.contains($0.0) }?.1 ?? "XML"
  }
}
