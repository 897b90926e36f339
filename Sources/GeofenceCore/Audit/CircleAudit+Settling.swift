/// How what became of a circle's crossings is what became of the region's.
extension CircleAudit {
  /// Takes in that a region itself was crossed, or that the device was in it from the beginning.
  ///
  /// The circle's ways in have been noted before, its ways out are noted after. Where it is larger
  /// than the region, it shows the first way in while the device is there, and the last way out; the
  /// others are hidden.
  mutating func noteTruth(_ step: Step, at time: Timestamp) {
    guard let visit = log.newest(of: step.region) else { return }
    settleHidden(step.region, isOpen: false)
    if step.isInside, !log[visit].isEntered {
      log[visit].isEntered = true
      if step.isCrossing { log[visit].truth = time }
    } else {
      log.hide(.init(isEnter: step.isInside, time: time), of: step.region)
    }
  }

  /// Takes the way out of the region itself for that of its circle.
  mutating func showExit(_ region: Int32) {
    guard let slot = log.newest(of: region), let hidden = log.hidden(of: region), !hidden.isEnter
    else { return }
    log[slot].truth = hidden.time
    log.hide(nil, of: region)
  }

  /// Settles a crossing of the region that the circle does not show.
  ///
  /// - Parameter isOpen: whether the device is still on that side, at the end of the track.
  mutating func settleHidden(_ region: Int32, isOpen: Bool) {
    guard let hidden = log.hidden(of: region), let visit = log.newest(of: region) else { return }
    log.hide(nil, of: region)
    guard isWanted(visit, entering: hidden.isEnter) else { return }
    for run in runs.indices {
      let loss = AuditedCrossing.Loss(
        cause: .merged, undoes: nil,
        detail: runs[run].isDetailed ? detail(of: visit, run, .merged) : nil)
      settled.append(
        Settlement(
          crossing: AuditedCrossing(
            device: device, region: region, name: hidden.isEnter ? .enter : .exit,
            time: hidden.time, confirmedAt: nil, outcome: isOpen ? .undecided : .lost(loss)),
          strategy: plan.runs[run].strategy))
    }
  }

  /// Settles what is left at the end of the track.
  ///
  /// - Parameter lastTime: of the last fix.
  mutating func finish(at lastTime: Timestamp) {
    for region in log.regions {
      guard let newest = log.newest(of: region) else { continue }
      log.end(newest, .trackEnd, at: lastTime)
      // The device may have left the region itself, but not the circle.
      let isOpen = log.hidden(of: region) == nil
      settleHidden(region, isOpen: true)
      while let slot = log.oldest(of: region) {
        settle(slot, isOpen: isOpen && slot == newest)
      }
    }
    finishDetails(isEnd: true)
  }

  /// Says of what has been settled when the app chose next, as far as it has.
  mutating func finishDetails(isEnd: Bool) {
    unfinished.removeAll { item in
      let next = runs[item.run].choice(item.choice + 1)?.time
      guard next != nil || isEnd else { return false }
      var settlement = item.settlement
      settlement.crossing.loss?.detail?.next = next
      settled.append(settlement)
      return true
    }
  }

  /// Settles the oldest crossing of its region.
  mutating func settle(_ slot: Slot, isOpen: Bool) {
    let crossing = log[slot]
    let isWanted = isWanted(slot, entering: crossing.isEnter)
    // The device's being inside at the first look is no crossing that could be lost.
    let isCrossing = !crossing.isOrigin || crossing.truth != nil
    var fates: [CrossingLog.Fate] = []
    for run in runs.indices {
      let verdict = verdict(on: slot, run, isOpen: isOpen)
      fates.append(isCrossing ? verdict.fate : .came)
      guard isWanted else { continue }
      if let time = crossing.truth {
        let settlement = Settlement(
          crossing: AuditedCrossing(
            device: device, region: crossing.region, name: crossing.isEnter ? .enter : .exit,
            time: time, confirmedAt: confirmation(of: slot, run),
            outcome: outcome(verdict, slot, run)), strategy: plan.runs[run].strategy)
        if case .notChosen(_, _, next: nil)? = settlement.crossing.loss?.detail {
          unfinished.append(
            Unfinished(settlement: settlement, run: run, choice: log[slot, run: run].choice))
        } else {
          settled.append(settlement)
        }
      } else if crossing.isEnter, case .told = verdict {
        runs[run].noteOtherEnter()
      }
    }
    log.removeOldest(of: crossing.region) { fates[$0] }
  }

  private func outcome(_ verdict: Verdict, _ slot: Slot, _ run: Int) -> AuditedCrossing.Outcome {
    switch verdict {
    case .told(let time):
      return .delivered(.init(time: time, isInitial: log[slot, run: run].isDeliveryInitial))
    case .undecided: return .undecided
    case .lost(let cause, let undone):
      return .lost(
        cause.map {
          .init(
            cause: $0, undoes: undone,
            detail: runs[run].isDetailed ? detail(of: slot, run, $0) : nil)
        })
    }
  }

  private func isWanted(_ slot: Slot, entering: Bool) -> Bool {
    let region = region(of: slot)
    return entering ? region.notifyOnEntry : region.notifyOnExit
  }
}
