import GeofenceCore

/// The data of a page, in the form in which the script receives it.
///
/// The data are columns of numbers, so that a long drive stays small. Times are milliseconds after
/// the device's `start`, distances are metres, and a region is given by its position in `regions`.
struct ReportDocument: Encodable {
  let regions: Regions
  let zone: Zone?
  let basemap: Basemap?
  var devices: [Device]
  /// The runs of the strategies, the best first.
  let runs: [Run]
  /// The sentences about rows that did not fit into the page.
  let omissions: [String]

  struct Regions: Encodable {
    var identifier: [String] = []
    /// The names of regions that people call otherwise than by their identifiers; `nil` for the
    /// others, and missing where there is none.
    var name: [String?]?
    var latitude: [Double] = []
    var longitude: [Double] = []
    var radius: [Double] = []
    /// The events that each region keeps from the app: 1 for enters, 2 for exits, 3 for both;
    /// missing where there is none.
    var silent: [Int]?
  }

  struct Device: Encodable {
    let name: String?
    let fixes: Int
    /// The time of the first fix in milliseconds since 1970; `end` is that of the last one.
    let start: Int64
    let end: Int64
    var path = Path()
    var stays = Spans()
    /// The regions that no device was in and that this one came nearest to.
    var nearest = Approaches()
    var profile: Profile?
  }

  /// A strategy with what it came to.
  struct Run: Encodable {
    let options: String?
    /// The name of the interface and the letters that mark its events on the map; missing where all
    /// runs are of one interface.
    let interface: String?
    let mark: String?
    let limit: Int
    let sentinelRadius: Double?
    /// The crossings that reached the app, and all of them, on all devices.
    let delivered: Int
    let crossings: Int
    /// The probability that a crossing is delivered, for each region; −1 where there was no
    /// crossing, and missing where no trials were made.
    var told: [Double]?
    var trials: Int?
    var devices: [Log] = []
  }

  struct Log: Encodable {
    var events = Events()
    var marks: [Mark] = []
    var choices = Choices()
    var registrations = Spans()
    /// The location updates that the phone got; missing where every fix is one.
    var looks: Looks?
    var losses: [Moment] = []
    var late: [Moment] = []
    var undecided: [Moment] = []
    var differences: [Moment] = []
    /// The number of problems of all kinds, including those that are not listed.
    var problems = 0
  }

  /// A track as columns, in which each value but the first is the difference to the one before.
  struct Path: Encodable {
    /// The largest distance in metres between this line and the fixes.
    var error = 0.0
    var time: [Int64] = []
    /// The latitudes in millionths of a degree; `longitude` is in the same unit.
    var latitude: [Int64] = []
    var longitude: [Int64] = []
    /// The numbers of the points before which the path is unknown.
    var gaps: [Int] = []
  }

  struct Events: Encodable {
    var time: [Int64] = []
    /// The kinds of the events: 0 for an exit, 1 for an enter, 2 for an initial enter, 3 for a
    /// false exit, 4 for a false enter.
    var name: [Int] = []
    var region: [Int] = []
    /// The distances from the boundary in metres, negative inside; of a false event that of the
    /// true place.
    var distance: [Double] = []
    /// The milliseconds from the true crossing to the event; `nil` for an event of no crossing.
    var delay: [Int64?] = []
  }

  /// An occurrence on the device or in the app that is no crossing.
  struct Mark: Encodable {
    let time: Int64
    let name: String
  }

  struct Choices: Encodable {
    var time: [Int64] = []
    /// The causes of each selection; empty for the first.
    var cause: [String] = []
    var registered: [Int] = []
    var candidates: [Int] = []
    var started: [Int] = []
    var stopped: [Int] = []
  }

  /// Spans of time as columns; an end of −1 stands for the end of the track.
  struct Spans: Encodable {
    var region: [Int] = []
    var start: [Int64] = []
    var end: [Int64] = []
  }

  struct Looks: Encodable {
    var time: [Int64] = []
    var latitude: [Double] = []
    var longitude: [Double] = []
    /// The reported accuracies in metres; −1 where none is reported.
    var accuracy: [Double] = []
  }

  struct Approaches: Encodable {
    var region: [Int] = []
    var time: [Int64] = []
    /// The distances from the boundary in metres.
    var distance: [Double] = []
    /// The sentences about regions that the app did not have when the device was inside; missing
    /// where there are none.
    var note: [String?]?
  }

  /// The elevations and speeds as columns; `nil` for a sample without one.
  struct Profile: Encodable {
    /// The times, each but the first as the difference to the one before.
    let time: [Int64]
    /// The elevations in metres; missing where the track has none.
    let altitude: [Double?]?
    /// The speeds in metres per second; missing where the track has none.
    let speed: [Double?]?
  }

  /// A crossing that was lost, late or undecided, or a difference from what was expected.
  struct Moment: Encodable {
    let time: Int64
    let name: String
    let region: Int?
    /// The cause of a loss and the other causes, in the words of the audit.
    var cause: String?
    var why: String?
    /// The times at which a late event was delivered, and could have been.
    var delivered: Int64?
    var possible: Int64?
    /// The sentences about a difference.
    var text: String?
  }
}

extension ReportDocument {
  /// The local time zone of the tracks, where times are not shown in UTC.
  struct Zone: Encodable {
    let name: String
    /// The milliseconds since 1970 from which each of the offsets applies.
    let from: [Int64]
    /// The offsets in seconds to the east of UTC.
    let offset: [Int64]

    init?(_ report: Report) {
      guard let zone = report.clock.zone, let times = report.audit.input.times else { return nil }
      let offsets = report.clock.offsets(in: times)
      name = zone.name
      from = offsets.map(\.from.milliseconds)
      offset = offsets.map(\.offset)
    }
  }

  /// The user's own lines and areas, in millionths of a degree.
  ///
  /// Each value but the first of a line is the difference to the one before.
  struct Basemap: Encodable {
    var latitude: [[Int64]] = []
    var longitude: [[Int64]] = []
    /// The numbers of the shapes that are filled.
    var areas: [Int] = []

    init(_ basemap: GeofenceCore.Basemap) {
      for shape in basemap.shapes {
        if shape.isArea { areas.append(latitude.count) }
        latitude.append(shape.places.map(\.latitude).differences)
        longitude.append(shape.places.map(\.longitude).differences)
      }
    }
  }
}
