/// The form of a time that is not read because it is ambiguous, for a message.
package enum UnreadableTime: CaseIterable {
  case dayOrMonthFirst, twelveHours, year, date, shortDate, timeOfDay, spreadsheetDay

  package init?(_ text: String) {
    let text = Array(text.utf8).span.trimmedText
    guard let form = Self.allCases.first(where: { $0.matches(text) }) else { return nil }
    self = form
  }

  /// Returns whether a text of this form has a date and a time of day, the day or the month first.
  package func hasDateAndTime(_ text: String) -> Bool {
    self == .dayOrMonthFirst && text.contains(/\d[ T,]+\d{1,2}:\d\d/)
  }

  private func matches(_ text: String) -> Bool {
    switch self {
    case .dayOrMonthFirst:
      text.prefixMatch(of: /\d{1,2}([.\/]\d{1,2}[.\/]\d{2,4}|-\d{1,2}-\d{4})\b/) != nil
        || text.wholeMatch(of: /[0-3]\d[0-3]\d(19|20)\d\d/) != nil
    case .twelveHours: text.firstMatch(of: /\d\s*[AaPp]\.?[Mm]\b/) != nil
    case .year: text.wholeMatch(of: /(19|20)\d\d/) != nil
    case .shortDate: text.wholeMatch(of: /(\d{6}|\d{2}-\d{2}-\d{2}) .+|\d{12}([.,]\d+)?/) != nil
    case .date:
      text.wholeMatch(of: /(\d{4}[-\/.]\d{1,2}[-\/.]\d{1,2}|(19|20)\d{6}(\d{4})?)T?/) != nil
    case .timeOfDay: text.wholeMatch(of: /\d{1,2}:\d\d(:\d\d)?([.,]\d+)?.{0,6}/) != nil
    case .spreadsheetDay: text.wholeMatch(of: /[2-8]\d{4}([.,]\d+)?/) != nil
    }
  }

  /// The phrase of a message, after a colon, that says what kind of text it is.
  package var phrase: String {
    switch self {
    case .dayOrMonthFirst: "day or month comes first, and which is not known"
    case .twelveHours: "it has AM or PM"
    case .year: "it is a year"
    case .shortDate: "which of the date's six digits are the year is not known"
    case .date: "it is a date without a time, or without seconds"
    case .timeOfDay: "it is a time without a date"
    case .spreadsheetDay: "it is a spreadsheet's number of a day"
    }
  }

  package var help: String {
    switch self {
    case .dayOrMonthFirst:
      "--columns time=NAME:day-first (or :month-first) says which; or write 2024-05-01T09:10:00Z"
    case .twelveHours, .year, .shortDate, .date:
      "write 2024-05-01T09:10:00Z; a spreadsheet does with the cell format yyyy-mm-dd hh:mm:ss"
    case .timeOfDay: "add a column called date, such as 2024-05-01, or write 2024-05-01T09:10:00Z"
    case .spreadsheetDay: "give the cells the format yyyy-mm-dd hh:mm:ss and export them again"
    }
  }
}
