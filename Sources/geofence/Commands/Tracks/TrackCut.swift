import GeofenceBytes
import GeofenceCommandLine
import GeofenceCore
import GeofenceInputs

enum TrackTime: Hashable, Sendable {
  case at(WrittenTime)
  case after(Interval)

  /// Creates a time from a text such as `2024-05-01T09:10:00Z`, `+600s` or `+600`.
  init?(_ text: String) {
    if text.hasPrefix("+") {
      guard let interval = ValueKind<Interval>.seconds.parse(String(text.dropFirst())) else {
        return nil
      }
      self = .after(interval)
    } else {
      guard Timestamp.isMoment(text), let time = WrittenTime(text) else { return nil }
      self = .at(time)
    }
  }

  /// True if it names no zone.
  var isLocal: Bool { if case .at(let time) = self { time.isLocal } else { false } }

  func time(from start: Timestamp, in zone: ZoneInfo?) -> Timestamp {
    switch self {
    case .at(let time): time.moment(in: zone)
    case .after(let interval): start + interval
    }
  }
}

struct TrackCut: Hashable, Sendable {
  var from: TrackTime?
  var to: TrackTime?

  /// Returns true if it ends before it begins, on every track.
  func isReversed(in zone: ZoneInfo?) -> Bool {
    switch (from, to) {
    case (.at(let from), .at(let to)): from.moment(in: zone) > to.moment(in: zone)
    case (.after(let from), .after(let to)): from > to
    default: false
    }
  }

  /// Returns the times of a track that begins at `start`; a time without a zone is one of `zone`.
  func times(from start: Timestamp, in zone: ZoneInfo?) -> ClosedRange<Timestamp>? {
    let first = from?.time(from: start, in: zone) ?? .distantPast
    let last = to?.time(from: start, in: zone) ?? .distantFuture
    return first <= last ? first...last : nil
  }
}

extension ValueKind where Value == TrackTime {
  static let trackTime = ValueKind(
    expected: "a time such as 2024-05-01T09:10:00Z, or +600s from the track's beginning"
  ) { TrackTime($0) }
}

extension ValueKind where Value == WrittenTime {
  static let writtenTime = ValueKind(expected: ValueKind<Timestamp>.time.expected) {
    WrittenTime($0)
  }
}
