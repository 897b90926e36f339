/// What happened to one region on one device, of which something may still be delivered.
///
/// Fed at the fixes at which something happens to it, and trimmed when a crossing is settled, so
/// that memory is O(r) for the r regions that were crossed, however often.
struct RegionJournal: Sendable {
  /// The missed crossing before the oldest stay, which the oldest takes back.
  struct Missed: Hashable, Sendable {
    let first: Timestamp
    let cause: LossCause?
  }

  let region: RegionNumber
  /// The stays that are not settled, the oldest first.
  var stays = Stays()
  /// The number of stays, the oldest, of a circle that the region has no longer.
  var past: Int32 = 0
  var missed: Missed?
  /// The last event, where it belongs to no crossing, and the device is not on its side yet.
  var early: EarlyEvents.Event?
  /// How the region lies in its larger circle; `nil` where the circle is its own.
  var shape: LargerCircle?

  init(_ region: RegionNumber, isLarger: Bool) {
    self.region = region
    shape = isLarger ? LargerCircle() : nil
  }

  /// Returns the stay that news of a side tells of: the last one before the news began, if it is of
  /// this side.
  ///
  /// A position may err, so that the phone is ahead: then it is the next one, if it began before the
  /// news was confirmed.
  func stay(of side: RegionState, from began: Timestamp, to found: Timestamp, mayErr: Bool) -> Int?
  {
    let past = stays.lastIndex { $0.first <= began }
    if let past {
      if stays[past].side == side { return past }
      // Of two fixes of one time the earlier may be the one at which the news began.
      if !mayErr, stays[past].first == began, past > 0, stays[past - 1].side == side {
        return past - 1
      }
    }
    let next = past.map { $0 + 1 } ?? 0
    return stays[next...].firstIndex { $0.side == side && $0.first <= found }
  }

  /// Begins a stay, and ends the one before.
  ///
  /// - Parameter lastTime: the time of the fix before.
  mutating func begin(_ stay: Stay, after lastTime: Timestamp) {
    end(.wayBack, at: lastTime)
    if let newest = stays.indices.last, stays[newest].next == nil {
      stays[newest].next = stay.first
    }
    stays.append(stay)
  }

  mutating func end(_ end: Excursion.End, at time: Timestamp) {
    guard let newest = stays.indices.last, stays[newest].end == nil else { return }
    (stays[newest].end, stays[newest].last) = (end, time)
  }

  mutating func deliver(_ delivery: AuditedCrossing.Delivery, of stay: Int) {
    if stays[stay].phase.delivery == nil { stays[stay].phase = .delivered(delivery) }
  }

  mutating func suppress(_ stay: Int) {
    if stays[stay].phase == .open { stays[stay].phase = .suppressed }
  }

  // MARK: settling

  /// Returns what became of the oldest crossing, of which nothing can be delivered any more.
  ///
  /// - Parameter isLast: whether the device was still on its side when the track ended.
  func phase(isLast: Bool, _ circumstances: Circumstances) -> CrossingPhase {
    let stay = stays[0]
    if case .delivered = stay.phase { return stay.phase }
    if circumstances.depth == .deliveries { return .undecidable }
    // However long the track goes on, a monitor that holds this side already has nothing to deliver.
    if stay.held.known == .newSide, let missed { return .undoes(missed.first, missed.cause) }
    if isLast, mayStillCome(stay) { return .undecidable }
    if circumstances.depth < .causes { return .missed(nil) }
    return .missed(cause(of: stay, circumstances))
  }

  /// Returns whether a longer track could have delivered a crossing that was neither delivered nor
  /// confirmed.
  func mayStillCome(_ stay: Stay) -> Bool {
    if stay.confirmedAt != nil { return false }
    guard missed != nil else { return true }
    switch stay.held {
    // The crossing back after a missed one is missed with it once the app can no longer receive it.
    case .nothing(_, let isSilent): return !isSilent
    case .slot(let known, _, _): return known != .newSide
    }
  }

  /// Lets go of the oldest stay, which is settled.
  mutating func removeOldest(_ phase: CrossingPhase, truth: Timestamp?) {
    let stay = stays.removeFirst()
    // A device that is inside from the first evaluation has made no crossing that could be missed.
    var missed: Missed?
    if truth != nil || stay.isCrossing, stay.phase != .suppressed {
      switch phase {
      case .missed(let cause), .undoes(_, let cause):
        missed = Missed(first: stay.first, cause: cause)
      default: break
      }
    }
    let isPast = past > 0
    if isPast { past -= 1 }
    self.missed = !isPast || past > 0 ? missed : nil
  }
}
