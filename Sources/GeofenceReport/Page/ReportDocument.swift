import GeofenceCore
import GeofenceFormats

/// Everything the page shows, as it is handed to the script: columns of numbers, so that a long
/// drive stays small.
///
/// Times are milliseconds after the device's `start`, distances metres; a region is its position in
/// `regions`.
struct ReportDocument: Encodable {
  let title: String
  let headline: String
  /// Whether a crossing was lost or an expectation not met.
  let isGood: Bool
  let facts: [Fact]
  let settings: [Fact]
  let assumptions: [String]
  let causes: [Cause]
  /// What was tried and is better, in sentences, the best first; missing where nothing was tried.
  let advice: [String]?
  let regions: Regions
  let sentinelRadius: Double?
  let zone: Zone?
  let basemap: Basemap?
  var devices: [Device]
  /// Sentences about what did not fit into the page.
  let omissions: [String]

  struct Fact: Encodable {
    let name: String
    let value: String
  }

  struct Cause: Encodable {
    let cause: String
    let label: String
    let count: Int
    let meaning: String
  }

  struct Regions: Encodable {
    var identifier: [String] = []
    var latitude: [Double] = []
    var longitude: [Double] = []
    var radius: [Double] = []
    /// How probable it is that the app is told of a crossing; −1 where there was none. Missing where
    /// no trials were made.
    var told: [Double]?
  }

  struct Device: Encodable {
    let name: String?
    let fixes: Int
    /// Milliseconds since 1970.
    let start: Int64
    let end: Int64
    var path = Path()
    var events = Events()
    var marks: [Mark] = []
    var choices = Choices()
    var registrations = Spans()
    var stays = Spans()
    /// The regions that no device was in and that this one came nearest to.
    var nearest = Approaches()
    /// Where the phone saw the device; missing where it sees every fix.
    var looks: Looks?
    var losses: [Loss] = []
    var late: [Late] = []
    /// How many crossings each cause lost, those that are not listed included.
    var causes: [String: Int] = [:]
    var differences: [Difference] = []
  }

  /// Each value but the first is the difference to the one before.
  struct Path: Encodable {
    /// Metres between this line and the fixes, at most.
    var error = 0.0
    var time: [Int64] = []
    /// Millionths of a degree.
    var latitude: [Int] = []
    var longitude: [Int] = []
    /// The numbers of the points before which the way is not known.
    var gaps: [Int] = []
  }

  struct Events: Encodable {
    var time: [Int64] = []
    /// 1 for an enter, 0 for an exit, 2 for an initial enter.
    var name: [Int] = []
    var region: [Int] = []
    /// From the boundary, negative inside.
    var distance: [Double] = []
    /// Milliseconds from the crossing to the event.
    var delay: [Int64] = []
  }

  /// Something that happened to the device or the app.
  struct Mark: Encodable {
    let time: Int64
    let name: String
  }

  struct Choices: Encodable {
    var time: [Int64] = []
    /// What asked for it; empty for the first.
    var cause: [String] = []
    var registered: [Int] = []
    var candidates: [Int] = []
    var started: [Int] = []
    var stopped: [Int] = []
  }

  /// Stretches of time; −1 ends one that lasts to the end of the track.
  struct Spans: Encodable {
    var region: [Int] = []
    var start: [Int64] = []
    var end: [Int64] = []
  }

  struct Looks: Encodable {
    var time: [Int64] = []
    var latitude: [Double] = []
    var longitude: [Double] = []
    /// Metres; −1 where none is reported.
    var accuracy: [Double] = []
  }

  struct Approaches: Encodable {
    var region: [Int] = []
    var time: [Int64] = []
    /// From the boundary.
    var distance: [Double] = []
  }

  struct Loss: Encodable {
    let time: Int64
    let name: String
    let region: Int
    let cause: String
    /// What else would have stopped it.
    let and: [String]
    let why: String

    /// The cause and what else would have stopped it, as the audit says it.
    var text: String { and.isEmpty ? cause : "\(cause) (and \(and.joined(separator: ", ")))" }
  }

  struct Late: Encodable {
    let time: Int64
    let name: String
    let region: Int
    let delivered: Int64
    let possible: Int64
  }

  struct Difference: Encodable {
    let time: Int64
    let name: String
    let region: Int?
    let text: String
  }
}
