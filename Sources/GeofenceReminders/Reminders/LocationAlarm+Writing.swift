import GeofenceCore

extension CalendarComponent {
  /// Writes a location alarm into a VALARM, whose other properties stay as they are.
  mutating func write(
    _ alarm: LocationAlarm, at place: LocationAlarm.Place, ofReminder uid: String
  ) {
    remove("X-APPLE-RADIUS")
    let structured = ContentLine.structuredLocation(place, over: self)
    for name in ["PROXIMITY", "X-APPLE-PROXIMITY"] {
      set(ContentLine(name, value: alarm.proximity.rawValue.uppercased()))
    }
    set(structured)
    let locations = indices(of: "VLOCATION")
    if let index = locations.first(where: { self[component: $0].isPlace }) ?? locations.first {
      self[component: index].write(place)
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
    if let index, case .line(let old) = items[index] { line = old.with(value: uri) }
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
