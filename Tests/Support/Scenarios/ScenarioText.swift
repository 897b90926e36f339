import GeofenceCore

extension Double {
  /// Returns the number with exactly `digits` decimals.
  func decimals(_ digits: Int) -> String {
    var scale = 1.0
    for _ in 0..<digits { scale *= 10 }
    let scaled = Int64((magnitude * scale).rounded())
    let whole = String(scaled / Int64(scale))
    let fraction = String(scaled % Int64(scale))
    let sign = self < 0 && scaled != 0 ? "-" : ""
    return sign + whole + "." + String(repeating: "0", count: digits - fraction.count) + fraction
  }
}

enum ScenarioText {
  /// Returns a GPX 1.1 document with one track.
  static func gpx(_ name: String, _ fixes: [Fix]) -> String {
    let points = fixes.map { fix in
      """
            <trkpt lat="\(fix.coordinate.latitude.decimals(6))" \
      lon="\(fix.coordinate.longitude.decimals(6))"><time>\(fix.time.rfc3339)</time></trkpt>

      """
    }
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <gpx version="1.1" creator="geofence" xmlns="http://www.topografix.com/GPX/1/1">
        <trk>
          <name>\(name)</name>
          <trkseg>
      \(points.joined())    </trkseg>
        </trk>
      </gpx>

      """
  }

  /// Returns a waypoint file for Xcode's simulator.
  static func waypoints(_ places: [(name: String, place: Coordinate)]) -> String {
    let points = places.map { name, place in
      """
        <wpt lat="\(place.latitude.decimals(6))" lon="\(place.longitude.decimals(6))">
          <name>\(name)</name>
        </wpt>

      """
    }
    return """
      <?xml version="1.0"?>
      <gpx version="1.1" creator="Xcode">
      \(points.joined())</gpx>

      """
  }

  /// Returns a CSV with the accuracy of each fix in whole metres.
  static func csv(_ fixes: [Fix]) -> String {
    "timestamp,latitude,longitude,accuracy\n"
      + fixes.map { fix in
        let accuracy = fix.horizontalAccuracy.map { String(Int64($0.rounded())) } ?? ""
        return """
          \(fix.time.rfc3339),\(fix.coordinate.latitude.decimals(6)),\
          \(fix.coordinate.longitude.decimals(6)),\(accuracy)

          """
      }.joined()
  }

  static func jsonRegions(_ regions: [CircularRegion]) -> String {
    let lines = regions.map { region in
      """
        {"identifier": "\(region.identifier)", \
      "latitude": \(region.center.latitude.decimals(6)), \
      "longitude": \(region.center.longitude.decimals(6)), "radius": \(region.radius.plain)}
      """
    }
    return "[\n" + lines.joined(separator: ",\n") + "\n]\n"
  }

  static func geoJSONRegions(_ regions: [CircularRegion]) -> String {
    let features = regions.map { region in
      """
        {"type": "Feature", "id": "\(region.identifier)",
         "geometry": {"type": "Point", "coordinates": \
      [\(region.center.longitude.decimals(6)), \(region.center.latitude.decimals(6))]},
         "properties": {"radius": \(region.radius.plain)}}
      """
    }
    return """
      {"type": "FeatureCollection", "features": [
      \(features.joined(separator: ",\n"))
      ]}

      """
  }

  static func csvRegions(_ regions: [CircularRegion]) -> String {
    "identifier,latitude,longitude,radius\n"
      + regions.map { region in
        """
        \(region.identifier),\(region.center.latitude.decimals(6)),\
        \(region.center.longitude.decimals(6)),\(region.radius.plain)

        """
      }.joined()
  }
}
