import GeofenceCore

extension FuzzTarget {
  /// A time, beside a reading of RFC 3339 that counts days one by one.
  static let timestamp = FuzzTarget("timestamp") { input in
    let text = String(decoding: input.bytes, as: UTF8.self)
    let found = Timestamp(parsing: text)
    if let expected = slowReading(text) {
      try Violation.unless(
        found?.milliseconds == expected,
        "\(text): \(String(describing: found?.milliseconds)), not \(expected)")
    }
    guard let found else { return "none" }
    let written = found.rfc3339
    try Violation.unless(
      Timestamp(parsing: written) == found, "\(text) is \(written), which reads as another")
    return written
  }

  /// Milliseconds of `2024-05-01T09:10:00[.…](Z|±hh:mm)` in the years 1900 to 2100.
  private static func slowReading(_ text: String) -> Int64? {
    let form = /(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:Z|([+-])(\d\d):(\d\d))/
    guard let match = text.wholeMatch(of: form)?.output, text.utf8.count == text.count else {
      return nil
    }
    let number = { (digits: Substring) in Int(digits) ?? 0 }
    let (year, month, day) = (number(match.1), number(match.2), number(match.3))
    let (hour, minute, second) = (number(match.4), number(match.5), number(match.6))
    let isLeap = { (year: Int) in year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }
    let lengths = { (year: Int) in
      [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    }
    guard (1900...2100).contains(year), (1...12).contains(month),
      (1...lengths(year)[month - 1]).contains(day), hour < 24, minute < 60, second < 60
    else { return nil }
    var days = day - 1 + lengths(year).prefix(month - 1).reduce(0, +)
    for other in min(year, 1970)..<max(year, 1970) {
      days += (year > other ? 1 : -1) * (isLeap(other) ? 366 : 365)
    }
    var offset = 0
    if let sign = match.8, let hours = match.9, let minutes = match.10 {
      guard number(hours) < 24, number(minutes) < 60 else { return nil }
      offset = (number(hours) * 60 + number(minutes)) * (sign == "-" ? -1 : 1)
    }
    let fraction = Int(match.7.map { ($0 + "00").prefix(3) } ?? "0") ?? 0
    let seconds = days * 86_400 + hour * 3600 + (minute - offset) * 60 + second
    return Int64(seconds * 1000 + fraction)
  }
}
