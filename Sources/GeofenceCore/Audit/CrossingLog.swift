/// The crossings of one device under one set of circles that are not settled yet.
///
/// A crossing stays until there is one after it and nobody can tell of it any more; its place is then
/// taken by another. So memory is O(r) for the r regions that were crossed, however often.
struct CrossingLog: Sendable {
  private let runs: Int
  private let rules: Int
  private let hasSights: Bool
  private let measures: Bool
  private(set) var crossings: [OpenCrossing] = []
  /// As many for each crossing as there are runs.
  private var traces: [CrossingTrace] = []
  /// As many for each crossing as there are rules: when they confirmed it with unlimited
  /// registrations, and a monitor that sees it from its beginning.
  private var confirmations: [Timestamp?] = []
  private var witnesses: [Witness] = []
  /// As many for each crossing as there are runs, where the phone does not see every fix.
  private var sights: [CrossingSight] = []
  private var free: [Slot] = []
  private var histories: [Int32: History] = [:]
  /// What became of the last settled crossing of a region under each run.
  private var lastFates: [Fate] = []
  /// The crossings whose stay is being measured.
  var measured: [Slot] = []

  /// What became of a settled crossing, as far as the one after it depends on that.
  enum Fate: Sendable {
    /// It was delivered, or was none, or nothing is known of it.
    case came
    /// Why it was lost, where that is asked for.
    case lost(LossCause?)
  }

  /// A region's crossings.
  struct History: Sendable {
    var oldest: Slot?
    var newest: Slot?
    /// When the last one that was settled began.
    var lastTime: Timestamp?
    /// Where what became of that one begins.
    let outcomes: Int
    /// The last way out of the region itself, or into it, where its larger circle does not show it.
    var hidden: Hidden?
  }

  /// A crossing of a region while the device stays in the larger circle.
  struct Hidden: Sendable {
    let isEnter: Bool
    let time: Timestamp
  }

  /// Whether rules would confirm a crossing that is looked at from its beginning.
  struct Witness: Sendable {
    var crossing: Crossing?
    var confirmedAt: Timestamp?
    /// Whether the rules held the other side, so that a stay that meets them is confirmed.
    var isExpected = false
  }

  /// - Parameter measures: whether it is asked how long and how deep stays are.
  init(runs: Int, rules: Int, hasSights: Bool, measures: Bool) {
    (self.runs, self.rules) = (runs, rules)
    (self.hasSights, self.measures) = (hasSights, measures)
  }

  subscript(slot: Slot) -> OpenCrossing {
    _read { yield crossings[Int(slot)] }
    _modify { yield &crossings[Int(slot)] }
  }

  /// How a crossing met a run.
  subscript(slot: Slot, run run: Int) -> CrossingTrace {
    _read { yield traces[Int(slot) * runs + run] }
    _modify { yield &traces[Int(slot) * runs + run] }
  }

  /// When rules confirmed a crossing with unlimited registrations.
  subscript(slot: Slot, confirmedBy number: Int) -> Timestamp? {
    get { confirmations[Int(slot) * rules + number] }
    set { confirmations[Int(slot) * rules + number] = newValue }
  }

  subscript(slot: Slot, witness number: Int) -> Witness {
    _read { yield witnesses[Int(slot) * rules + number] }
    _modify { yield &witnesses[Int(slot) * rules + number] }
  }

  /// How the phone saw a stay under a run; only where it does not see every fix.
  subscript(slot: Slot, sight run: Int) -> CrossingSight {
    _read { yield sights[Int(slot) * runs + run] }
    _modify { yield &sights[Int(slot) * runs + run] }
  }

  /// The region's last crossing.
  func newest(of region: Int32) -> Slot? { histories[region]?.newest }

  /// The crossing of the region that is settled next.
  func oldest(of region: Int32) -> Slot? { histories[region]?.oldest }

  func hidden(of region: Int32) -> Hidden? { histories[region]?.hidden }

  mutating func hide(_ hidden: Hidden?, of region: Int32) { histories[region]?.hidden = hidden }

  /// The region's last crossing to a side that began at `time` or before.
  func crossing(of region: Int32, entering: Bool, before time: Timestamp) -> Slot? {
    var candidate = histories[region]?.newest
    while let slot = candidate {
      let crossing = self[slot]
      if crossing.isEnter == entering, crossing.time <= time { return slot }
      // What was settled before has no place any more.
      candidate = slot == histories[region]?.oldest ? nil : crossing.previous
    }
    return nil
  }

  /// What became of the crossing before the oldest one that is kept.
  func lastFate(of region: Int32, run: Int) -> Fate {
    histories[region].map { lastFates[$0.outcomes + run] } ?? .came
  }

  /// When the last crossing of the region that was settled began.
  func lastTime(of region: Int32) -> Timestamp? { histories[region]?.lastTime }

  /// Every region that was crossed, by number.
  var regions: [Int32] { histories.keys.sorted() }

  mutating func append(
    _ region: Int32, _ position: Int32, entering: Bool, isOrigin: Bool, at fix: Fix,
    _ vector: EarthVector, center: EarthVector, lastTime: Timestamp
  ) -> Slot {
    var history = histories[region] ?? History(outcomes: lastFates.count)
    if histories[region] == nil {
      lastFates += Array(repeating: .came, count: runs)
    }
    let previous = history.newest
    let crossing = OpenCrossing(
      region: region, position: position, isEnter: entering, isOrigin: isOrigin, time: fix.time,
      truth: nil, previous: previous, next: nil, center: center,
      stay: ExcursionMeter(fix, squaredChord: vector.squaredChord(to: center)))
    let slot = place(crossing)
    if let previous {
      self[previous].next = slot
      end(previous, .wayBack, at: lastTime)
    }
    history.newest = slot
    history.oldest = history.oldest ?? slot
    histories[region] = history
    if !isOrigin, measures { measured.append(slot) }
    return slot
  }

  private mutating func place(_ crossing: OpenCrossing) -> Slot {
    if let slot = free.popLast() {
      self[slot] = crossing
      for run in 0..<runs {
        self[slot, run: run] = CrossingTrace()
        if hasSights { self[slot, sight: run] = CrossingSight() }
      }
      for number in 0..<rules {
        self[slot, confirmedBy: number] = nil
        self[slot, witness: number] = Witness()
      }
      return slot
    }
    crossings.append(crossing)
    traces += repeatElement(CrossingTrace(), count: runs)
    if hasSights { sights += repeatElement(CrossingSight(), count: runs) }
    confirmations += repeatElement(nil, count: rules)
    witnesses += repeatElement(Witness(), count: rules)
    return Slot(crossings.count - 1)
  }

  /// Ends the stay of a crossing.
  ///
  /// - Parameter time: of the last fix on the new side.
  mutating func end(_ slot: Slot, _ end: Excursion.End, at time: Timestamp) {
    guard self[slot].stay.end == nil else { return }
    self[slot].stay.end = end
    self[slot].stay.lastTime = time
    measured.removeAll { $0 == slot }
  }

  /// The region is gone, or another circle now: what was is no longer its past.
  ///
  /// - Parameter time: of the last fix before.
  mutating func forget(_ region: Int32, after time: Timestamp) {
    guard let history = histories[region] else { return }
    if let slot = history.newest { end(slot, .removal, at: time) }
    forEach(of: region) { $0.isForgotten = true }
  }

  /// The region's circle is another one of the plan now, though an equal one.
  mutating func move(_ region: Int32, to position: Int32) {
    forEach(of: region) { $0.position = position }
  }

  private mutating func forEach(of region: Int32, _ body: (inout OpenCrossing) -> Void) {
    var slot = histories[region]?.oldest
    while let current = slot {
      body(&self[current])
      slot = self[current].next
    }
  }

  /// Lets go of a region's oldest crossing.
  ///
  /// - Parameter fate: what became of it in each run.
  mutating func removeOldest(of region: Int32, fate: (Int) -> Fate) {
    guard var history = histories[region], let slot = history.oldest else { return }
    let isPast = !self[slot].isForgotten || self[slot].next.map { self[$0].isForgotten } == true
    for run in 0..<runs { lastFates[history.outcomes + run] = isPast ? fate(run) : .came }
    history.lastTime = self[slot].time
    history.oldest = self[slot].next
    if history.newest == slot { history.newest = nil }
    histories[region] = history
    free.append(slot)
  }
}
