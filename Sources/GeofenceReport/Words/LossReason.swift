import GeofenceBytes
import GeofenceCore
import GeofenceWriting

/// A reason for losses that several causes share, in the words of a verdict.
enum LossReason: Hashable {
  case slots
  case other(LossCause)

  init(_ cause: LossCause) {
    self = cause.obstacle == .slot ? .slots : .other(cause)
  }

  /// Returns the reasons of all losses with their numbers, the most frequent first.
  static func groups(_ counts: CrossingCounts) -> [(reason: LossReason, count: Int)] {
    var groups: [(reason: LossReason, count: Int)] = []
    for (cause, count) in counts.losses() {
      let reason = LossReason(cause)
      if let index = groups.firstIndex(where: { $0.reason == reason }) {
        groups[index].count += count
      } else {
        groups.append((reason, count))
      }
    }
    // Sorting in the standard library keeps the order of equals.
    return groups.sorted { $0.count > $1.count }
  }

  /// Returns a clause that follows "because".
  func clause(_ settings: Settings) -> String {
    let rules = settings.crossing
    switch self {
    case .slots:
      return settings.limit == 1
        ? "the one slot was taken" : "the \(settings.limit) slots were full"
    case .other(let cause):
      switch cause {
      case .dwell: return "the device did not stay for \(rules.dwell.seconds.plain) s"
      case .cushion:
        return "the device did not go \(rules.cushion.plain) m past the boundary"
      case .accuracy: return "the fixes were too uncertain"
      case .resetByRenewal: return "a reselection started the region anew"
      case .suspended: return "the device or the app could not receive events"
      case .tooLarge: return "the device takes no circle as large as that"
      case .merged: return "a larger circle is watched instead"
      case .unseen: return "no location update came in time"
      case .mislocated: return "location updates were off"
      case .notRegistered, .registeredLate, .evicted: return "the slots were full"
      }
    }
  }
}
