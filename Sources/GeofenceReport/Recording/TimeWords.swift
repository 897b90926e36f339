import GeofenceBytes

/// The words for times of some tracks: `08:10:00`, with dates where the tracks last beyond midnight.
package struct TimeWords {
  let clock: LocalClock
  private let isOneDay: Bool
  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  package init(_ clock: LocalClock, _ times: ClosedRange<Timestamp>?) {
    self.clock = clock
    isOneDay = times.map { clock.isOneDay($0) } ?? true
  }

  private func parts(_ time: Timestamp) -> (date: Substring, time: Substring) {
    let text = clock.text(time)
    let time = text.dropFirst(11)
    return (text.prefix(10), time.prefix(8) + (clock.saysOffset ? time.suffix(6) : ""))
  }

  var zone: String { clock.zone?.name ?? "UTC" }

  /// Returns a time of day to the second, with its date where there are several.
  func moment(_ time: Timestamp) -> String {
    let parts = parts(time)
    return isOneDay ? String(parts.time) : "\(parts.date) \(parts.time)"
  }

  /// Returns a span of time: `08:10:00–08:25:30`.
  ///
  /// - Parameter end: the end; `nil` for the end of the track.
  func span(_ start: Timestamp, _ end: Timestamp?) -> String {
    let first = parts(start)
    let start = isOneDay ? "\(first.time)" : "\(first.date) \(first.time)"
    guard let end else { return "from \(start) to the end" }
    let last = parts(end)
    return "\(start)–\(first.date == last.date ? "" : "\(last.date) ")\(last.time)"
  }

  func unbroken(_ stay: RegionSpan) -> String {
    "<span class=\"span\">\(span(stay.start, stay.end))</span>"
  }

  /// Returns the dates and times of a whole run: `1 May 2024, 12:00:00–12:14:30 UTC`.
  package func run(_ times: ClosedRange<Timestamp>) -> String {
    let (first, last) = (parts(times.lowerBound), parts(times.upperBound))
    if first.date == last.date {
      return "\(Self.words(first.date)), \(first.time)–\(last.time) \(zone)"
    }
    return "\(Self.words(first.date)) \(first.time) to \(Self.words(last.date)) \(last.time) "
      + zone
  }

  private static func words(_ date: Substring) -> String {
    let numbers = date.split(separator: "-").compactMap { Int($0) }
    guard numbers.count == 3, months.indices.contains(numbers[1] - 1) else { return String(date) }
    return "\(numbers[2]) \(months[numbers[1] - 1]) \(numbers[0])"
  }
}
