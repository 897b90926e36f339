import GeofenceBytes
import GeofenceCore

protocol XMLTrack: XMLHandler {
  static var help: String { get }
  var points: RankedPoints { get set }

  init(_ points: RankedPoints)

  mutating func finish()
}

extension XMLTrack {
  mutating func finish() {}

  static func read(
    _ reader: inout XMLReader, _ filter: inout PointFilter, newDevice: (Int, String?) -> Void,
    _ body: TrackReader.Body
  ) throws(InputError) {
    try RankedPoints.withPoints(of: &filter, newDevice: newDevice, body) { points in
      var track = Self(points)
      _ = track.points.device([])
      var failure: InputError?
      do throws(InputError) {
        try reader.read(&track)
      } catch {
        failure = error
      }
      if !reader.wasInterrupted {
        track.finish()
        track.points.end()
      }
      return (track.points, failure)
    }
    guard filter.report.pointsRead > 0 || reader.wasInterrupted else {
      let format = filter.report.format
      let arePlaces = format?.words.needs == .time && filter.report.passedOver > 0
      throw InputError(
        source: filter.report.source,
        problem: arePlaces
          ? "is a file of places without times, not a track"
          : "the \(format?.name ?? "XML") file has no point", help: help)
    }
  }
}
