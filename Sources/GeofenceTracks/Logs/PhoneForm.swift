import GeofenceBytes

/// A form of JSON in which apps and SDKs write delivered events, some only seen in documentation.
///
/// Fields are paths of keys, the most preferred first.
package struct PhoneForm: Sendable {
  package let name: String
  /// The field that shows the form, with the beginnings of its values, if not any will do.
  package let mark: (field: String, values: [String])
  package let kinds: [String]
  package let regions: [String]
  package let times: [String]
  package let latitudes: [String]
  package let longitudes: [String]
  package let accuracies: [String]
  package var devices: [String] = []
  /// The field of a place in one text; `nil` where its numbers have fields of their own.
  package var place: String?

  /// The forms, the more particular first.
  package static let all = [
    PhoneForm(
      // https://owntracks.org/booklet/tech/json/#_typetransition
      name: "OwnTracks", mark: ("_type", ["transition"]), kinds: ["event"],
      regions: ["desc", "rid", waypointTime], times: ["tst"], latitudes: ["lat"],
      longitudes: ["lon"],
      accuracies: ["acc"], devices: ["topic", "tid"]),
    PhoneForm(
      // https://companion.home-assistant.io/docs/integrations/events
      name: "Home Assistant",
      mark: ("event_type", ["ios.zone_", "android.zone_"]), kinds: ["event_type"],
      regions: ["data.zone"], times: ["time_fired"], latitudes: ["data.latitude"],
      longitudes: ["data.longitude"], accuracies: ["data.accuracy", "data.horizontalAccuracy"],
      devices: ["data.sourceDeviceID", "data.device_id"]),
    PhoneForm(
      // What the app for Android shares of its location history; Google's service alone sends these.
      // https://github.com/home-assistant/android, LocationHistoryItem.kt
      name: "Home Assistant's location history", mark: ("Trigger", ["GEOFENCE_"]),
      kinds: ["Trigger"], regions: [], times: ["Created"], latitudes: [], longitudes: [],
      accuracies: ["Accuracy"], place: "Location"),
    PhoneForm(
      // https://github.com/transistorsoft/cordova-background-geolocation-lt/pull/13
      name: "Transistorsoft", mark: ("geofence.identifier", []), kinds: ["geofence.action"],
      regions: ["geofence.identifier"], times: ["timestamp"], latitudes: ["coords.latitude"],
      longitudes: ["coords.longitude"], accuracies: ["coords.accuracy"]),
    PhoneForm(
      // https://docs.radar.com/sdk/ and /webhooks; from the documentation
      name: "Radar", mark: ("type", ["user."]),
      kinds: ["type"], regions: ["geofence.externalId", "geofence.description", "geofence._id"],
      times: ["actualCreatedAt", "createdAt"], latitudes: ["location.coordinates[1]"],
      longitudes: ["location.coordinates[0]"], accuracies: ["locationAccuracy"],
      devices: ["user.deviceId"]),
    PhoneForm(
      // https://github.com/e-mission/e-mission-server, emission/tests/data
      name: "e-mission", mark: ("metadata.key", ["statemachine/transition"]),
      kinds: ["data.transition"], regions: ["data.region"],
      times: ["data.ts", "metadata.write_ts"], latitudes: [], longitudes: [], accuracies: []),
    PhoneForm(
      // https://github.com/customerio/customerio-ios/pull/1243; from the documentation
      name: "Customer.io", mark: ("ev", ["os.callback"]),
      kinds: ["transition", "tt", "type", "kind", "event"], regions: ["ids", "id"], times: ["at"],
      latitudes: ["lat"], longitudes: ["lon"], accuracies: ["acc"]),
    PhoneForm(
      name: "JSON", mark: ("", []),
      kinds: ["event", "kind", "transition", "geofenceTransition", "action", "event_type", "type"],
      regions: regionNames,
      times: [
        "time", "timestamp", "datetime", "date", "at", "tst", "ts", "t", "created_at",
        "recorded_at",
      ], latitudes: ["latitude", "lat"], longitudes: ["longitude", "lon", "lng"],
      accuracies: ["accuracy", "acc", "horizontal_accuracy", "horizontalAccuracy"],
      devices: ["device", "device_id"]),
  ]

  /// The key of the time of a waypoint of OwnTracks, by which an event names it.
  package static let waypointTime = "wtst"

  /// The names of a column or a key of regions; names that say so go before a mere identifier.
  package static let regionNames = [
    "region", "geofence", "zone", "region_id", "geofence_id", "zone_id", "location_id", "place_id",
    "requestId", "request_id", "regionId", "geofenceId", "zoneId", "placeId", "region_name",
    "geofence_name", "identifier", "name", "id", "desc",
  ]

  package enum Kind { case enter, exit, other }

  /// Returns the meaning of a word such as `didExitRegion` or `T_EXITED_GEOFENCE`, if any.
  package static func kind(_ word: String) -> Kind? {
    let letters = word.lowercased().filter { $0.isLetter || $0.isNumber }
    // Android's words for transitions, the states of a monitor's events, and e-mission's words.
    let arrivals = [
      "geofencetransitionenter", "satisfied", "inside", "entry", "arrive", "arrived", "arrival",
      "in",
    ]
    if arrivals.contains(letters) { return .enter }
    let departures = [
      "unsatisfied", "outside", "leave", "left", "leaving", "depart", "departed", "departure",
      "out",
    ]
    if departures.contains(letters) { return .exit }
    if letters.contains("dwell") { return .other }
    if letters.contains("enter") { return .enter }
    if letters.contains("exit") { return .exit }
    return nil
  }

  /// Returns true if a word is of a first state or of an answer, as well as of a crossing.
  package static func isState(_ word: String) -> Bool {
    ["unsatisfied", "outside", "inside"].contains(word.lowercased())
  }

  /// Returns the meaning of such a word, or of a number of Android's transitions; Expo's events and
  /// `CLRegionState` have the same ones.
  package static func kind(ofTransition word: String) -> Kind? {
    kind(word) ?? ["1": .enter, "2": .exit, "4": .other][word]
  }
}
