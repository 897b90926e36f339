extension LocationSystem {
  /// What is to be done next; `nil` when everything has been said.
  ///
  /// First comes what is known, then a significant change, then what the fix says of conditions that
  /// came meanwhile.
  public mutating func next() -> Notice? {
    while true {
      if !outbox.isEmpty, let notice = nextUnsaid() { return notice }
      if owesPlace, let notice = nextPlace() { return notice }
      guard hasNewConditions, hasWatched else { return nil }
      look()
    }
  }

  /// Whether `next` certainly has nothing to say; this costs less than to ask it.
  var isSilent: Bool {
    outbox.isEmpty && !(hasNewConditions && hasWatched)
      && !(owesPlace && significantChange?.isDue(fix, vector) == true)
  }

  /// What an event of `owner` comes to now.
  private enum Hearing { case hears, relaunches, waits }

  private func hearing(of owner: ConditionOwner) -> Hearing {
    guard device.hasFullAccuracy else { return .waits }
    switch device.reach {
    case .delivered: return receivers.contains(owner) ? .hears : .waits
    case .relaunches: return canRelaunch ? .relaunches : .waits
    case .waits: return .waits
    }
  }

  mutating func nextUnsaid() -> Notice? {
    while let unsaid = outbox.last {
      switch unsaid {
      case .unmonitored(let id, let diagnostic):
        outbox.removeLast()
        return .unmonitored(id, diagnostic)
      case .outside(let positions):
        switch hearing(of: owner) {
        case .relaunches: return relaunch(for: .event)
        case .hears:
          outbox.removeLast()
          if !lastTold.isEmpty { for position in positions { lastTold[position] = nil } }
          return .toldOutside(RegionList(catalog: monitor.catalog, positions: positions))
        case .waits:
          outbox.removeLast()
          for position in positions {
            if let told = found(.region(position), .unsatisfied) { keep(told) }
          }
        }
      case .state(let told, let hasWaited):
        switch hearing(of: told.id.owner) {
        case .relaunches: return relaunch(for: .event)
        case .hears:
          outbox.removeLast()
          if case .region(let position) = told.condition { lastTold[position] = nil }
          if hasWaited { resuming.append((told.condition, tellsForNext ? 1 : 0)) }
          return .told(told)
        case .waits:
          outbox.removeLast()
          let waits = told.id.owner.rules.undelivered == .waits
          if waits { keep(told) }
          return .unheard(told, waits: waits)
        }
      }
    }
    return nil
  }

  private mutating func nextPlace() -> Notice? {
    guard device.isLocated, let service = significantChange, service.isDue(fix, vector) else {
      owesPlace = false
      return nil
    }
    switch device.reach {
    case .relaunches where canRelaunch: return relaunch(for: .significantChange)
    case .delivered:
      owesPlace = false
      return .significantChange(significantChange?.take(fix, vector))
    case .relaunches, .waits:
      // What nobody hears of is no significant change.
      owesPlace = false
      return nil
    }
  }

  private mutating func relaunch(for cause: RelaunchCause) -> Notice {
    device.app = .background
    return .relaunch(cause)
  }

  /// Lets the app hear of a state again that it was told of and did not handle.
  public mutating func putBack(_ told: Told) {
    if monitor.crossing(of: told.condition) != nil { keep(told) }
  }

  /// Lets the app hear of `told` later, in place of what it would have heard.
  private mutating func keep(_ told: Told) {
    if case .region(let position) = told.condition, lastTold[position] == nil {
      // It was told of every change up to this one.
      let before: RegionState = told.state == .satisfied ? .unsatisfied : .satisfied
      lastTold[position] = told.crossedAt == nil ? .unknown : before
    }
    waiting[told.condition] = told
    if !isReceiving(told.id.owner) { monitor.pause(told.condition) }
  }

  /// Whether the app runs and has opened what it hears of `owner` through.
  private func isReceiving(_ owner: ConditionOwner) -> Bool {
    device.app != .terminated && receivers.contains(owner)
  }

  /// Tells the app what waits for it and can be heard now, before everything else.
  ///
  /// Called when something happened to the device or its app, and the app has done what it had put off.
  public mutating func tellWaiting() {
    guard !waiting.isEmpty else { return }
    let audible = waiting.values.filter { hearing(of: $0.id.owner) == .hears }
    for told in audible { waiting[told.condition] = nil }
    outbox += audible.sorted { $1.precedes($0) }.map { Unsaid.state($0, hasWaited: true) }
  }

  /// Apple: the system "stops monitoring conditions if an event is pending for them, and there isn't a
  /// configured CLMonitor to receive it".
  mutating func pauseUnheard() {
    for told in waiting.values where !isReceiving(told.id.owner) { monitor.pause(told.condition) }
  }

  /// Opens or closes what the app hears of `owner` through.
  public mutating func setReceiving(_ owner: ConditionOwner, _ isReceiving: Bool) {
    guard case .only(var owners) = receivers else { return }
    if isReceiving { owners.insert(owner) } else { owners.remove(owner) }
    receivers = .only(owners)
    if isReceiving { tellWaiting() } else { pauseUnheard() }
  }

  /// The last fix; `nil` before the first.
  public var lastFix: Fix? { isPlaced ? fix : nil }
}
