/// The outcome of a dwell, in one sentence.
///
///     late, 6 min: no location update came from 10:06:50 to 10:12:50
package struct DwellSentence {
  private let settings: Settings
  private let phrasing: Phrasing

  package init(_ settings: Settings, _ phrasing: Phrasing) {
    (self.settings, self.phrasing) = (settings, phrasing)
  }

  package func text(of dwell: JudgedDwell) -> String {
    switch dwell.outcome {
    case .delivered(let delivery): text(of: delivery, dwell)
    case .repeated(let delivery):
      "\(text(of: delivery, dwell)), again without an arrival between"
    case .missed:
      "missed"
        + VerdictFact.because(DwellCounts([dwell]).causes, of: 1, after: " ", settings, phrasing)
    case .left(let by):
      // It may have been inside for longer than its fixes show.
      (by.map { $0 > dwell.due } == true ? "not due by the fixes" : "not due")
        + ": the device had left" + (by.map { " by \(phrasing.moment($0))" } ?? " before")
    case .undecidable: "undecidable: the recording ends before it is due"
    case .notAsked:
      "not due: the device was inside when the region was first evaluated, and --initial-trigger "
        + "does not name dwell"
    }
  }

  private func text(of delivery: JudgedDwell.Delivery, _ dwell: JudgedDwell) -> String {
    let delay = delivery.time - dwell.due
    guard dwell.isLate else {
      if delay.milliseconds == 0 { return "delivered at once" }
      let span = phrasing.span(Interval(milliseconds: abs(delay.milliseconds)))
      return "delivered \(span) "
        + (delay.milliseconds < 0
          ? "before it was due"
          : delay > CrossingVerdict.soon ? "later, after a gap without a fix" : "later")
    }
    // What is left of the delay when the system has found the device inside is a wait for a fix.
    let search = delivery.foundAt - dwell.enteredAt
    let expected = dwell.due + search
    let reason =
      search > delivery.time - expected
      ? "the device was found inside only at \(phrasing.moment(delivery.foundAt))"
      : "no location update came from \(phrasing.moment(expected)) to "
        + phrasing.moment(delivery.time)
    let after =
      delivery.leftAt.map {
        "; \(phrasing.span(delivery.time - $0)) after the device had left"
      } ?? ""
    return "late, \(phrasing.span(delay)): \(reason)\(after)"
  }
}

extension DwellCounts {
  /// The outcomes of the dwells that were due, and how many were not, without a full stop.
  func sentence(_ settings: Settings, _ phrasing: Phrasing) -> String {
    var clauses: [String] = []
    let noun = "\(due == 1 ? "dwell that was" : "dwells that were") due"
    if missed > 0 {
      clauses.append(
        "\(missed) of \(due) \(noun) never reached the app"
          + VerdictFact.because(causes, of: missed, after: " ", settings, phrasing))
    } else if due > 0 {
      let all = due == 1 ? "the one" : due == 2 ? "both" : "all \(due)"
      clauses.append(
        "\(late > 0 ? "\(delivered - late) of \(due)" : all) \(noun) reached the app in time")
    }
    if late > 0 {
      clauses.append("\(late) came late, by more than \(phrasing.span(CrossingVerdict.soon))")
    }
    if repeated > 0 {
      clauses.append("\(Phrasing.counted(repeated, "dwell")) came again, with no arrival between")
    }
    if left > 0 {
      clauses.append("\(left) \(left == 1 ? "stay" : "stays") ended before a dwell was due")
    }
    if undecidable > 0 {
      clauses.append(
        "the recording ends before \(undecidable) \(undecidable == 1 ? "dwell was" : "dwells were") due"
      )
    }
    return clauses.joined(separator: "; ")
  }
}
