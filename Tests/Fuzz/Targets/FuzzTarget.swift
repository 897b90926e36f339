import GeofenceBytes

/// A reader under test: what it says of an input must not depend on how the bytes arrive.
struct FuzzTarget: Sendable {
  /// The name of its folder in the corpus.
  let name: String
  /// Whether the reader opens a path, so that its bytes can arrive in pieces.
  let readsPaths: Bool
  /// All that the reader says of an input, as text.
  let answer: @Sendable (Input) throws -> String

  init(
    _ name: String, readsPaths: Bool = false,
    _ answer: @escaping @Sendable (Input) throws -> String
  ) {
    self.name = name
    self.readsPaths = readsPaths
    self.answer = answer
  }

  static let all: [FuzzTarget] = [
    .track, .regions, .scenario, .positioning, .expectations, .calendar, .state, .decimal,
    .timestamp, .arguments,
  ]

  /// Compares the answers to one input that arrives in each of these ways.
  ///
  /// - Throws: `Violation` where two differ, or where the reader breaks a promise of its own.
  func check(_ bytes: [UInt8], arriving ways: [Arrival]) throws {
    let whole = try answer(Input(bytes, arriving: .file))
    guard readsPaths else { return }
    for way in ways {
      let other = try answer(Input(bytes, arriving: way))
      guard other == whole else {
        throw Violation("\(name) arriving as \(way):\n\(other)\ninstead of:\n\(whole)")
      }
    }
  }
}

/// A promise of a reader that an input breaks.
struct Violation: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }

  static func unless(_ holds: Bool, _ description: @autoclosure () -> String) throws {
    if !holds { throw Violation(description()) }
  }
}

extension FuzzTarget {
  /// What reading gives, or the error as it is printed, with the input called `F`.
  static func saying(_ path: String, _ read: () throws -> String) throws -> String {
    do {
      return try read()
    } catch let error as InputError {
      try check(error)
      return error.description.replacing(path, with: "F")
    }
  }

  /// An error says what is wrong, and cannot steer a terminal.
  static func check(_ error: InputError) throws {
    try Violation.unless(!error.problem.isEmpty, "an error without a problem")
    let controls = error.description.unicodeScalars.filter {
      $0.properties.generalCategory == .control && $0 != "\n"
    }
    try Violation.unless(controls.isEmpty, "an error with control characters")
  }
}
