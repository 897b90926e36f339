/// What the process ends with; the numbers of sysexits(3) where it has one.
enum ExitStatus: Int32, CaseIterable {
  case success = 0
  case expectationFailed = 1
  case usage = 64
  case data = 65
  case noInput = 66
  case cannotCreate = 73
  case inputOutput = 74
  case noPermission = 77
  case interrupted = 130

  /// What a run along tracks may end with.
  static let ofRuns = allCases

  /// What a command may end with that asks for no access to reminders.
  static let withoutAccess = allCases.filter { $0 != .noPermission }

  /// What help says of it.
  var meaning: String {
    switch self {
    case .success: "done"
    case .expectationFailed: "an expectation failed"
    case .usage: "wrong usage"
    case .data: "bad data"
    case .noInput: "no such input"
    case .cannotCreate: "cannot create an output"
    case .inputOutput: "read or write error"
    case .noPermission: "not authorized"
    case .interrupted: "interrupted"
    }
  }
}
