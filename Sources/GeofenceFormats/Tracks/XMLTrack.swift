import GeofenceCore

/// A format of tracks that is written in XML: its names, and how points are made of them.
protocol XMLTrack: XMLHandler {
  static var format: TrackReport.Format { get }
  /// What a track is made of, for one that has no point.
  static var help: String { get }
  var points: RankedPoints { get set }

  init(_ points: RankedPoints)

  /// Gives what has not been given yet: the document has ended.
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
  /// Reads the track that an XML document is.
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
