/// A named positioning model with the sources of its numbers.
package struct PositioningPreset: Sendable {
  package let name: String
  package let model: PositioningModel
  /// The meaning and the source of each number.
  package let sources: [Source]

  /// A number of the model and the publication, observation or assumption that it rests on.
  package struct Source: Sendable {
    package let what: String
    package let source: String
  }

  package static let all = [gps, wifi, cell, phone, android]
}

extension PositioningPreset {
  /// The preset for continuous satellite positioning, as a navigation app uses it.
  package static let gps = PositioningPreset(
    name: "gps",
    model: PositioningModel(
      far: satellites, near: satellites, nearWithin: 0),
    sources: [
      Source("a location update every second", "what a navigation app asks for; our assumption"),
      Source(
        "error 10 m for 68 updates in 100", "8 m median: Zandbergen 2009; 7 to 13 m: Merry 2019"),
      Source("errors last 60 s", "our assumption"),
      Source("accuracy 10 m", "5 to 14 m are reported: forum logs"),
    ])

  /// The preset for Wi-Fi alone, as for a phone indoors.
  package static let wifi = PositioningPreset(
    inPocket: "wifi", far: seldom(error: 95, settles: 300),
    near: often(30, error: 95, settles: 300), within: 1000,
    sources: [
      Source("error 95 m for 68 updates in 100", "74 m median: Zandbergen 2009"),
      Source("errors last 300 s", "our assumption: as long as the same access points are heard"),
      Source("near a boundary an update every 30 s", "chosen for the table of what was published"),
      nearSource, noAccuracySource,
    ] + pocketSources)

  package static let cell = PositioningPreset(
    inPocket: "cell", far: seldom(error: 770, settles: 600, accuracy: 770),
    near: often(60, error: 770, settles: 600, accuracy: 770), within: 2000,
    sources: [
      Source("error 770 m for 68 updates in 100", "600 m median: Zandbergen 2009"),
      Source(
        "accuracy 770 m, so that an update decides nothing about a small circle nearby",
        "1,414 and 4,000 m were reported: flutter_background_geolocation #1712 and "
          + "cordova-background-geolocation-lt #422"),
      Source("errors last 600 s", "our assumption: as long as the same towers are heard"),
      Source("near a boundary an update every 60 s", "our assumption"),
      Source("near is within 2000 m", "our assumption: beyond the error"),
    ] + pocketSources)

  /// The preset for a phone in a pocket: Wi-Fi and cell towers, with satellites now and then.
  package static let phone = PositioningPreset(
    name: "phone",
    model: {
      let near = often(20, error: 20, settles: 120, missed: 0.2)
      var model = PositioningModel(
        far: seldom(error: 95, settles: 300), near: near, nearWithin: 1000,
        rules: .init(
          dwellIn: LogNormal(0), dwellOut: LogNormal(median: 66, p95: 163),
          cushionIn: LogNormal(0), cushionOut: LogNormal(60)))
      return model.resting
    }(),
    sources: seldomSources + [
      Source("far error 95 m for 68 updates in 100", "Wi-Fi, 74 m median: Zandbergen 2009"),
      Source(
        "near a boundary an update every 20 s, error 20 m, a fifth of them finds nothing", fitted),
      Source(
        "an exit after 66 s outside in the middle (163 s for 95 in 100) and 60 m past the boundary",
        fitted),
      restSource,
      Source(
        "an enter at the first update inside",
        "at the edge: flutter_background_geolocation #953; 5 to 12 m outside: home-assistant/iOS "
          + "#841, #1627"),
      Source("errors last 300 s, near 120 s", "our assumption"),
      Source("far from boundaries a tenth of the updates finds nothing", "our assumption"),
      nearSource, noAccuracySource,
    ])

  private static let fitted =
    "fitted to exits of iPhones, on foot, by bike and by car: MobilityNet, iOS 12.3.1, 2019 to 2020"

  package static let android = PositioningPreset(
    name: "android",
    model: {
      let moving = PositioningModel.Grade(
        interval: Interval(seconds: 20), error: 15, accuracy: 70, missed: 0.4)
      var model = PositioningModel(far: moving, near: moving, nearWithin: 1000)
      model.still = PositioningModel.Grade(
        interval: Interval(seconds: 360), error: 15, settles: week, accuracy: 70, missed: 0.4)
      model.stillWithin = 50
      return model
    }(),
    sources: [
      Source(
        "a location update every 20 s, of which 40 in 100 find nothing, error 15 m, accuracy 70 m",
        "fitted to exits of Androids: MobilityNet, Android 6.0.1, 2019 to 2020; Wi-Fi is accurate to "
          + "20 to 50 m: Google's guide to geofences"
      ),
      Source(
        "every 360 s while the phone rests, with an error that lasts",
        "up to 6 minutes after it has been still: Google's guide to geofences; Play services asked "
          + "for places every 5 to 6 min, also while moving: e-mission-docs #774"),
      Source(
        "a phone rests within 50 m of its last update",
        "our assumption: an accuracy to expect, by Google's guide"),
    ])

  /// Creates the preset of a power-saving phone, adding the sources of its grade far away.
  private init(
    inPocket name: String, far: PositioningModel.Grade, near: PositioningModel.Grade,
    within: Double, sources: [Source]
  ) {
    self.init(
      name: name,
      model: PositioningModel(
        far: far, near: near, nearWithin: within, rules: .init(cushionOut: LogNormal(40))
      ).resting,
      sources: Self.seldomSources + sources)
  }

  /// The time for which the error of a phone at rest stays: longer than any rest.
  fileprivate static let week = Interval(seconds: 604_800)

  private static let satellites = PositioningModel.Grade(
    interval: Interval(seconds: 1), error: 10, settles: Interval(seconds: 60), accuracy: 10)

  /// Returns a sparse grade with an error in metres that lasts `settles` seconds.
  private static func seldom(error: Double, settles: Double, accuracy: Double? = nil)
    -> PositioningModel.Grade
  {
    PositioningModel.Grade(
      distance: .init(median: 600, p95: 2000), interval: Interval(seconds: 300), error: error,
      settles: Interval(seconds: settles), accuracy: accuracy)
  }

  /// Returns a grade that updates every `seconds` seconds, with an error in metres that lasts
  /// `settles` seconds.
  private static func often(
    _ seconds: Double, error: Double, settles: Double, accuracy: Double? = nil,
    missed: Double = 0.1
  ) -> PositioningModel.Grade {
    PositioningModel.Grade(
      interval: Interval(seconds: seconds), error: error, settles: Interval(seconds: settles),
      accuracy: accuracy, missed: missed)
  }

  private static let seldomSources = [
    Source(
      "far from boundaries an update after 600 m in the middle, 2000 m for 95 in 100",
      "significant changes in 50 % within 750 m, in 95 % within 2500 m: Long Weekend 2010"),
    Source("and after 300 s at the latest", "Apple's least time between significant changes"),
  ]
  private static let nearSource = Source(
    "near is within 1000 m",
    "60 m circles reported by drivers up to 1000 m away: Radius Networks 2015")
  private static let noAccuracySource = Source(
    "no accuracy is reported with an update",
    "a reported 65 m would never decide a 60 m circle, which Radius Networks (2015) saw delivered")
  private static let restSource = Source(
    "at rest (within 30 m for 3 min) an update every 900 s, with an error that lasts",
    "no event in 204 h of iPhones at rest: MobilityNet, iOS 12.3.1, 2019 to 2020")
  private static let pocketSources = [
    Source("a tenth of the updates find nothing", "our assumption"),
    restSource,
    Source(
      "cushion 40 m",
      "exits 50 to 100 m outside: react-native-background-geolocation #2353 (2025), #2597"),
  ]
}

extension PositioningModel {
  /// This model with a grade for rest, in which an update brings nothing new: the error of the last
  /// update stays.
  fileprivate var resting: PositioningModel {
    var model = self
    var still = near
    still.interval = Interval(seconds: 900)
    still.settles = PositioningPreset.week
    model.still = still
    (model.stillWithin, model.stillAfter) = (30, Interval(seconds: 180))
    return model
  }
}

extension PositioningPreset.Source {
  fileprivate init(_ what: String, _ source: String) {
    self.what = what
    self.source = source
  }
}
