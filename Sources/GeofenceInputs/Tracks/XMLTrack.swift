import GeofenceBytes
import GeofenceCore

/// A format of tracks in XML, which makes points of elements with known names.
protocol XMLTrack: XMLHandler {
  static var format: TrackReport.Format { get }
  /// The hint for a document without a point, which says what a track is made of.
  static var help: String { get }
  var points: RankedPoints { get set }

  init(_ points: RankedPoints)

  /// Delivers the points that still wait, when the document has ended.
  mutating func finish()
}

extension XMLTrack {
  mutating func finish() {}

  /// Reads a document from its root element to its end, unless `body` returns `false`.
  static func read(
    _ reader: inout XMLReader, _ filter: inout PointFilter, newDevice: (Int, String?) -> Void,
    _ body: TrackReader.Body
  ) throws(InputError) {
    filter.report.format = format
    try RankedPoints.withPoints(of: &filter, newDevice: newDevice, body) { points in
      var format = Self(points)
      _ = format.points.device([])
      var failure: InputError?
      do throws(InputError) {
        try reader.read(&format)
      } catch {
        failure = error
      }
      if !reader.wasInterrupted {
        format.finish()
        format.points.end()
      }
      return (format.points, failure)
    }
    guard filter.report.pointsRead > 0 || reader.wasInterrupted else {
      let arePlaces = format == .kml && filter.report.passedOver > 0
      throw InputError(
        source: filter.report.source,
        problem: arePlaces
          ? "is a file of places without times, not a track"
          : "the \("\(format)".uppercased()) file has no point", help: help)
    }
  }
}

extension TrackReport.Format {
  /// Reads the track in an XML document, whose root determines the format.
  static func readXML(
    _ source: consuming ByteSource, encoding: TextEncoding?, _ filter: inout PointFilter,
    newDevice: (Int, String?) -> Void, _ body: TrackReader.Body
  ) throws(InputError) {
    var reader = try XMLReader(source, encoding: encoding)
    switch reader.root {
    case "gpx": try GPXTrack.read(&reader, &filter, newDevice: newDevice, body)
    case "kml": try KMLTrack.read(&reader, &filter, newDevice: newDevice, body)
    case "TrainingCenterDatabase":
      try TCXTrack.read(&reader, &filter, newDevice: newDevice, body)
    default: throw ForeignFile(xmlRoot: reader.root).error(of: filter.report.source, as: .track)
    }
  }
}
