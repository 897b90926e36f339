import GeofenceBytes
import GeofenceCore

/// A `geo:` URI (RFC 5870): a place and perhaps its uncertainty in metres.
struct GeoURI: Hashable {
  let coordinate: Coordinate
  let uncertainty: Double?

  /// Reads `geo:lat,lon[,alt][;parameters]`, also with an escaped comma, and with `?u=` for `;u=`.
  /// `nil` if it is not a place on the Earth.
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
    guard let metres = Double(decimal: Array(parameter.dropFirst(2).utf8).span),
      0...CircularRegion.largestRadius ~= metres
    else { return nil }
    uncertainty = metres
  }

  /// Returns the URI of a place, in degrees with all their digits, and of its `u` in metres.
  static func text(_ coordinate: Coordinate, uncertainty: Double? = nil) -> String {
    let place = "geo:\(coordinate.latitude.plainDecimal),\(coordinate.longitude.plainDecimal)"
    return place + (uncertainty.map { ";u=\($0.plainDecimal)" } ?? "")
  }
}

extension Double {
  /// The shortest decimal text without an exponent that is read back as the same number.
  var plainDecimal: String {
    let parts = plain.split(separator: "e")
    guard parts.count == 2, let exponent = Int(parts[1]) else { return plain }
    let digits = parts[0].filter { $0 != "-" && $0 != "." }
    let sign = self < 0 ? "-" : ""
    // The exponent is that of the first digit.
    let whole = exponent + 1
    if whole <= 0 { return sign + "0." + String(repeating: "0", count: -whole) + digits }
    if whole >= digits.count {
      return sign + digits + String(repeating: "0", count: whole - digits.count)
    }
    return sign + digits.prefix(whole) + "." + digits.dropFirst(whole)
  }
}
