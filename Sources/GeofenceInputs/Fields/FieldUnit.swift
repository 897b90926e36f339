/// The unit of a field's values in a file, where it is not degrees, metres or metres per second.
struct FieldUnit: Hashable, Sendable {
  /// The names of the unit, as notes in brackets and the ends of names write them.
  let names: [String]
  /// The number of these units in one of the field's own.
  let count: Double

  /// The unit of the field itself.
  static let own = FieldUnit(names: [], count: 1)

  /// The unit of Google's integers of degrees.
  static let tenMillionths = FieldUnit(names: [], count: 1e7)
  /// The unit of coordinates in FIT files, 2³¹ths of 180 degrees.
  static let semicircles = FieldUnit(names: ["semicircles"], count: 2_147_483_648.0 / 180)

  static let kilometres = FieldUnit(names: ["km"], count: 0.001)

  static let metresPerSecond = FieldUnit(names: ["m/s", "ms", "mps"], count: 1)
  static let kilometresPerHour = FieldUnit(names: ["km/h", "kmh", "kph"], count: 3.6)
  static let knots = FieldUnit(names: ["kn", "knots", "knot", "kt", "kts"], count: 3600 / 1852)
  static let milesPerHour = FieldUnit(names: ["mph"], count: 3600 / 1609.344)

  static let ofSpeeds = [metresPerSecond, kilometresPerHour, knots, milesPerHour]
}
