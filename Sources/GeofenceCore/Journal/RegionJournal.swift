/// The history of one region on one device, of which something may still be delivered.
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
  /// The position of its circle among all of the plan.
  var circle: Int32
  /// The stays that are not settled, the oldest first.
  var stays = Stays()
  /// The number of stays, the oldest, of a circle that the region has no longer.
  var past: Int32 = 0
  var missed: Missed?
  /// True if the crossing before the oldest stay was neither delivered nor kept from the app by a
  /// flag.
  private var followsOpen = false
  /// The last event, where it belongs to no crossing, and the device is not on its side yet.
  var early: EarlyEvents.Event?
  /// The crossings of the region itself; `nil` where its circle is its own, and nobody asks what
  /// became of them.
  var shape: ShapeJournal?
  /// True if it is among the regions to judge at this fix, or when the registrations or the device
  /// change.
  var isMarked = false
  var isStuck = false

  init(_ region: RegionNumber, circle: Int32, _ shape: ShapeJournal?) {
    (self.region, self.circle, self.shape) = (region, circle, shape)
  }

  /// The stay that lasts; `nil` where there is none of its circle.
  var lasting: Int? { stays.count > Int(past) ? stays.count - 1 : nil }

  /// True if the device is inside the circle.
  var isInside: Bool { stays.last?.isInside == true }

  /// Returns true if a report is about a former circle of the region, which left the set at this
  /// fix.
  func isOfPast(_ report: CrossingReport, _ plan: CirclePlan) -> Bool {
    past > 0
      && report.region.hasSameCircle(
        as: plan.all.regions[Int(stays[Int(past) - 1].circle)])
  }

  /// Returns the stay that news of a side tells of: the last one before the news began, if it is of
  /// this side.
  ///
  /// Otherwise it is the first later one of this side; one that began when the news was confirmed
  /// counts only where positions may err, so that the phone is ahead.
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

  /// Returns true if a state is news of the crossing that a stay began with.
  ///
  /// After a missed crossing it is what the app holds anyway.
  func isNews(_ stay: Int) -> Bool {
    guard stays[stay].isOpenCrossing else { return false }
    // The stays before are of another circle.
    if past > 0, stay == Int(past) { return true }
    return stay > 0 ? !stays[stay - 1].isOpenCrossing : !followsOpen
  }

  /// Begins a stay, and ends the one before.
  ///
  /// - Parameter lastTime: the time of the fix before.
  mutating func begin(_ stay: Stay, after lastTime: Timestamp, _ steps: LongSteps) {
    end(.wayBack, at: lastTime, next: stay.first, steps)
    stays.append(stay)
  }

  /// Ends the stay that lasts.
  mutating func end(_ end: Excursion.End, at last: Timestamp, next: Timestamp?, _ steps: LongSteps)
  {
    guard let newest = stays.indices.last, stays[newest].end == nil else { return }
    stays[newest].end(end, at: last, next: next, steps)
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
  ///
  /// - Parameter crossedAt: the time of the crossing of the region itself that it shows; `nil` where
  ///   it shows none.
  mutating func removeOldest(_ phase: CrossingPhase, crossedAt: Timestamp?) {
    let stay = stays.removeFirst()
    // A device that is inside from the first evaluation has made no crossing that could be missed.
    var missed: Missed?
    if crossedAt != nil || stay.isCrossing, stay.phase != .suppressed {
      switch phase {
      case .missed(let cause), .undoes(_, let cause):
        missed = Missed(first: crossedAt ?? stay.first, cause: cause)
      default: break
      }
    }
    let isPast = past > 0
    if isPast { past -= 1 }
    let isSameCircle = !isPast || past > 0
    self.missed = isSameCircle ? missed : nil
    followsOpen = isSameCircle && stay.isOpenCrossing
  }
}
