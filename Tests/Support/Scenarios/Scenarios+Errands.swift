import GeofenceCore
import GeofenceInputs

extension Scenario {
  /// A Saturday in Ljubljana with reminders that fire on the path.
  static var aDayOfErrands: Scenario {
    let home = Coordinate(latitude: 46.0620, longitude: 14.5300)
    let bakery = home.moved(east: 1200, north: 100)
    let pharmacy = home.moved(east: 2400, north: -200)
    var day = Journey(from: home, start: 1_714_806_000_000, period: 10, noise: 2, seed: 12)
    day.stay(120)
    for place in [bakery, pharmacy, bakery, home] {
      day.go(to: place, at: 3)
      day.stay(240)
    }
    return Scenario(
      name: "a-day-of-errands",
      story: [
        "Reminders beside one region. \"Lock the door\" fires on leaving home, \"Buy bread\" at the",
        "bakery, once, although the way home passes it again. \"Pick up the prescription\" is",
        "completed on another device before the pharmacy is reached, and stays silent.",
      ],
      options: [],
      track: ("track.gpx", ScenarioText.gpx("Errands", day.fixes)),
      regions: (
        "regions.json",
        ScenarioText.jsonRegions([
          CircularRegion(identifier: "neighbourhood", center: home, radius: 600)
        ])
      ),
      actions: """
        [
          {"at": "+700s", "do": "complete", "uid": "PRESCRIPTION"}
        ]

        """,
      reminders: reminders(home: home, bakery: bakery, pharmacy: pharmacy))
  }

  /// Returns three reminders: the first as Apple writes them, the second as RFC 9074 has them, and
  /// the third in both forms.
  private static func reminders(home: Coordinate, bakery: Coordinate, pharmacy: Coordinate)
    -> String
  {
    func geo(_ place: Coordinate) -> String {
      "geo:\(place.latitude.decimals(6)),\(place.longitude.decimals(6))"
    }
    let lines = """
      BEGIN:VCALENDAR
      VERSION:2.0
      PRODID:-//geofence//tracks//EN
      X-WR-CALNAME:Errands
      BEGIN:VTODO
      UID:LOCK
      DTSTAMP:20240503T180000Z
      CREATED:20240503T180000Z
      SUMMARY:Lock the door
      PRIORITY:1
      BEGIN:VALARM
      ACTION:DISPLAY
      DESCRIPTION:Reminder
      TRIGGER;VALUE=DATE-TIME:19760401T005545Z
      X-APPLE-PROXIMITY:DEPART
      X-APPLE-STRUCTURED-LOCATION;VALUE=URI;X-APPLE-RADIUS=100;
       X-TITLE="Home: the garden gate":\(geo(home))
      END:VALARM
      END:VTODO
      BEGIN:VTODO
      UID:BREAD
      DTSTAMP:20240503T180500Z
      CREATED:20240503T180500Z
      SUMMARY:Buy bread\\, two loaves
      PRIORITY:5
      BEGIN:VALARM
      ACTION:DISPLAY
      DESCRIPTION:Bread
      TRIGGER:PT0S
      PROXIMITY:ARRIVE
      BEGIN:VLOCATION
      UID:bakery
      NAME:Bakery
      URL:\(geo(bakery));u=120
      END:VLOCATION
      END:VALARM
      END:VTODO
      BEGIN:VTODO
      UID:PRESCRIPTION
      DTSTAMP:20240503T181000Z
      CREATED:20240503T181000Z
      SUMMARY:Pick up the prescription
      DUE:20240504T160000Z
      BEGIN:VALARM
      ACTION:DISPLAY
      DESCRIPTION:Prescription
      TRIGGER;VALUE=DATE-TIME:19760401T005545Z
      PROXIMITY:ARRIVE
      X-APPLE-PROXIMITY:ARRIVE
      X-APPLE-STRUCTURED-LOCATION;VALUE=URI;X-APPLE-RADIUS=150:\(geo(pharmacy))
      BEGIN:VLOCATION
      UID:pharmacy
      NAME:Pharmacy
      URL:\(geo(pharmacy));u=150
      END:VLOCATION
      END:VALARM
      END:VTODO
      END:VCALENDAR

      """
    return lines.replacing("\n", with: "\r\n")
  }
}
