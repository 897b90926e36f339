/// How a region lies in the larger circle that is watched for it: laid onto the circle's journal
/// afterwards.
///
/// The circle shows the region's first enter during a visit, and its last exit; the others are
/// merged.
struct LargerCircle: Sendable {
  /// The time at which the region itself was crossed, of each stay of the circle; `nil` while only
  /// the circle was.
  struct Truth: Sendable {
    var crossedAt: Timestamp?
    var isEntered = false
  }

  /// A crossing of the region that the circle does not show.
  struct Hidden: Sendable {
    let isInside: Bool
    let time: Timestamp
  }

  /// In the order of the circle's stays.
  var truths: [Truth] = []
  var hidden: Hidden?
  /// The misses that are none if the device stays out of the region until the track ends.
  var withheld: [(AuditedCrossing, selection: Int32?)] = []
}

extension LargerCircle {
  /// Takes in that a stay of the circle has begun.
  mutating func begin() { truths.append(Truth()) }

  /// Takes in that the region itself was crossed, during the circle's newest stay.
  mutating func cross(_ step: CircleWatch.Step, at time: Timestamp) {
    guard let visit = truths.indices.last else { return }
    if step.isInside, !truths[visit].isEntered {
      truths[visit].isEntered = true
      if step.isCrossing { truths[visit].crossedAt = time }
    } else if step.isCrossing {
      hidden = Hidden(isInside: step.isInside, time: time)
    }
  }

  /// Takes the last exit for that of the circle, whose newest stay has just begun.
  mutating func showExit() {
    guard let visit = truths.indices.last, let hidden, !hidden.isInside else { return }
    truths[visit].crossedAt = hidden.time
    self.hidden = nil
  }

  /// Whether the device has entered the region itself since the circle's oldest stay.
  var isEnteredLater: Bool {
    truths.dropFirst().contains { $0.isEntered || $0.crossedAt != nil }
  }
}
