import GeofenceCore

/// A format of tracks that is written in XML: its names, and how points are made of them.
protocol XMLTrack: XMLHandler {
  /// What a track is made of, for one that has no point.
  static var help: String { get }
  var points: RankedPoints { get set }

  init(_ points: RankedPoints)
}

extension XMLTrack {
  /// Reads a document from its root element to its end, unless `body` returns `false`.
  static func read(
    _ reader: inout XMLReader, _ filter: inout PointFilter, _ body: (Fix, Int) -> Bool
  ) throws(InputError) {
    let taken = filter
    var failure: InputError?
    filter = withoutActuallyEscaping(body) { body in
      var format = Self(RankedPoints(taken, body))
      do throws(InputError) {
        try reader.read(&format)
      } catch {
        failure = error
      }
      if !reader.wasInterrupted { format.points.end() }
      failure = format.points.error ?? (format.points.isDone ? nil : failure)
      return format.points.filter
    }
    if let failure { throw failure }
    guard filter.report.pointsRead > 0 || reader.wasInterrupted else {
      throw InputError(
        source: filter.report.source, problem: "the \(reader.root.uppercased()) file has no point",
        help: help)
    }
  }
}

extension TrackReport.Format {
  /// Reads the track that an XML document is.
  static func readXML(
    _ source: consuming ByteSource, encoding: TextEncoding?, _ filter: inout PointFilter,
    newDevice: (Int, String?) -> Void, _ body: (Fix, Int) -> Bool
  ) throws(InputError) {
    var reader = try XMLReader(source, encoding: encoding)
    filter.add(device: nil)
    newDevice(0, nil)
    switch reader.root {
    case "gpx": try GPXTrack.read(&reader, &filter, body)
    default: throw foreignRoot(reader.root, source: filter.report.source)
    }
  }

  private static func foreignRoot(_ name: String, source: String) -> InputError {
    let (problem, help) =
      switch name.lowercased() {
      case "kml": ("is KML, not GPX", TrackFormat.convert)
      case "trainingcenterdatabase": ("is TCX, not GPX", TrackFormat.convert)
      case "html": TrackFormat.html
      default:
        ("is XML with the root element \(name.quotedExcerpt()), not gpx", TrackFormat.convert)
      }
    return InputError(source: source, problem: problem, help: help)
  }
}
