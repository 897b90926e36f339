package import GeofenceCore

/// Why a crossing was lost, in one sentence with the numbers of the moment that decided it.
package struct LossText {
  private let crossing: AuditedCrossing
  private let loss: AuditedCrossing.Loss
  private let dwell: Interval

  package init?(_ crossing: AuditedCrossing, under settings: Settings) {
    guard let loss = crossing.loss else { return nil }
    self.crossing = crossing
    self.loss = loss
    dwell = settings.crossing.dwell
  }

  package var text: String {
    if let undone = loss.undoes {
      let other = crossing.name == .enter ? "exit" : "enter"
      return "takes back the \(other) of \(clock(undone)), lost by the same cause"
    }
    switch loss.moment {
    case .pass: return passText
    case .uncertain: return "no fix before the crossing had decided where the device was"
    case .radiusAboveMaximum: return "its radius is above the maximum"
    case .notChosen(let choice, let distance, let next): return text(choice, distance, next)
    case .registered(let time, let causes):
      let names = causes.names.joined(separator: ",")
      return "registered at \(clock(time))\(names.isEmpty ? "" : " (\(names))"), "
        + "\(seconds(time - crossing.time)) after the crossing"
    case .stopped(let stop): return text(stop)
    case .hindered(let hindrance): return hindrance.map(text) ?? "the device was disturbed"
    }
  }

  /// What ended the pass, where the device did not come back.
  private var passEnd: String? {
    if crossing.pass.isOver { return nil }
    return crossing.pass.isCutShort ? "the region is removed or moved" : "the track ends"
  }

  private var passText: String {
    let pass = crossing.pass
    let depth = "\(pass.deepest.tenths) m past the boundary"
    switch loss.cause {
    case .dwell:
      // It came back somewhere between two fixes; the last one past the boundary is what counts.
      let stay = passEnd.map { "\($0) after" } ?? "stayed"
      return "\(stay) \(seconds(pass.lasted)), \(seconds(dwell)) are needed; at most \(depth)"
    case .accuracy:
      let first = pass.firstUndecided.map {
        ", the first at \(clock($0.time)): uncertain by \($0.accuracy.tenths) m, "
          + "\($0.depth.tenths) m past the boundary"
      }
      let fixes = pass.undecided == 1 ? "1 fix" : "\(pass.undecided) fixes"
      return "\(fixes) decided nothing\(first ?? "")"
    default:
      return "at most \(depth) in \(seconds(pass.lasted)), \(crossing.cushion.tenths) m are needed"
        + (passEnd.map { "; then \($0)" } ?? "")
    }
  }

  private func text(_ choice: Choice, _ distance: Double, _ next: Timestamp?) -> String {
    let slot = choice.lastSlot.map {
      "; the last slot went to \(TextFormatter.quoted($0.rawValue)) at "
        + "\(choice.lastSlotDistance.tenths) m"
    }
    return "\(distance.tenths) m away when the app chose at \(clock(choice.time))\(slot ?? ""); "
      + (next.map { "it chose again at \(clock($0))" } ?? "it did not choose again")
  }

  private func text(_ stop: Stop) -> String {
    let place = "\(stop.distance.magnitude.tenths) m \(stop.distance <= 0 ? "inside" : "outside")"
    if stop.isRestart {
      return "restarted at \(clock(stop.time)), \(seconds(stop.time - crossing.time)) after the "
        + "crossing"
    }
    let slot = stop.choice?.lastSlot.map {
      "; the last slot went to \(TextFormatter.quoted($0.rawValue)) at "
        + "\((stop.choice?.lastSlotDistance ?? 0).tenths) m"
    }
    return "gave up its slot at \(clock(stop.time)), \(place)\(slot ?? "")"
  }

  private func text(_ hindrance: Hindrance) -> String {
    let action = [hindrance.lastAction.action.name, hindrance.lastAction.action.detail]
      .compactMap { $0 }.joined(separator: " ").visible
    return "\(hindrance.device.phrase); last: \(action) at \(clock(hindrance.lastAction.time))"
  }

  /// The time of day, with the date where it is not that of the crossing.
  private func clock(_ time: Timestamp) -> String {
    let (text, other) = (time.rfc3339, crossing.time.rfc3339)
    return text.prefix { $0 != "T" } == other.prefix { $0 != "T" }
      ? String(text.drop { $0 != "T" }.dropFirst()) : text
  }

  private func seconds(_ interval: Interval) -> String { "\(interval.seconds.plain) s" }
}

extension DeviceState {
  /// What of it keeps the app from hearing of a crossing, in words.
  fileprivate var phrase: String {
    if isLocked { return "restarted and not unlocked" }
    if isAsleep { return "asleep" }
    switch diagnostic {
    case .authorizationDenied: return "the app may not use locations"
    case .authorizationRestricted: return "the device does not let the app use locations"
    case .authorizationRequestInProgress: return "the user has not been asked for locations"
    case .accuracyLimited: return "precise location is off"
    case .insufficientlyInUse: return "locations only while in use, and the app is not"
    case nil: break
    }
    switch (app, refreshesInBackground) {
    case (.terminated, true): return "the app does not run"
    case (.terminated, false): return "the app does not run, and background refresh is off"
    case (.background, false): return "in the background, and background refresh is off"
    default: return "the app has missed a choice or a state before"
    }
  }
}
