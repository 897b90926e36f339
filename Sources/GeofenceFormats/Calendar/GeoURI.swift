import GeofenceCore

/// A `geo:` URI (RFC 5870): a place and, maybe, its uncertainty in metres.
struct GeoURI: Hashable {
  let coordinate: Coordinate
  let uncertainty: Double?

  /// Reads `geo:lat,lon[,alt][;parameters]`, also with an escaped comma, and with `?u=` for `;u=`.
  ///
  /// - Returns: `nil` when it is no place on the earth.
  init?(_ text: String) {
    let plain = text.replacing("\\", with: "").trimmed
    guard plain.prefix(4).lowercased() == "geo:" else { return nil }
    let parts = plain.dropFirst(4).split(omittingEmptySubsequences: false) {
      $0 == ";" || $0 == "?" || $0 == "&"
    }
    let numbers = (parts.first ?? "").split(separator: ",", omittingEmptySubsequences: false)
      .map { Double(decimal: Array($0.utf8).span) }
    guard numbers.count == 2 || numbers.count == 3, let latitude = numbers[0],
      let longitude = numbers[1], latitude.magnitude <= 90, longitude.magnitude <= 180
    else { return nil }
    coordinate = Coordinate(latitude: latitude, longitude: longitude)
    guard let parameter = parts.dropFirst().first(where: { $0.lowercased().hasPrefix("u=") }) else {
      uncertainty = nil
      return
    }
    guard let metres = Double(decimal: Array(parameter.dropFirst(2).utf8).span), metres >= 0,
      metres.isFinite
    else { return nil }
    uncertainty = metres
  }

  /// As it is written: degrees to a millionth, with `u` where `uncertainty` is given.
  static func text(_ coordinate: Coordinate, uncertainty: Double? = nil) -> String {
    func degrees(_ value: Double) -> String { ((value * 1e7).rounded() / 1e7).plainDecimal }
    let place = "geo:\(degrees(coordinate.latitude)),\(degrees(coordinate.longitude))"
    return place + (uncertainty.map { ";u=\($0.plainDecimal)" } ?? "")
  }
}

extension Double {
  /// Without an exponent, as many digits as it needs.
  var plainDecimal: String {
    let text = plain
    guard text.contains("e") else { return text }
    var digits = ""
    var rest = magnitude
    let whole = rest.rounded(.down)
    rest -= whole
    for _ in 0..<12 {
      rest *= 10
      digits += String(Int(rest))
      rest -= rest.rounded(.down)
    }
    while digits.hasSuffix("0") { digits.removeLast() }
    return (self < 0 ? "-" : "") + whole.plain + (digits.isEmpty ? "" : ".\(digits)")
  }
}
