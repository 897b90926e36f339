import GeofenceBytes

/// A latitude and a longitude, in degrees, from one text such as `46.05, 14.5`, `46.05 14.5`,
/// `46°03'00"N 14°30'00"E`, `geo:46.05,14.5`, `46.05 ± 5 meters, 14.5 ± 5 meters`, or a `POINT` of
/// WKT, longitude first.
package struct PlaceText {
  package let latitude: Double
  package let longitude: Double
  let altitude: Double
  /// Metres; `nan` where the text has none.
  var accuracy = Double.nan
  /// True if the text does not say which number is the latitude.
  package let isOrderAssumed: Bool

  package init?(_ bytes: Span<UInt8>, longitudeFirst: Bool = false) {
    var text = bytes.trimmed
    guard text.count <= Self.longest else { return nil }
    let head = bytes.extracting(text.lowerBound..<min(text.lowerBound + 5, text.upperBound)).text
      .lowercased()
    if head.hasPrefix("point") || head.hasPrefix("srid=") {
      guard let numbers = Self.numbers(ofWKT: bytes.extracting(text).text) else { return nil }
      (longitude, latitude) = (numbers[0], numbers[1])
      altitude = numbers.count > 2 ? numbers[2] : .nan
      isOrderAssumed = false
      return
    }
    let isURI = head.hasPrefix("geo:")
    if isURI { text = text.dropFirst(4) }
    if let first = text.first, let last = text.last,
      bytes[first] == UInt8(ascii: "("), bytes[last] == UInt8(ascii: ")")
    {
      text = text.dropFirst().dropLast()
    }
    let inner = bytes.extracting(text)
    // The letter of a side says what a number is.
    isOrderAssumed = !isURI && !inner.text.contains { "NSEWnsew".contains($0) }
    let swaps = longitudeFirst && isOrderAssumed
    // In a geo URI an altitude and parameters may follow.
    let end = isURI ? inner.offset(of: UInt8(ascii: ";"), from: 0) : inner.count
    var parts = Self.parts(inner.extracting(0..<end), swaps)
    if parts == nil, let plain = Self.withoutAccuracies(inner.text) {
      parts = Self.parts(plain.text.span, swaps).map { ($0.first, $0.second, end) }
      accuracy = plain.accuracy
    }
    guard let (first, second, rest) = parts else { return nil }
    (latitude, longitude) = swaps ? (second, first) : (first, second)
    altitude = Double(decimal: inner.extracting(min(rest + 1, end)..<end)) ?? .nan
  }

  private static let longest = 256

  /// Returns the coordinates of a text such as `46.05 ± 5 meters, 14.5 ± 5 meters`, and the metres;
  /// `nil` for another text.
  private static func withoutAccuracies(_ text: String) -> (text: [UInt8], accuracy: Double)? {
    let parts = text.split(separator: ",").map { $0.split(separator: "±", maxSplits: 1) }
    guard let written = parts.first, written.count == 2 else { return nil }
    let metres = Array(written[1].utf8)
    return (
      Array(parts.map { $0.first ?? "" }.joined(separator: ",").utf8),
      LengthUnit.length(metres.span) ?? .nan
    )
  }

  /// Returns a text's two coordinates, and the end of the second; `,`, `;` or a blank is between.
  private static func parts(_ text: Span<UInt8>, _ swaps: Bool)
    -> (first: Double, second: Double, end: Int)?
  {
    let sides: [Hemispheres] = swaps ? [.eastWest, .northSouth] : [.northSouth, .eastWest]
    for divider in [ASCII.comma, UInt8(ascii: ";"), ASCII.space] {
      var place = text.offset(of: divider, from: 0)
      while place < text.count {
        let end = text.offset(of: ASCII.comma, from: place + 1)
        let next = divider == ASCII.comma ? end : text.count
        let hasComma = divider != ASCII.comma
        if let first = Double(degrees: text.extracting(0..<place), sides[0], comma: hasComma),
          let second = Double(
            degrees: text.extracting((place + 1)..<next), sides[1], comma: hasComma)
        {
          return (first, second, next)
        }
        // A blank may also stand within a coordinate.
        guard divider == ASCII.space else { break }
        place = text.offset(of: divider, from: place + 1)
      }
    }
    return nil
  }

  /// Returns the numbers of a point such as `POINT Z (14.5 46.05 300)` or `SRID=4326;POINT(…)`.
  private static func numbers(ofWKT text: String) -> [Double]? {
    let geometry = text.split(separator: ";", maxSplits: 1).last ?? ""
    guard geometry.lowercased().hasPrefix("point"), geometry.hasSuffix(")"),
      let open = geometry.firstIndex(of: "(")
    else { return nil }
    let numbers = geometry[geometry.index(after: open)...].dropLast()
      .split(whereSeparator: { $0.isWhitespace }).map {
        Double(decimal: Array($0.utf8).span) ?? .nan
      }
    return numbers.count >= 2 && !numbers[0].isNaN && !numbers[1].isNaN ? numbers : nil
  }
}
