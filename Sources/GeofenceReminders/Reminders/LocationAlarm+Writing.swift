import GeofenceCore

extension CalendarEdit {
  /// Changes the VALARM `old` to another location alarm, and leaves its other properties as they
  /// are.
  mutating func change(
    _ old: CalendarComponent, to alarm: LocationAlarm, at place: LocationAlarm.Place,
    ofReminder uid: String
  ) {
    remove("X-APPLE-RADIUS", from: old)
    for line in alarm.lines(at: place, over: old) { set(line, in: old) }
    let locations = old.components("VLOCATION")
    if let location = locations.first(where: \.isPlace) ?? locations.first {
      setPlace(place, in: location)
    } else {
      add(.location(place, ofReminder: uid), to: old)
    }
  }

  private mutating func setPlace(_ place: LocationAlarm.Place, in location: CalendarComponent) {
    remove("X-APPLE-RADIUS", from: location)
    set("NAME", place.name, in: location)
    remove("GEO", from: location)
    // Other URLs do not concern the place.
    let old = location.lines.first(where: \.isPlaceURL)
    let uri = GeoURI.text(place.coordinate, uncertainty: place.givenRadius)
    replace(
      old.map { [$0] } ?? [], with: old?.with(value: uri) ?? ContentLine("URL", value: uri),
      in: location)
  }
}

extension CalendarComponent {
  fileprivate static func location(_ place: LocationAlarm.Place, ofReminder uid: String)
    -> CalendarComponent
  {
    let uri = GeoURI.text(place.coordinate, uncertainty: place.givenRadius)
    return CalendarComponent(
      "VLOCATION",
      [.line(ContentLine("UID", text: "\(uid)-place"))]
        + (place.name.map { [.line(ContentLine("NAME", text: $0))] } ?? [])
        + [.line(ContentLine("URL", value: uri))])
  }
}

extension LocationAlarm {
  func items(at place: Place, ofReminder uid: String) -> [CalendarComponent.Item] {
    lines(at: place, over: nil).map { .line($0) }
      + [.component(.location(place, ofReminder: uid))]
  }

  fileprivate func lines(at place: Place, over old: CalendarComponent?) -> [ContentLine] {
    ["PROXIMITY", "X-APPLE-PROXIMITY"].map {
      ContentLine($0, value: proximity.rawValue.uppercased())
    } + [.structuredLocation(place, over: old)]
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
