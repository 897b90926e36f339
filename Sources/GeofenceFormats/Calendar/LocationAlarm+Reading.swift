import GeofenceCore

extension LocationAlarm {
  /// The alarm of a VALARM; `nil` when it is not about a location.
  ///
  /// `PROXIMITY` with VLOCATION (RFC 9074) wins over Apple's own properties.
  init?(_ alarm: CalendarComponent) throws(ReminderFile.Mistake) {
    let locations = alarm.components("VLOCATION")
    if let line = alarm["PROXIMITY"], let proximity = Proximity(line), !locations.isEmpty {
      var places: [Place] = []
      for location in locations { places.append(try Place(location)) }
      self.init(proximity, at: places)
      return
    }
    guard let line = alarm["X-APPLE-PROXIMITY"] ?? alarm["PROXIMITY"],
      let proximity = Proximity(line), let structured = alarm["X-APPLE-STRUCTURED-LOCATION"],
      // An address that was never found on the map.
      !structured.value.trimmed.isEmpty
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
  fileprivate init(_ location: CalendarComponent) throws(ReminderFile.Mistake) {
    let radius = try location["X-APPLE-RADIUS"].map(Self.metres)
    let urls = location.lines.filter(\.isPlaceURL)
    if let line = urls.first {
      let uri = try Self.uri(line)
      self.init(
        name: location.text("NAME"), coordinate: uri.coordinate,
        radius: radius ?? uri.uncertainty ?? Self.defaultRadius)
    } else if let line = location["GEO"] {
      // `GEO:latitude;longitude`, RFC 5545.
      guard let uri = GeoURI("geo:" + line.value.replacing(";", with: ",")) else {
        throw Self.noPlace(line)
      }
      self.init(
        name: location.text("NAME"), coordinate: uri.coordinate,
        radius: radius ?? Self.defaultRadius)
    } else {
      throw ReminderFile.Mistake(
        number: location.number, problem: "a VLOCATION without a place",
        mend: "add URL:geo:latitude,longitude")
    }
  }

  /// What `X-APPLE-STRUCTURED-LOCATION` says.
  fileprivate init(_ line: ContentLine, in alarm: CalendarComponent)
    throws(ReminderFile.Mistake)
  {
    let uri = try Self.uri(line)
    var radius = try alarm["X-APPLE-RADIUS"].map(Self.metres)
    if let text = line["X-APPLE-RADIUS"] { radius = try Self.metres(text, line) }
    self.init(
      name: (line["X-TITLE"] ?? line["X-ADDRESS"])?.calendarUnescaped,
      coordinate: uri.coordinate, radius: radius ?? uri.uncertainty ?? Self.defaultRadius)
  }

  private static func uri(_ line: ContentLine) throws(ReminderFile.Mistake) -> GeoURI {
    guard let uri = GeoURI(line.value) else { throw noPlace(line) }
    return uri
  }

  private static func noPlace(_ line: ContentLine) -> ReminderFile.Mistake {
    ReminderFile.Mistake(
      number: line.number, problem: "no place on the earth: \(line.value.quotedExcerpt())",
      mend: "write geo:latitude,longitude in decimal degrees, ;u= for a radius in metres")
  }

  private static func metres(_ line: ContentLine) throws(ReminderFile.Mistake) -> Double {
    try metres(line.value, line)
  }

  private static func metres(_ text: String, _ line: ContentLine) throws(ReminderFile.Mistake)
    -> Double
  {
    if let metres = Double(decimal: Array(text.trimmed.utf8).span), metres >= 0, metres.isFinite {
      return metres
    }
    throw ReminderFile.Mistake(
      number: line.number, problem: "no radius: \(text.quotedExcerpt())",
      mend: "write metres, 0 for the default of \(defaultRadius.plain)")
  }
}

extension ContentLine {
  /// Whether it is a `URL` with a `geo:` URI.
  var isPlaceURL: Bool { name == "URL" && value.trimmed.prefix(4).lowercased() == "geo:" }
}
