import GeofenceBytes
import GeofenceCore

extension LocationAlarm {
  /// Reads the alarm of a VALARM; `nil` if it does not depend on a location. `PROXIMITY` with
  /// VLOCATION (RFC 9074) takes precedence over Apple's own properties. A VLOCATION without a
  /// position is ignored.
  init?(_ alarm: CalendarComponent) throws(Diagnosis) {
    // An empty value stands for an address that was never found on the map.
    let structured = alarm.filled("X-APPLE-STRUCTURED-LOCATION")
    if let line = alarm["PROXIMITY"], let proximity = Proximity(line) {
      var places: [Place] = []
      for location in alarm.components("VLOCATION") {
        if let place = try Place(location, structured) { places.append(place) }
      }
      if !places.isEmpty {
        self.init(proximity, at: places)
        return
      }
    }
    guard let line = alarm["X-APPLE-PROXIMITY"] ?? alarm["PROXIMITY"],
      let proximity = Proximity(line), let structured
    else { return nil }
    self.init(proximity, at: [try Place(structured, in: alarm)])
  }
}

extension LocationAlarm.Proximity {
  /// Reads the value of `PROXIMITY`; `nil` for Bluetooth's CONNECT and DISCONNECT, and for any
  /// other value.
  fileprivate init?(_ line: ContentLine) {
    self.init(rawValue: line.value.trimmed.lowercased())
  }
}

extension LocationAlarm.Place {
  /// Reads the place of a VLOCATION: `URL` or `GEO`, with its radius in `X-APPLE-RADIUS` or `u`;
  /// `nil` if the VLOCATION has no position.
  fileprivate init?(_ location: CalendarComponent, _ twin: ContentLine?) throws(Diagnosis) {
    var radius = try location.filled("X-APPLE-RADIUS").map(Self.metres)
    let uri: GeoURI
    if let line = location.lines.first(where: \.isPlaceURL) {
      uri = try Self.uri(line)
    } else if let line = location.filled("GEO") {
      // RFC 5545 writes `GEO:latitude;longitude`.
      guard let place = GeoURI("geo:" + line.value.replacing(";", with: ",")) else {
        throw Self.noPlace(line)
      }
      uri = place
    } else {
      return nil
    }
    radius = radius ?? uri.uncertainty
    if radius == nil, let twin, GeoURI(twin.value)?.coordinate == uri.coordinate {
      radius = try twin["X-APPLE-RADIUS"].map { text throws(Diagnosis) in
        try Self.metres(text, twin)
      }
    }
    self.init(name: location.text("NAME"), coordinate: uri.coordinate, radius: radius ?? 0)
  }

  fileprivate init(_ line: ContentLine, in alarm: CalendarComponent)
    throws(Diagnosis)
  {
    let uri = try Self.uri(line)
    var radius = try alarm["X-APPLE-RADIUS"].map(Self.metres)
    if let text = line["X-APPLE-RADIUS"] { radius = try Self.metres(text, line) }
    self.init(
      name: (line["X-TITLE"] ?? line["X-ADDRESS"])?.calendarUnescaped,
      coordinate: uri.coordinate, radius: radius ?? uri.uncertainty ?? 0)
  }

  private static func uri(_ line: ContentLine) throws(Diagnosis) -> GeoURI {
    guard let uri = GeoURI(line.value) else { throw noPlace(line) }
    return uri
  }

  private static func noPlace(_ line: ContentLine) -> Diagnosis {
    line.mistake(
      "no place on the earth: \(line.value.quotedExcerpt())",
      help: "write geo:latitude,longitude in decimal degrees, ;u= for a radius in metres")
  }

  private static func metres(_ line: ContentLine) throws(Diagnosis) -> Double {
    try metres(line.value, line)
  }

  private static func metres(_ text: String, _ line: ContentLine) throws(Diagnosis) -> Double {
    if let metres = Double(decimal: Array(text.trimmed.utf8).span),
      0...CircularRegion.largestRadius ~= metres
    {
      return metres
    }
    throw line.mistake(
      "no radius: \(text.quotedExcerpt())",
      help: "write metres, 0 for the default of \(defaultRadius.plain)")
  }
}

extension CalendarComponent {
  var isPlace: Bool { lines.contains(where: \.isPlaceURL) || filled("GEO") != nil }
}

extension ContentLine {
  var isPlaceURL: Bool { name == "URL" && value.trimmed.prefix(4).lowercased() == "geo:" }
}
