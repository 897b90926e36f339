import GeofenceBytes
import GeofenceCore

/// A reader of positioning models, which say what location updates a phone gets along its path.
///
///     {"far": {"interval": 300, "error": 95}, "nearWithin": 1000,
///      "near": {"interval": 60, "error": 30, "settles": 120, "missed": 0.1}}
package enum PositioningReader {
  /// Reads a positioning model.
  ///
  /// - Parameter path: A file, or `-` for standard input.
  /// - Throws: An error that names the file and the place, with a hint.
  package static func read(path: String) throws(InputError) -> PositioningModel {
    let (bytes, source) = try JSONMistake.contents(of: path)
    do {
      return try JSONText.decoded(Draft.self, bytes).model
    } catch {
      throw InputError(
        decoding: error, source: source,
        example: "write {\"far\": {\"interval\": 300, \"error\": 95}, \"nearWithin\": 1000, "
          + "\"near\": {\"interval\": 60, \"error\": 30}}")
    }
  }

  private struct Draft: Decodable {
    let model: PositioningModel

    init(from decoder: any Decoder) throws {
      let object = try decoder.container(keyedBy: RegionJSON.Key.self)
      try object.refuseKeys(except: ["far", "near", "nearWithin", "cushion"])
      guard object.contains(.init("far")) else {
        throw object.mistake(
          "far", "a model without \"far\"", help: "say how often it updates the location far away")
      }
      let far = try object.decode(Grade.self, forKey: .init("far")).grade
      let near =
        object.contains(.init("near"))
        ? try object.decode(Grade.self, forKey: .init("near")).grade : far
      guard let nearWithin = try object.amount("nearWithin") else {
        throw object.mistake(
          "nearWithin", "a model without \"nearWithin\"",
          help: "say within how many metres of a boundary it updates the location as \"near\" says")
      }
      model = PositioningModel(
        far: far, near: near, nearWithin: nearWithin, cushion: try object.amount("cushion"))
    }
  }

  private struct Grade: Decodable {
    let grade: PositioningModel.Grade

    init(from decoder: any Decoder) throws {
      let object = try decoder.container(keyedBy: RegionJSON.Key.self)
      try object.refuseKeys(
        except: ["distance", "interval", "error", "settles", "accuracy", "missed"])
      let missed = try object.amount("missed") ?? 0
      guard missed <= 1 else {
        throw object.mistake("missed", "more than all updates", help: "write a share from 0 to 1")
      }
      let interval = try object.seconds("interval")
      if let interval, interval.milliseconds == 0 {
        throw object.mistake(
          "interval", "an interval of less than 0.001 s",
          help: "write seconds, or leave it out for an update at every fix")
      }
      grade = PositioningModel.Grade(
        distance: object.contains(.init("distance"))
          ? try object.decode(Distance.self, forKey: .init("distance")).distance : nil,
        interval: interval, error: try object.amount("error") ?? 0,
        settles: try object.seconds("settles") ?? Interval(milliseconds: 0),
        accuracy: try object.isNull("accuracy") ? nil : try object.amount("accuracy"),
        missed: missed)
    }
  }

  private struct Distance: Decodable {
    let distance: PositioningModel.Grade.Distance

    init(from decoder: any Decoder) throws {
      let object = try decoder.container(keyedBy: RegionJSON.Key.self)
      try object.refuseKeys(except: ["median", "p95"])
      guard let median = try object.amount("median"), median > 0 else {
        throw object.mistake("median", "no median above 0", help: "write metres")
      }
      guard let p95 = try object.amount("p95"), p95 >= median else {
        throw object.mistake(
          "p95", "no 95th percentile that is at least the median", help: "write metres")
      }
      distance = .init(median: median, p95: p95)
    }
  }
}

extension KeyedDecodingContainer<RegionJSON.Key> {
  fileprivate func isNull(_ name: String) throws -> Bool {
    try contains(.init(name)) && decodeNil(forKey: .init(name))
  }

  /// Returns a number from 0 to 1e9, in the unit of its key, or `nil` if there is none.
  fileprivate func amount(_ name: String) throws -> Double? {
    guard contains(.init(name)) else { return nil }
    guard let number = try? decode(Double.self, forKey: .init(name)) else {
      throw mistake(
        name, try isNull(name) ? "null instead of a number" : "not a number",
        help: "write a number from 0 to 1e9, or leave it out")
    }
    guard number >= 0, number <= 1e9 else {
      throw mistake(name, "not an amount: \(number.plain)", help: "write a number from 0 to 1e9")
    }
    return number
  }

  fileprivate func seconds(_ name: String) throws -> Interval? {
    try amount(name).map { Interval(seconds: $0) }
  }
}
