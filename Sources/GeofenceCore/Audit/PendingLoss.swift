/// A loss that is complete when the app has chosen again, or the track has ended.
struct PendingLoss: Sendable {
  /// The moment that decided, as far as it is known.
  enum Moment: Sendable {
    case known(LossDetail?)
    /// The app chose other regions; it is not known yet when it chooses next.
    case notChosen(Number<Choice>, distance: Double)
  }

  let id: AuditedCrossing.ID
  let confirmedAt: Timestamp?
  let run: Number<AuditedRun>
  /// The cause, where that is asked for.
  let cause: LossCause?
  let undoes: Timestamp?
  let moment: Moment

  /// The crossing with its loss; `nil` while that is not complete.
  ///
  /// - Parameters:
  ///   - run: the one under which it was lost.
  ///   - isEnd: whether the track has ended.
  func crossing(under run: borrowing AuditedRun, isEnd: Bool) -> AuditedCrossing? {
    guard let cause else { return crossing(.lost(nil)) }
    let detail: LossDetail?
    switch moment {
    case .known(let known): detail = known
    case .notChosen(let number, let distance):
      guard let choice = run.choice(number) else { return nil }
      let next = run.choice(number.advanced(by: 1))?.time
      if next == nil, !isEnd { return nil }
      detail = .notChosen(choice, distance: distance, next: next)
    }
    return crossing(.lost(.init(cause: cause, undoes: undoes, detail: detail)))
  }

  /// The crossing, as the device stayed out of the region until the track ended.
  var undecided: AuditedCrossing { crossing(.undecided) }

  private func crossing(_ outcome: AuditedCrossing.Outcome) -> AuditedCrossing {
    AuditedCrossing(id: id, confirmedAt: confirmedAt, outcome: outcome)
  }
}
