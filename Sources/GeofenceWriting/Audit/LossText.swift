import GeofenceBytes
import GeofenceCore

package struct LossText {
  private let crossing: AuditedCrossing
  private let loss: AuditedCrossing.Loss
  private let names: RegionNames
  let others: [String]
  /// The ends of the published range of its rule at which it is delivered, where they are known.
  private let ends: RuleRange.Ends?
  private let clock: LocalClock

  /// - Parameters:
  ///   - names: of the regions.
  ///   - remedy: what has to go for it to be delivered, where that is known.
  ///   - reasons: of the losses, where they are known.
  ///   - judgesOverlap: whether the system judges fixes by the share of their circle of accuracy.
  package init?(
    _ crossing: AuditedCrossing, _ names: RegionNames,
    remedy: Obstacles? = nil, reasons: LossReasons? = nil, judgesOverlap: Bool = false,
    clock: LocalClock = LocalClock()
  ) {
    guard let loss = crossing.loss else { return nil }
    self.crossing = crossing
    self.loss = loss
    self.names = names
    others = (remedy?.elements ?? []).filter { $0 != loss.cause.obstacle }.map {
      $0 == .accuracy && judgesOverlap ? LossCause.overlap.rawValue : $0.rawValue
    }
    ends = reasons?.ends[crossing.id]
    self.clock = clock
  }

  /// A Boolean value that indicates whether it is lost at every value that was published for its
  /// rule; `nil` if not known.
  var isSure: Bool? { ends.map(\.isEmpty) }

  /// The metres or seconds of the rule down to which it would be delivered; `nil` if not known.
  var comesAt: Double? {
    guard ends?.contains(.least) == true, case .stay(let stay, let needs)? = loss.detail else {
      return nil
    }
    switch (loss.cause, crossing.name) {
    case (.cushion, .enter): return 0
    case (.cushion, .exit):
      let least = RuleRange.cushion.lowerBound
      // The dwell counts from the cushion there, so that not the depth alone decides.
      if needs.dwellOrigin == .cushion { return least }
      return stay.deepestDecided.map { max($0.rounded(.down), least) }
    case (.dwell, _):
      let least = RuleRange.dwell.lowerBound.seconds
      if needs.dwellOrigin == .cushion { return least }
      return stay.decided.map { max($0.seconds.rounded(.down), least) }
    default: return nil
    }
  }

  private var doubt: String {
    guard let ends else { return "" }
    if loss.cause == .accuracy {
      return ends.isEmpty
        ? "; lost for sure, whether or not phones judge the accuracy"
        : "; it comes where phones do not judge the accuracy"
    }
    let (cushion, dwell) = (RuleRange.cushion, RuleRange.dwell)
    let (unit, low, high) =
      loss.cause == .dwell
      ? ("s", dwell.lowerBound.seconds, dwell.upperBound.seconds)
      : ("m", cushion.lowerBound, cushion.upperBound)
    let range = "\(low.plain) to \(high.plain) \(unit)"
    if ends.isEmpty { return "; lost for sure: at all of the published \(range)" }
    guard let value = comesAt else { return "; it comes at \(high.plain) \(unit)" }
    if loss.cause == .cushion, crossing.name == .enter {
      return "; it comes where phones keep no cushion inwards"
    }
    if value >= high { return "; it comes at all of the published \(range)" }
    return "; it comes where phones keep \(value.plain) \(unit) or less (\(range) were published)"
  }

  /// The cause and what else would have stopped the crossing: `dwell (and cushion)`.
  package var cause: String {
    let cause = loss.cause.rawValue
    return others.isEmpty ? cause : "\(cause) (and \(others.joined(separator: ", ")))"
  }

  var codes: [String] { [loss.cause.rawValue] + others }

  package var text: String? {
    if let undone = loss.undoes {
      let (other, side) =
        crossing.name == .enter ? ("exit", "still inside") : ("enter", "still outside")
      return "the \(other) of \(clock(undone)) was lost, so that the system held the device to be "
        + side
    }
    return loss.detail.map { text($0) + doubt }
  }

  private func text(_ detail: LossDetail) -> String {
    switch detail {
    case .stay(let stay, let needs): text(stay, needs)
    case .unknownState: "no fix before the crossing had decided where the device was"
    case .nothingChosen: "the app had not selected regions yet"
    case .notChosen(let choice, let distance, let next):
      "\(distance.tenths.distanceText) away when the app selected at \(clock(choice.time))"
        + lastSlot(choice) + "; "
        + (next.map { "it reselected at \(clock($0))" } ?? "it did not reselect")
    case .registered(let time, let causes):
      "registered at \(clock(time))\(because(causes)), "
        + "\((time - crossing.time).spoken) after the crossing"
    case .stopped(let stop): text(stop)
    case .hindered(let hindrance): hindrance.map(text) ?? "the device was disturbed"
    case .removed(let time):
      "the system had no registration of it" + (time.map { " at \(clock($0))" } ?? "")
    case .radiusAboveMaximum(let radius):
      "its radius of \(radius.plain) m is above the maximum of the device"
    case .unseen(let last):
      "no location update came" + (last.map { " up to \(clock($0)), the last fix there" } ?? "")
    case .mislocated(let looks):
      "\(counted(looks, "location update")) put the device elsewhere, or the crossing too early"
    case .hidden(let radius):
      "the device was in the circle of \(radius.plain) m that is watched instead, before and after"
    }
  }

  private func text(_ stay: Excursion, _ needs: LossDetail.Needs) -> String {
    let depth = "\(stay.deepest.tenths.distanceText) past the boundary"
    // It came back somewhere between two fixes; the last one past the boundary is what counts.
    let end: String? =
      switch stay.end {
      case .wayBack: nil
      case .removal: "the region is removed or moved"
      case .trackEnd: "the track ends"
      }
    switch loss.cause {
    case .dwell:
      let lasted = end.map { "\($0) after" } ?? "stayed"
      let place =
        needs.dwellOrigin == .boundary
        ? "" : " at least \(needs.cushion.tenths) m past the boundary"
      return
        "\(lasted) \(stay.lasted.spoken), \(needs.dwell.spoken)\(place) are needed; at most \(depth)"
    case .accuracy, .overlap:
      let first = stay.firstUndecided.map {
        ", the first at \(clock($0.time)): uncertain by \($0.accuracy.tenths.distanceText), "
          + "\($0.depth.tenths.distanceText) past the boundary"
      }
      return "\(counted(stay.undecided, "fix", "fixes")) decided nothing\(first ?? "")"
    default:
      return "at most \(depth) in \(stay.lasted.spoken), \(needs.cushion.tenths) m are needed"
        + (end.map { "; then \($0)" } ?? "")
    }
  }

  private func lastSlot(_ choice: Choice) -> String {
    choice.lastSlot.map {
      "; the last slot went to \(VisibleText.quoted(names[$0].rawValue)) at "
        + choice.lastSlotDistance.tenths.distanceText
    } ?? ""
  }

  private func because(_ causes: Triggers) -> String {
    causes.isEmpty ? "" : " (\(causes.names.joined(separator: ",")))"
  }

  private func text(_ stop: Stop) -> String {
    let time = stop.choice.time
    if stop.isRestart {
      let delay = time - crossing.time
      return "restarted at \(clock(time)), "
        + (delay < Interval(milliseconds: 0)
          ? "and no fix decided where the device was before the crossing"
          : "\(delay.spoken) after the crossing")
    }
    return "lost its slot at \(clock(time)), \(stop.distance.magnitude.tenths.distanceText) "
      + "\(stop.distance <= 0 ? "inside" : "outside")\(lastSlot(stop.choice))"
  }

  private func text(_ hindrance: Hindrance) -> String {
    let (action, time) = (hindrance.lastAction.action, hindrance.lastAction.time)
    return "\(hindrance.device.phrase); last: \(action.phrase.visible) at \(clock(time))"
  }

  private func clock(_ time: Timestamp) -> String { clock.text(time, onDayOf: crossing.time) }
}

extension DeviceState {
  fileprivate var phrase: String {
    if isLocked { return "restarted and not unlocked" }
    if isAsleep { return "asleep" }
    switch diagnostic ?? diagnosticOfAdds {
    case .authorizationDenied: return "the app may not use locations"
    case .authorizationRestricted: return "the device does not let the app use locations"
    case .authorizationRequestInProgress: return "the user has not been asked for locations"
    case .accuracyLimited: return "precise location is off"
    case .insufficientlyInUse: return "locations only while in use, and the app is not"
    case .locationOff: return "location is off"
    case .conditionLimitExceeded, nil: break
    }
    if isStopped { return "the user has ended the app, which nothing starts then" }
    switch (app, refreshesInBackground) {
    case (.terminated, true): return "the app does not run"
    case (.terminated, false): return "the app does not run, and background refresh is off"
    case (.background, false): return "in the background, and background refresh is off"
    default: return "the app has missed a selection or a state before"
    }
  }
}
