import GeofenceBytes
import GeofenceCore

/// An alarm that fires when the device arrives at a place or departs from it.
package struct LocationAlarm: Hashable, Sendable {
  package enum Proximity: String, CaseIterable, Sendable { case arrive, depart }

  package struct Place: Hashable, Sendable {
    package var name: String?
    package var coordinate: Coordinate
    /// The radius in metres, if one is given; `nil` for the default, which is not written.
    package var givenRadius: Double?

    package var radius: Double {
      get { givenRadius ?? Self.defaultRadius }
      set { givenRadius = newValue == 0 ? nil : newValue }
    }

    /// The radius in metres of an alarm whose file gives none, or 0.
    package static let defaultRadius = 100.0

    /// - Parameter radius: The radius in metres; 0 for the default.
    package init(name: String?, coordinate: Coordinate, radius: Double = 0) {
      self.name = name
      self.coordinate = coordinate
      self.radius = radius
    }
  }

  package var proximity: Proximity
  /// The places of the alarm, at least one; it fires at any of them.
  package var places: [Place]

  package init(_ proximity: Proximity, at places: [Place]) {
    self.proximity = proximity
    self.places = places
  }
}

package struct ReminderAlarm: Hashable, Sendable {
  package enum Trigger: Hashable, Sendable {
    case place(LocationAlarm)
    case moment(Timestamp)
    /// The seconds from the reminder's due date, or else its start; negative before it.
    case offset(Int64)
  }

  package var trigger: Trigger
  /// The number of its VALARM among those of the VTODO, from 0; `nil` for a new alarm.
  package let number: Int?

  package init(_ trigger: Trigger, number: Int? = nil) {
    self.trigger = trigger
    self.number = number
  }

  package var place: LocationAlarm? { if case .place(let alarm) = trigger { alarm } else { nil } }

  /// Reads a VALARM at a time; `nil` for another.
  init?(timed alarm: CalendarComponent, number: Int) {
    // An alarm that depends on the Bluetooth of a car has a time in the past as a placeholder.
    if alarm["PROXIMITY"] != nil || alarm["X-APPLE-PROXIMITY"] != nil { return nil }
    guard let text = alarm.filled("TRIGGER")?.value.trimmed else { return nil }
    if let moment = CalendarTime.local(text) {
      self.init(.moment(moment), number: number)
    } else if let duration = CalendarDuration(text) {
      self.init(
        .offset(duration.days * CivilDate.dayLength / 1000 + duration.seconds), number: number)
    } else {
      return nil
    }
  }
}

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
    var radius = try Self.metres(location.filled("X-APPLE-RADIUS"))
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
      radius = try Self.metres(twin, twin["X-APPLE-RADIUS"])
    }
    self.init(name: location.text("NAME"), coordinate: uri.coordinate, radius: radius ?? 0)
  }

  fileprivate init(_ line: ContentLine, in alarm: CalendarComponent)
    throws(Diagnosis)
  {
    let uri = try Self.uri(line)
    var radius = try Self.metres(alarm["X-APPLE-RADIUS"])
    radius = try Self.metres(line, line["X-APPLE-RADIUS"]) ?? radius
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

  private static func metres(_ line: ContentLine?) throws(Diagnosis) -> Double? {
    guard let line else { return nil }
    return try metres(line, line.value)
  }

  /// Returns the radius in a text of a line; `nil` for no text.
  private static func metres(_ line: ContentLine, _ text: String?) throws(Diagnosis) -> Double? {
    guard let text else { return nil }
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

extension LocationAlarm.Place {
  /// Returns true if both are the same circle, as two programs round it.
  fileprivate func agrees(with other: Self) -> Bool {
    let gap = EarthVector(coordinate).squaredChord(to: EarthVector(other.coordinate)).squareRoot()
    guard let radius = givenRadius, let otherRadius = other.givenRadius else { return gap < 1 }
    return gap < 1 && (radius - otherRadius).magnitude < 1
  }
}

extension CalendarComponent {
  /// The warning about a VALARM whose two spellings disagree, or whose second place is not read;
  /// `nil` for another.
  var contradiction: Diagnosis? {
    let structured = lines.filter { $0.name == "X-APPLE-STRUCTURED-LOCATION" }
    if structured.count > 1 {
      return structured[1].mistake(
        "a second place of one alarm, which is not read",
        help: "give it a separate alarm (VALARM)")
    }
    if let own = self["PROXIMITY"], let apple = self["X-APPLE-PROXIMITY"],
      own.value.trimmed.uppercased() != apple.value.trimmed.uppercased()
    {
      return apple.mistake(
        "X-APPLE-PROXIMITY is \(apple.value.quotedExcerpt()), and PROXIMITY "
          + own.value.quotedExcerpt(), help: "write the same in both, or one of them alone")
    }
    guard let line = structured.first, let apple = try? LocationAlarm.Place(line, in: self) else {
      return nil
    }
    let places = components("VLOCATION").compactMap { try? LocationAlarm.Place($0, line) }
    guard !places.isEmpty, !places.contains(where: apple.agrees) else { return nil }
    return line.mistake(
      "X-APPLE-STRUCTURED-LOCATION is not the circle of the alarm's VLOCATION",
      help: "write the same place and radius in both, or one of them alone")
  }

  var isPlace: Bool { lines.contains(where: \.isPlaceURL) || filled("GEO") != nil }
}

extension ContentLine {
  var isPlaceURL: Bool { name == "URL" && value.trimmed.prefix(4).lowercased() == "geo:" }
}

extension CalendarComponent {
  /// Writes a location alarm into a VALARM, whose other properties stay as they are.
  mutating func write(
    _ alarm: LocationAlarm, at place: LocationAlarm.Place, ofReminder uid: String
  ) {
    // The lines of a place that stays are not written anew.
    let isSamePlace = (try? LocationAlarm(self))?.places == [place]
    let keepsStructured = isSamePlace && filled("X-APPLE-STRUCTURED-LOCATION") != nil
    if !keepsStructured { remove("X-APPLE-RADIUS") }
    let structured = ContentLine.structuredLocation(place, over: self)
    for name in ["PROXIMITY", "X-APPLE-PROXIMITY"] {
      set(ContentLine(name, value: alarm.proximity.rawValue.uppercased()))
    }
    if !keepsStructured { set(structured) }
    let locations = indices(of: "VLOCATION")
    if let index = locations.first(where: { self[component: $0].isPlace }) ?? locations.first {
      if !isSamePlace || !self[component: index].isPlace { self[component: index].write(place) }
    } else {
      var location = CalendarComponent(
        "VLOCATION", [.line(ContentLine("UID", text: "\(uid)-place"))])
      location.write(place)
      append(location)
    }
  }

  private mutating func write(_ place: LocationAlarm.Place) {
    remove("X-APPLE-RADIUS")
    setText("NAME", place.name)
    remove("GEO")
    // Other URLs do not concern the place.
    let index = indices(where: \.isPlaceURL).first
    let uri = GeoURI.text(place.coordinate, uncertainty: place.givenRadius)
    var line = ContentLine("URL", value: uri)
    if let index, let old = items[index].line { line = old.with(value: uri) }
    put(line, at: index)
  }
}

extension ContentLine {
  /// Returns Apple's property for a place.
  ///
  /// The other parameters of the alarm's old property are kept as they are written, except those
  /// that describe another place.
  fileprivate static func structuredLocation(
    _ place: LocationAlarm.Place, over alarm: CalendarComponent?
  ) -> ContentLine {
    var parameters = [Parameter("VALUE", "URI")]
    if let radius = place.givenRadius {
      parameters.append(Parameter("X-APPLE-RADIUS", radius.plainDecimal))
    }
    // Apple escapes parameters in the same way as text.
    if let name = place.name {
      parameters.append(Parameter("X-TITLE", name.replacing("\\", with: "\\\\")))
    }
    let old = alarm.flatMap { try? LocationAlarm($0) }?.places.first
    let stale =
      old?.coordinate == place.coordinate
      ? [] : ["X-ADDRESS", "X-APPLE-MAPKIT-HANDLE", "X-APPLE-ABUID"]
    parameters += (alarm?["X-APPLE-STRUCTURED-LOCATION"]?.parameters ?? []).filter { other in
      !parameters.contains { $0.name == other.name }
        && !["X-TITLE", "X-APPLE-RADIUS"].contains(other.name)
        && !stale.contains(other.name)
    }
    return ContentLine(
      "X-APPLE-STRUCTURED-LOCATION", parameters, value: GeoURI.text(place.coordinate))
  }
}
