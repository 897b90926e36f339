import GeofenceCore

extension LocationAlarm {
  /// The alarm of a VALARM; `nil` when it is not about a location.
  ///
  /// `PROXIMITY` with VLOCATION (RFC 9074) wins over Apple's own properties. A VLOCATION need not say
  /// where it is; one that does not is no place to fire at.
  init?(_ alarm: CalendarComponent) throws(Diagnosis) {
    // Where the value is empty, an address was never found on the map.
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
  /// - Returns: `nil` for Bluetooth's CONNECT and DISCONNECT, and what else there may be.
  fileprivate init?(_ line: ContentLine) {
    self.init(rawValue: line.value.trimmed.lowercased())
  }
}

extension LocationAlarm.Place {
  /// What a VLOCATION says: its place in `URL` or `GEO`, its radius in `X-APPLE-RADIUS` or `u`.
  ///
  /// - Parameter twin: Apple's word for an alarm. Where it is about the same place, its radius counts
  ///   for a VLOCATION without one.
  /// - Returns: `nil` when it does not say where it is.
  fileprivate init?(_ location: CalendarComponent, _ twin: ContentLine?)
    throws(Diagnosis)
  {
    var radius = try location.filled("X-APPLE-RADIUS").map(Self.metres)
    let uri: GeoURI
    if let line = location.lines.first(where: \.isPlaceURL) {
      uri = try Self.uri(line)
    } else if let line = location.filled("GEO") {
      // `GEO:latitude;longitude`, RFC 5545.
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
    self.init(
      name: location.text("NAME"), coordinate: uri.coordinate,
      radius: radius ?? 0)
  }

  /// What `X-APPLE-STRUCTURED-LOCATION` says.
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

  private static func metres(_ text: String, _ line: ContentLine) throws(Diagnosis)
    -> Double
  {
    if let metres = Double(decimal: Array(text.trimmed.utf8).span), 0...maximumRadius ~= metres {
      return metres
    }
    throw line.mistake(
      "no radius: \(text.quotedExcerpt())",
      help: "write metres, 0 for the default of \(defaultRadius.plain)")
  }
}

extension CalendarComponent {
  /// Whether a VLOCATION says where it is.
  var isPlace: Bool { lines.contains(where: \.isPlaceURL) || filled("GEO") != nil }
}

extension ContentLine {
  /// Whether it is a `URL` with a `geo:` URI.
  var isPlaceURL: Bool { name == "URL" && value.trimmed.prefix(4).lowercased() == "geo:" }
}
