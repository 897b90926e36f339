/// A time as somebody wrote it, perhaps without a zone.
package struct WrittenTime: Hashable, Sendable {
  /// The time, in UTC where none is named.
  private let time: Timestamp
  package let isLocal: Bool

  package init(_ time: Timestamp, isLocal: Bool = false) {
    (self.time, self.isLocal) = (time, isLocal)
  }

  /// Creates a time from a text such as `2024-05-01T09:10:00Z` or `2024-05-01T09:10:00`.
  package init?(_ text: String) {
    guard let (time, form) = Timestamp.reading(Array(text.utf8).span) else { return nil }
    self.init(time, isLocal: form == .local)
  }

  /// Returns the moment, where a time without a zone is one of `zone`; `nil` stands for UTC.
  package func moment(in zone: ZoneInfo?) -> Timestamp {
    guard isLocal, let zone else { return time }
    return Timestamp(milliseconds: time.milliseconds - zone.offset(atLocal: time) * 1000)
  }
}
