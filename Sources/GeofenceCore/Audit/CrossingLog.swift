/// The crossings of one device under one set of circles that are not settled yet.
///
/// A crossing stays until there is one after it and nothing can be delivered of it any more. So
/// memory is O(r) for the r regions that were crossed, however often.
struct CrossingLog: Sendable {
  /// A crossing at this fix: its region's record, and its number among those that are open.
  struct ID: Hashable, Sendable {
    let record: Number<RegionRecord>
    let crossing: Number<OpenCrossing>
  }

  private(set) var records = Numbered<RegionRecord, RegionRecord>()
  private var numbers: [RegionNumber: Number<RegionRecord>] = [:]
  /// The regions the newest crossing of which is a stay that is being measured.
  private(set) var measured: [Number<RegionRecord>] = []

  subscript(id: ID) -> OpenCrossing {
    _read { yield records[id.record].open[id.crossing] }
    _modify { yield &records[id.record].open[id.crossing] }
  }

  subscript(record: Number<RegionRecord>) -> RegionRecord {
    _read { yield records[record] }
    _modify { yield &records[record] }
  }

  func record(of region: RegionNumber) -> Number<RegionRecord>? { numbers[region] }

  /// The last crossing of a record.
  func newest(of record: Number<RegionRecord>) -> ID? {
    records[record].open.indices.last.map { ID(record: record, crossing: $0) }
  }

  /// The region's last crossing.
  func newest(of region: RegionNumber) -> ID? { numbers[region].flatMap(newest) }

  /// The crossing that a new state reports.
  ///
  /// That is the region's last one when the new state began, if it leads to this side. A location
  /// update may be ahead of the device: then it is the next one that happened before the new state
  /// was confirmed.
  ///
  /// - Parameters:
  ///   - began: the time of the first fix at which the system took the region's new side for certain.
  ///   - confirmed: the time of the fix that confirmed it.
  func crossing(
    of region: RegionNumber, entering: Bool, since began: Timestamp, until confirmed: Timestamp
  ) -> ID? {
    guard let record = numbers[region] else { return nil }
    let open = records[record].open
    let past = open.indices.last { open[$0].time <= began }
    if let past, open[past].isEnter == entering { return ID(record: record, crossing: past) }
    let ahead = open.indices.first {
      began < open[$0].time && open[$0].time <= confirmed && open[$0].isEnter == entering
    }
    return ahead.map { ID(record: record, crossing: $0) }
  }

  /// Adds a crossing, which ends the stay of the one before.
  ///
  /// - Parameters:
  ///   - lastTime: the time of the fix before.
  ///   - measures: whether it is asked how long and how deep its stay is.
  mutating func append(
    _ crossing: OpenCrossing, of region: RegionNumber, after lastTime: Timestamp,
    measures: Bool
  ) -> ID {
    let record = numbers[region] ?? records.endIndex
    if record == records.endIndex {
      records.append(RegionRecord(of: region, runs: crossing.traces.count))
      numbers[region] = record
    }
    endStay(of: record, .wayBack, at: lastTime)
    records[record].open.append(crossing)
    if measures, !crossing.isOrigin { measured.append(record) }
    return ID(record: record, crossing: records[record].open.endIndex.advanced(by: -1))
  }

  /// Ends the stay of a region's newest crossing.
  ///
  /// - Parameter time: of the last fix on the new side.
  mutating func endStay(of record: Number<RegionRecord>, _ end: Excursion.End, at time: Timestamp) {
    guard let newest = newest(of: record), self[newest].stay.end == nil else { return }
    self[newest].stay.end = end
    self[newest].stay.lastTime = time
    measured.removeAll { $0 == record }
  }

  /// Measures each stay under way, as long as that is asked for.
  ///
  /// - Parameter measure: returns whether the stay goes on to be measured.
  mutating func measureStays(_ measure: (ID, inout OpenCrossing) -> Bool) {
    var kept = 0
    for index in measured.indices {
      let record = measured[index]
      guard let newest = newest(of: record), measure(newest, &self[newest]) else { continue }
      measured[kept] = record
      kept += 1
    }
    measured.removeSubrange(kept...)
  }

  /// The region has left the set, or is another circle now: what was is no longer its past.
  ///
  /// - Parameter time: of the last fix before.
  mutating func forget(_ record: Number<RegionRecord>, after time: Timestamp) {
    endStay(of: record, .removal, at: time)
    for crossing in records[record].open.indices {
      records[record].open[crossing].isForgotten = true
    }
  }

  /// The region's circle is another one of the plan now, though an equal one.
  mutating func move(_ region: RegionNumber, to circle: Int32) {
    guard let record = numbers[region] else { return }
    for crossing in records[record].open.indices {
      records[record].open[crossing].circle = circle
    }
  }
}

/// A region that a device has crossed: its crossings that are not settled, and what became of the
/// last one that is.
struct RegionRecord: Sendable {
  let region: RegionNumber
  /// The crossings that are not settled, the oldest first.
  fileprivate(set) var open = Numbered<OpenCrossing, OpenCrossing>()
  /// The fates of the last settled crossing under each run, and the time at which it began.
  private(set) var fates: Numbered<AuditedRun, Fate>
  private(set) var lastTime: Timestamp?
  /// The last crossing of the region itself that its larger circle does not show.
  var hidden: Hidden?
  /// The crossings that are lost unless the device stays out of the region until the track ends:
  /// then they are undecided.
  var withheld: [PendingLoss] = []

  /// The fate of a settled crossing, as far as the one after it depends on that.
  enum Fate: Sendable {
    /// It was delivered, or was none, or nothing is known of it.
    case came
    /// The cause of its loss, where that is asked for.
    case lost(LossCause?)
  }

  /// A crossing of a region while the device stays in the larger circle.
  struct Hidden: Sendable {
    let isEnter: Bool
    let time: Timestamp
  }

  fileprivate init(of region: RegionNumber, runs: Int) {
    self.region = region
    fates = Numbered(repeating: .came, count: runs)
  }

  /// Lets go of the oldest crossing.
  ///
  /// - Parameter fates: what became of it in each run.
  mutating func removeOldest(_ fates: Numbered<AuditedRun, Fate>) {
    let oldest = open.removeFirst()
    let isPast = !oldest.isForgotten || open.first?.isForgotten == true
    self.fates = isPast ? fates : Numbered(repeating: .came, count: fates.count)
    lastTime = oldest.time
  }
}
