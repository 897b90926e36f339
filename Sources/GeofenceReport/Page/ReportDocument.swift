import GeofenceCore
import GeofenceFormats

/// The data of a page, in the form in which the script receives it.
///
/// The data are columns of numbers, so that a long drive stays small. Times are milliseconds after
/// the device's `start`, distances are metres, and a region is given by its position in `regions`.
struct ReportDocument: Encodable {
  let title: String
  let headline: String
  /// A Boolean value that indicates whether no crossing was lost and every expectation was met.
  let isGood: Bool
  let facts: [Fact]
  let settings: [Fact]
  let assumptions: [String]
  let causes: [Cause]
  /// The improvements that were tried and are better, in sentences, the best first; missing where
  /// none was tried.
  let advice: [String]?
  let regions: Regions
  let sentinelRadius: Double?
  let zone: Zone?
  let basemap: Basemap?
  var devices: [Device]
  /// The sentences about rows that did not fit into the page.
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
    /// The probability that a crossing is delivered, for each region; −1 where there was no
    /// crossing, and missing where no trials were made.
    var told: [Double]?
  }

  struct Device: Encodable {
    let name: String?
    let fixes: Int
    /// The time of the first fix in milliseconds since 1970; `end` is that of the last one.
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
    /// The positions that the phone reported; missing where every fix is reported as recorded.
    var looks: Looks?
    var losses: [Loss] = []
    var late: [Late] = []
    /// The number of crossings lost to each cause, including those that are not listed.
    var causes: [String: Int] = [:]
    var differences: [Difference] = []
  }

  /// A track as columns, in which each value but the first is the difference to the one before.
  struct Path: Encodable {
    /// The largest distance in metres between this line and the fixes.
    var error = 0.0
    var time: [Int64] = []
    /// The latitudes in millionths of a degree; `longitude` is in the same unit.
    var latitude: [Int] = []
    var longitude: [Int] = []
    /// The numbers of the points before which the path is unknown.
    var gaps: [Int] = []
  }

  struct Events: Encodable {
    var time: [Int64] = []
    /// The kinds of the events: 1 for an enter, 0 for an exit, 2 for an initial enter.
    var name: [Int] = []
    var region: [Int] = []
    /// The distances from the boundary in metres, negative inside.
    var distance: [Double] = []
    /// The milliseconds from each crossing to its event.
    var delay: [Int64] = []
  }

  /// An occurrence on the device or in the app that is no crossing.
  struct Mark: Encodable {
    let time: Int64
    let name: String
  }

  /// The selections of regions as columns.
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

  /// The positions that the phone reported, as columns.
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
  }

  struct Loss: Encodable {
    let time: Int64
    let name: String
    let region: Int
    let cause: String
    /// The other causes that would have stopped the delivery.
    let and: [String]
    let why: String

    /// The cause and the other causes, in the words of the audit.
    var text: String { and.isEmpty ? cause : "\(cause) (and \(and.joined(separator: ", ")))" }
  }

  /// A delivery later than it could have been, in milliseconds after the device's `start`.
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
