import GeofenceBytes

/// A latitude and a longitude, in degrees, from one text.
///
/// The text is `46.05, 14.5`, `46.05°, 14.5°`, `geo:46.05,14.5`, or a `POINT` of WKT, longitude
/// first.
struct PlaceText {
  let latitude: Double
  let longitude: Double
  /// The altitude in metres; `nan` if there is none.
  let altitude: Double

  /// Reads a text; `nil` if it is no such place. The place may lie out of range.
  init?(_ bytes: Span<UInt8>) {
    var text = bytes.trimmed
    let head = bytes.extracting(text.lowerBound..<min(text.lowerBound + 5, text.upperBound)).text
      .lowercased()
    if head.hasPrefix("point") || head.hasPrefix("srid=") {
      guard let numbers = Self.numbers(ofWKT: bytes.extracting(text).text) else { return nil }
      (longitude, latitude) = (numbers[0], numbers[1])
      altitude = numbers.count > 2 ? numbers[2] : .nan
      return
    }
    if head.hasPrefix("geo:") { text = text.dropFirst(4) }
    if let first = text.first, let last = text.last,
      bytes[first] == UInt8(ascii: "("), bytes[last] == UInt8(ascii: ")")
    {
      text = text.dropFirst().dropLast()
    }
    // In a geo URI an altitude and parameters may follow.
    let inner = bytes.extracting(text)
    let end = inner.offset(of: UInt8(ascii: ";"), from: 0)
    let comma = inner.offset(of: ASCII.comma, from: 0)
    guard comma < end else { return nil }
    let second = min(inner.offset(of: ASCII.comma, from: comma + 1), end)
    guard let latitude = Double(degrees: inner.extracting(0..<comma), .northSouth),
      let longitude = Double(degrees: inner.extracting((comma + 1)..<second), .eastWest)
    else { return nil }
    self.latitude = latitude
    self.longitude = longitude
    altitude =
      second < end ? Double(decimal: inner.extracting((second + 1)..<end)) ?? .nan : .nan
  }

  /// Returns the numbers of a point such as `POINT (14.5 46.05)`, `POINT Z (14.5 46.05 300)` or
  /// `SRID=4326;POINT(14.5 46.05)`.
  private static func numbers(ofWKT text: String) -> [Double]? {
    let geometry = text.split(separator: ";", maxSplits: 1).last ?? ""
    guard geometry.lowercased().hasPrefix("point"), geometry.hasSuffix(")"),
      let open = geometry.firstIndex(of: "(")
    else { return nil }
    let numbers = geometry[geometry.index(after: open)...].dropLast()
      .split(whereSeparator: \.isWhitespace).map { Double(decimal: Array($0.utf8).span) ?? .nan }
    return numbers.count >= 2 && !numbers[0].isNaN && !numbers[1].isNaN ? numbers : nil
  }
}
