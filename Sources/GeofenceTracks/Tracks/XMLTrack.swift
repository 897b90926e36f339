import GeofenceBytes

protocol XMLTrack: XMLHandler {
  static var help: String { get }
  var points: RankedPoints { get set }

  init(_ points: RankedPoints)

  mutating func finish()
}

extension XMLTrack {
  mutating func finish() {}

  static func read(_ reader: inout XMLReader, _ filter: inout PointFilter) throws(InputError) {
    var track = Self(RankedPoints(filter))
    _ = track.points.device([])
    var fault: InputError?
    do throws(InputError) {
      try reader.read(&track)
    } catch {
      fault = error
    }
    if !reader.wasInterrupted {
      track.finish()
      track.points.end()
    }
    filter = track.points.filter
    if let fault, !filter.isDone { throw fault }
    guard filter.report.pointsRead > 0 || filter.isDone || reader.wasInterrupted else {
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
