/// Something wrong with a line of a calendar: what is around it can be read all the same.
struct CalendarFault: Error, Hashable {
  /// The line; one-based.
  let number: Int
  let problem: String
  let help: String

  /// The fault as what is said of a file.
  func error(in source: String) -> InputError {
    InputError(source: source, place: .line(number), problem: problem, help: help)
  }
}
