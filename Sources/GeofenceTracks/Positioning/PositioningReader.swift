import GeofenceBytes
import GeofenceCore

/// A reader of positioning models, which say what location updates a phone gets along its path.
package enum PositioningReader {
  package static func read(path: String) throws(InputError) -> PositioningModel {
    try JSONDocument.read(
      path: path,
      example: "write {\"far\": {\"interval\": 300, \"error\": 95}, \"nearWithin\": 1000, "
        + "\"near\": {\"interval\": 60, \"error\": 30}}"
    ) { (root, _) throws(Diagnosis) in
      try PositioningModel(root.requireObject())
    }
  }
}

extension PositioningModel {
  fileprivate init(_ object: JSONObject) throws(Diagnosis) {
    try object.refuseKeys(except: [
      "far", "near", "still", "nearWithin", "stillWithin", "stillAfter", "cushion", "dwell",
    ])
    guard let value = object["far"] else {
      throw object.mistake(
        "far", "a model without \"far\"", help: "say how often it updates the location far away")
    }
    let far = try Grade(value.requireObject())
    var near = far
    if let value = object["near"] { near = try Grade(value.requireObject()) }
    guard let nearWithin = try object.amount("nearWithin") else {
      throw object.mistake(
        "nearWithin", "a model without \"nearWithin\"",
        help: "say within how many metres of a boundary it updates the location as \"near\" says")
    }
    self.init(
      far: far, near: near, nearWithin: nearWithin, rules: try Rules(object))
    guard let value = object["still"] else {
      guard let key = ["stillWithin", "stillAfter"].first(where: { object[$0] != nil }) else {
        return
      }
      throw object.mistake(
        key, "\"\(key)\" without \"still\"",
        help: "say how often it updates the location at rest, or leave it out")
    }
    still = try Grade(value.requireObject())
    guard let within = try object.amount("stillWithin") else {
      throw object.mistake(
        "stillWithin", "\"still\" without \"stillWithin\"",
        help: "say within how many metres of its last update a phone rests")
    }
    stillWithin = within
    stillAfter = try object.seconds("stillAfter") ?? Interval(milliseconds: 0)
  }
}

extension PositioningModel.Rules {
  fileprivate init(_ object: JSONObject) throws(Diagnosis) {
    let dwell = try object.waysInAndOut("dwell")
    let cushion = try object.waysInAndOut("cushion")
    self.init(
      dwellIn: dwell.inward, dwellOut: dwell.outward, cushionIn: cushion.inward,
      cushionOut: cushion.outward)
  }
}

extension PositioningModel.Grade {
  fileprivate init(_ object: JSONObject) throws(Diagnosis) {
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
        help: "write seconds, or leave it out")
    }
    var distance: LogNormal?
    if let value = object["distance"] {
      distance = try LogNormal(value.requireObject(), of: "metres")
    }
    let hasNoAccuracy = object["accuracy"]?.isNull == true
    self.init(
      distance: distance, interval: interval, error: try object.amount("error") ?? 0,
      settles: try object.seconds("settles") ?? Interval(milliseconds: 0),
      accuracy: hasNoAccuracy ? nil : try object.amount("accuracy"), missed: missed)
  }
}

extension LogNormal {
  /// Reads a distribution of metres or seconds.
  fileprivate init(_ object: JSONObject, of unit: String) throws(Diagnosis) {
    try object.refuseKeys(except: ["median", "p95"])
    guard let median = try object.amount("median"), median > 0 else {
      throw object.mistake("median", "no median above 0", help: "write \(unit)")
    }
    guard let p95 = try object.amount("p95"), p95 >= median else {
      throw object.mistake(
        "p95", "no 95th percentile that is at least the median", help: "write \(unit)")
    }
    self.init(median: median, p95: p95)
  }
}

extension JSONObject {
  /// Reads a rule's number on the way in and out; one number or distribution is that of the way out.
  fileprivate func waysInAndOut(_ key: String) throws(Diagnosis)
    -> (inward: LogNormal?, outward: LogNormal?)
  {
    guard let value = self[key] else { return (nil, nil) }
    guard let ways = value.object, ways["in"] != nil || ways["out"] != nil else {
      return (nil, try numberOrDistribution(key))
    }
    try ways.refuseKeys(except: ["in", "out"])
    return (try ways.numberOrDistribution("in"), try ways.numberOrDistribution("out"))
  }

  private func numberOrDistribution(_ key: String) throws(Diagnosis) -> LogNormal? {
    guard let distribution = self[key]?.object else { return try amount(key).map { LogNormal($0) } }
    return try LogNormal(distribution, of: "metres or seconds")
  }

  fileprivate func amount(_ key: String) throws(Diagnosis) -> Double? {
    guard let value = self[key] else { return nil }
    guard let number = value.number else {
      throw mistake(
        key, value.isNull ? "null instead of a number" : "not a number",
        help: "write a number from 0 to 1e9, or leave it out")
    }
    guard number >= 0, number <= 1e9 else {
      throw mistake(key, "not an amount: \(number.plain)", help: "write a number from 0 to 1e9")
    }
    return number
  }

  fileprivate func seconds(_ key: String) throws(Diagnosis) -> Interval? {
    try amount(key).map { Interval(seconds: $0) }
  }
}
