/// The settling of crossings: the results for a circle become those of its region.
extension CircleAudit {
  /// Takes in that a region itself was crossed, or that the device was in it from the beginning.
  ///
  /// The circle's enters have been noted before, its exits are noted after. Where it is larger
  /// than the region, it shows the first enter while the device is there, and the last exit;
  /// the others are hidden.
  mutating func noteTruth(_ step: Step, at time: Timestamp) {
    guard let record = log.record(of: step.region), let visit = log.newest(of: record) else {
      return
    }
    settleHidden(record, isOpen: false)
    release(record, isOpen: false)
    if step.isInside, !log[visit].isEntered {
      log[visit].isEntered = true
      if step.isCrossing { log[visit].truth = time }
    } else {
      log[record].hidden = .init(isEnter: step.isInside, time: time)
    }
  }

  /// Takes the exit of the region itself for that of its circle.
  mutating func showExit(_ id: CrossingLog.ID) {
    guard let hidden = log[id.record].hidden, !hidden.isEnter else { return }
    log[id].truth = hidden.time
    log[id.record].hidden = nil
  }

  /// Settles a crossing of the region that the circle does not show.
  ///
  /// - Parameter isOpen: whether the device is still on that side, at the end of the track.
  mutating func settleHidden(_ record: Number<RegionRecord>, isOpen: Bool) {
    guard let hidden = log[record].hidden, let visit = log.newest(of: record) else { return }
    log[record].hidden = nil
    let crossing = log[visit]
    guard isWanted(crossing, entering: hidden.isEnter) else { return }
    let id = AuditedCrossing.ID(
      device: device, region: log[record].region, name: hidden.isEnter ? .enter : .exit,
      time: hidden.time)
    for run in runs.indices {
      let loss = runs.lend(run) {
        $0.loss(.merged, undoes: nil, of: crossing, id, confirmedAt: nil)
      }
      if isOpen { settle(loss.undecided, run) } else { conclude(loss) }
    }
  }

  /// Settles what is left at the end of the track.
  ///
  /// - Parameter lastTime: of the last fix.
  mutating func finish(at lastTime: Timestamp) {
    for record in log.records.indices.sorted(by: { log[$0].region < log[$1].region }) {
      guard !log[record].open.isEmpty else { continue }
      log.endStay(of: record, .trackEnd, at: lastTime)
      // The device may have left the region itself, but not the circle.
      let isOpen = log[record].hidden == nil
      settleHidden(record, isOpen: true)
      while !log[record].open.isEmpty {
        settleOldest(of: record, isOpen: isOpen && log[record].open.count == 1)
      }
      release(record, isOpen: true)
    }
    completeLosses(isEnd: true)
  }

  /// Settles the losses of which it was not known when the app chose next, as far as it has.
  mutating func completeLosses(isEnd: Bool) {
    let losses = pending
    pending.removeAll()
    for loss in losses { conclude(loss, isEnd: isEnd) }
  }

  /// Settles the oldest crossing of a region.
  mutating func settleOldest(of number: Number<RegionRecord>, isOpen: Bool) {
    let record = log[number]
    let crossing = record.open[0]
    let isWanted = isWanted(crossing, entering: crossing.isEnter)
    // A device that is inside from the first evaluation has made no crossing that could be lost.
    let isCrossing = !crossing.isOrigin || crossing.truth != nil
    let fates = runs.indices.map { run -> RegionRecord.Fate in
      let verdict = runs.lend(run) { $0.verdict(on: crossing, of: record, isOpen: isOpen) }
      if isWanted { settle(crossing, of: record, verdict, run, number) }
      return isCrossing ? verdict.fate : .came
    }
    log[number].removeOldest(Numbered(fates))
  }

  private mutating func settle(
    _ crossing: OpenCrossing, of record: RegionRecord, _ verdict: AuditedRun.Verdict,
    _ run: Number<AuditedRun>, _ number: Number<RegionRecord>
  ) {
    guard let time = crossing.truth else {
      if crossing.isEnter, case .delivered = verdict { runs[run].noteOtherEnter() }
      return
    }
    let id = AuditedCrossing.ID(
      device: device, region: record.region, name: crossing.name, time: time)
    let confirmedAt = runs.lend(run) { $0.confirmation(of: crossing) }
    switch verdict {
    case .delivered(let delivery):
      settle(
        AuditedCrossing(id: id, confirmedAt: confirmedAt, outcome: .delivered(delivery)), run)
    case .undecided:
      settle(AuditedCrossing(id: id, confirmedAt: confirmedAt, outcome: .undecided), run)
    case .lost(let cause, let undoes):
      let loss = runs.lend(run) {
        $0.loss(cause, undoes: undoes, of: crossing, id, confirmedAt: confirmedAt)
      }
      if staysOpen(record), runs.lend(run, to: { $0.mayStillCome(crossing, of: record) }) {
        log[number].withheld.append(loss)
      } else {
        conclude(loss)
      }
    }
  }

  private mutating func settle(_ crossing: AuditedCrossing, _ run: Number<AuditedRun>) {
    settled.append(Settlement(crossing: crossing, strategy: plan.runs[run].strategy))
  }

  /// Settles a loss when it is complete.
  private mutating func conclude(_ loss: PendingLoss, isEnd: Bool = false) {
    if let crossing = runs.lend(loss.run, to: { loss.crossing(under: $0, isEnd: isEnd) }) {
      settle(crossing, loss.run)
    } else {
      pending.append(loss)
    }
  }

  /// Returns whether the loss of an exit may be undecided yet: the device came back into the
  /// larger circle, but not into the region.
  private func staysOpen(_ record: RegionRecord) -> Bool {
    guard plan.kind.minimumRadius > 0, let exit = record.open.first, !exit.isEnter,
      !exit.isForgotten
    else { return false }
    return !record.open.dropFirst().contains { $0.isEntered || $0.truth != nil }
  }

  /// Settles what was withheld of a region.
  ///
  /// - Parameter isOpen: whether the device is still out of it, at the end of the track.
  mutating func release(_ record: Number<RegionRecord>, isOpen: Bool) {
    let losses = log[record].withheld
    if losses.isEmpty { return }
    log[record].withheld.removeAll()
    for loss in losses {
      if isOpen { settle(loss.undecided, loss.run) } else { conclude(loss) }
    }
  }

  private func isWanted(_ crossing: OpenCrossing, entering: Bool) -> Bool {
    let region = plan.all.regions[Int(crossing.circle)]
    return entering ? region.notifyOnEntry : region.notifyOnExit
  }
}
