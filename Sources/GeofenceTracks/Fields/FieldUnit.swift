/// The unit of a field's values in a file, if not degrees, metres, metres per second or seconds.
package struct FieldUnit: Hashable, Sendable {
  let names: [String]
  let count: Double

  static let own = FieldUnit(names: [], count: 1)

  /// The unit of Google's integers of degrees.
  static let tenMillionths = FieldUnit(names: [], count: 1e7)
  /// The unit of coordinates in FIT files, 2³¹ths of 180 degrees.
  static let semicircles = FieldUnit(names: ["semicircles"], count: 2_147_483_648.0 / 180)

  static let degrees = FieldUnit(names: ["degrees", "deg", "degree"], count: 1)
  static let radians = FieldUnit(names: ["radians", "rad", "radian"], count: .pi / 180)

  static let ofAngles = [degrees, radians]

  static let metres = FieldUnit(
    names: ["m", "meters", "metres", "meter", "metre", "mtrs"], count: 1)
  static let kilometres = FieldUnit(
    names: ["km", "kilometers", "kilometres", "kilometer", "kilometre"], count: 0.001)
  static let feet = FieldUnit(names: ["ft", "feet", "foot"], count: 1 / 0.3048)
  static let yards = FieldUnit(names: ["yd", "yds", "yards", "yard"], count: 1 / 0.9144)
  static let miles = FieldUnit(names: ["mi", "miles", "mile"], count: 1 / 1609.344)
  static let nauticalMiles = FieldUnit(names: ["nmi", "nm"], count: 1 / 1852.0)

  static let ofLengths = [metres, kilometres, feet, yards, miles, nauticalMiles]

  /// Returns the metres in a unit of length; `nil` for another word.
  package static func lengthInMetres(_ word: String) -> Double? {
    ofLengths.first { $0.names.contains(word.lowercased()) }.map { 1 / $0.count }
  }

  static let seconds = FieldUnit(names: ["s", "sec", "secs", "second", "seconds"], count: 1)
  static let milliseconds = FieldUnit(
    names: ["ms", "msec", "msecs", "millis", "millisecond", "milliseconds"], count: 1e3)
  static let microseconds = FieldUnit(
    names: ["us", "\u{B5}s", "\u{3BC}s", "usec", "micros", "microsecond", "microseconds"],
    count: 1e6)
  static let nanoseconds = FieldUnit(
    names: ["ns", "nsec", "nanos", "nanosecond", "nanoseconds"], count: 1e9)
  static let minutes = FieldUnit(names: ["min", "mins", "minute", "minutes"], count: 1 / 60.0)
  static let hours = FieldUnit(names: ["h", "hr", "hrs", "hour", "hours"], count: 1 / 3600.0)

  static let ofTimes = [milliseconds, microseconds, nanoseconds, seconds, minutes, hours]

  static let metresPerSecond = FieldUnit(
    names: ["m/s", "ms", "mps", "m/sec", "meterspersecond", "metrespersecond"], count: 1)
  static let kilometresPerHour = FieldUnit(
    names: ["km/h", "kmh", "kph", "km/hr", "kmph", "kmhr"], count: 3.6)
  static let knots = FieldUnit(names: ["kn", "knots", "knot", "kt", "kts"], count: 3600 / 1852)
  static let milesPerHour = FieldUnit(names: ["mph", "mi/h", "miles/h"], count: 3600 / 1609.344)
  static let feetPerSecond = FieldUnit(names: ["ft/s", "fps"], count: 1 / 0.3048)

  static let ofSpeeds = [
    metresPerSecond, kilometresPerHour, knots, milesPerHour, feetPerSecond,
  ]
}
