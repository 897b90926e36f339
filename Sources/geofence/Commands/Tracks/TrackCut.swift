import GeofenceCommandLine
import GeofenceCore
import GeofenceInputs

enum TrackTime: Hashable, Sendable {
  case at(Timestamp)
  case after(Interval)

  /// Creates a time from a text such as `2024-05-01T09:10:00Z`, `+600s` or `+600`.
  init?(_ text: String) {
    if text.hasPrefix("+") {
      guard let interval = ValueKind<Interval>.seconds.parse(String(text.dropFirst())) else {
        return nil
      }
      self = .after(interval)
    } else {
      guard Timestamp.isMoment(text), let time = Timestamp(parsing: text) else { return nil }
      self = .at(time)
    }
  }

  func time(from start: Timestamp) -> Timestamp {
    switch self {
    case .at(let time): time
    case .after(let interval): start + interval
    }
  }
}

struct TrackCut: Hashable, Sendable {
  var from: TrackTime?
  var to: TrackTime?

  /// True if it ends before it begins, on every track.
  var isReversed: Bool {
    switch (from, to) {
    case (.at(let from), .at(let to)): from > to
    case (.after(let from), .after(let to)): from > to
    default: false
    }
  }

  func times(from start: Timestamp) -> ClosedRange<Timestamp>? {
    let first = from?.time(from: start) ?? .distantPast
    let last = to?.time(from: start) ?? .distantFuture
    return first <= last ? first...last : nil
  }
}

extension ValueKind where Value == TrackTime {
  static let trackTime = ValueKind(
    expected: "a time such as 2024-05-01T09:10:00Z, or +600s from the track's beginning"
  ) { TrackTime($0) }
}
