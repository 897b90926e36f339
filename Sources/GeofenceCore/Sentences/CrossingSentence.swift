/// The outcome of an arrival or departure, in one sentence.
///
///     late, 20 min: at most 27 m past the boundary until 08:21:00; a departure needs 100 m
package struct CrossingSentence {
  private let settings: Settings
  let phrasing: Phrasing

  package init(_ settings: Settings, _ phrasing: Phrasing) {
    (self.settings, self.phrasing) = (settings, phrasing)
  }

  package func text(of crossing: JudgedCrossing) -> String {
    let (id, verdict) = (crossing.id, crossing.verdict)
    switch verdict.outcome {
    case .inTime: return delivered(id, verdict)
    case .early:
      return delivered(id, verdict) + ", by the larger circle that is watched instead"
    case .late(let late): return text(of: late, id, verdict)
    case .missed(let loss): return "missed: \(text(of: loss, id, verdict, crossing.detail))"
    case .undecidable(let doubt): return "undecidable: \(text(of: doubt, id, verdict))"
    case .filtered(let isFar):
      // An arrival is jitter beside a departure that is.
      let dwell = phrasing.span(settings.crossing.dwell(entering: false))
      return (isFar ? "a jump away and back" : "jitter on the edge")
        + ", which the \(dwell) rule filters out"
    case .waits: return "its alarm waits for the date of its reminder"
    }
  }

  private func delivered(_ id: AuditedCrossing.ID, _ verdict: CrossingVerdict) -> String {
    guard let time = verdict.deliveredAt else { return "delivered" }
    let delay = time - id.time
    let facts = phrasing.uncertainty(verdict.accuracy) + state(verdict)
    if delay.milliseconds == 0 { return "delivered at once" + facts }
    let span = phrasing.span(Interval(milliseconds: abs(delay.milliseconds)))
    return "delivered at \(phrasing.moment(time)), \(span) "
      + (delay.milliseconds < 0 ? "before" : "later") + facts
  }

  // MARK: late

  private func text(
    of late: CrossingVerdict.Lateness, _ id: AuditedCrossing.ID, _ verdict: CrossingVerdict
  ) -> String {
    let delay = verdict.deliveredAt.map { "late, \(phrasing.span($0 - id.time))" } ?? "late"
    let until = "until \(phrasing.moment(late.until))"
    let reason =
      switch late.hold {
      case .suspended:
        verdict.outage.map { phrasing.clause($0) } ?? "the app could not receive events \(until)"
      case .registeredLate: "the region had no slot, or was restarted, \(until)"
      case .largerCircle:
        "for most of it the device had left the region, but not the \(circle(verdict)) that is watched "
          + "instead, \(until)"
      case .accuracy:
        "for most of it no fix decided that the device was \(isEnter(id) ? "inside" : "outside"), \(until)"
      case .cushion:
        "\(most(late.deepest, verdict.cushion)) past \(boundary(verdict)) \(until); "
          + "\(noun(id)) needs \(phrasing.distance(verdict.cushion))"
      case .noFix: "for most of it no fix showed it, \(until)"
      case .dwell: "\(noun(id)) needs \(dwell(of: id)) on the new side"
      }
    var after = ""
    if let end = late.endOfStay, let time = verdict.deliveredAt, time > end {
      after =
        "; \(phrasing.span(time - end)) after the device had \(isEnter(id) ? "left" : "come back")"
    }
    let state = state(verdict).isEmpty ? "" : "; delivered as a first state"
    return "\(delay): \(reason)\(after)\(state)"
  }

  /// The words for an exit that `CLMonitor` tells as a state: no line of an event shows it.
  private func state(_ verdict: CrossingVerdict) -> String {
    verdict.isFirstState && settings.api == .clMonitor ? ", as a first state" : ""
  }

  // MARK: missed

  private func text(
    of loss: CrossingVerdict.Loss, _ id: AuditedCrossing.ID, _ verdict: CrossingVerdict,
    _ detail: LossDetail?
  ) -> String {
    if let undone = loss.undoes {
      return isEnter(id)
        ? "its departure (\(phrasing.moment(undone))) was missed, so the system saw nobody arrive"
        : "its arrival (\(phrasing.moment(undone))) was missed, so the system saw nobody leave"
    }
    if let before = verdict.follows {
      return "the system did not notice the \(isEnter(id) ? "departure" : "arrival") before it "
        + "(\(phrasing.moment(before))), so it saw nobody \(isEnter(id) ? "arrive" : "leave")"
    }
    if let undone = loss.undoesCircle {
      return "its \(isEnter(id) ? "departure from" : "arrival in") the \(circle(verdict)) "
        + "(\(phrasing.moment(undone))) was missed, so the system saw nobody "
        + (isEnter(id) ? "arrive" : "leave")
    }
    let reason = text(of: loss.cause, loss, id, verdict, detail)
    guard verdict.isOut, let outage = verdict.outage else { return reason }
    let hindrance = phrasing.clause(outage)
    if loss.isUnchosen {
      return "\(hindrance), so that it had not selected the region"
    }
    // That fixes were uncertain is said where one was.
    if loss.cause?.obstacle == .accuracy, case .stay(let stay)? = detail,
      stay.nearestUndecided == nil
    {
      return hindrance
    }
    return "\(hindrance); besides, \(reason)"
  }

  private func text(
    of cause: LossCause?, _ loss: CrossingVerdict.Loss, _ id: AuditedCrossing.ID,
    _ verdict: CrossingVerdict, _ detail: LossDetail?
  ) -> String {
    var stay: String {
      let place =
        verdict.circle == nil ? "" : " \(isEnter(id) ? "in" : "outside") the \(circle(verdict))"
      return "the stay\(place)"
    }
    switch cause {
    case .dwell:
      let needed = settings.crossing.dwell(entering: isEnter(id))
      if case .stay(let seen)? = detail, (verdict.watched ?? verdict.stay).atLeast >= needed {
        return "the phone saw it there for \(phrasing.span(seen.lasted)) only; "
          + "\(phrasing.span(needed)) are needed"
      }
      return "\(self.stay(id, verdict)); \(dwell(of: id)) are needed"
        + (isEnter(id) ? "; some phones report an arrival at once" : "")
    case .cushion:
      let needed = verdict.cushion
      var reach = loss.deepest.map { most($0, needed) } ?? "not far enough"
      if let depth = loss.deepest, depth >= needed {
        // The device went far enough, which the phone's own updates did not show.
        reach = "the phone did not see it far enough"
        if case .stay(let seen)? = detail, seen.deepest < needed {
          reach = "the phone saw it \(most(seen.deepest, needed))"
        }
      }
      let end = removal(verdict).map { " until \($0)" } ?? ""
      return "\(reach) past \(boundary(verdict))\(end); \(phrasing.distance(needed)) are needed"
    case .accuracy, .overlap: return uncertainty(detail, verdict)
    case .notRegistered: return slots(detail, verdict)
    case .registeredLate:
      guard case .registered(let time)? = detail else {
        return "the region got a slot only after the crossing"
      }
      let late = time - id.time
      return "the region got a slot only at \(phrasing.moment(time)), "
        + (late.milliseconds > 0
          ? "\(phrasing.span(late)) after the crossing"
          : "when the device had crossed \(verdict.circle == nil ? "" : "its \(circle(verdict)) ")already")
    case .evicted:
      guard case .stopped(let choice)? = detail else {
        return settings.within == nil
          ? "the region lost its slot to others before the crossing counted"
          : "the app had ended the region's registration before the crossing counted"
      }
      let cause =
        settings.within == nil
        ? "the region lost its slot to others at"
        : "\(settings.slotsWereTaken) when the app selected at"
      return "\(cause) \(phrasing.moment(choice.time))\(last(of: choice))"
    case .resetByRenewal:
      guard case .stopped(let choice)? = detail else {
        return "the app stopped and restarted the region before the crossing counted"
      }
      return "the app stopped and restarted the region at \(phrasing.moment(choice.time))"
    case .suspended:
      let isOver = verdict.outage.map { $0.until ?? .distantFuture < id.time } ?? true
      if isOver, case .hindered(let again?)? = detail {
        return
          "the app registered the region again at \(phrasing.moment(again)), so that the system "
          + "determined its state anew"
      }
      let rest = isOver ? ", and the system did not watch the region again in time" : ""
      return verdict.outage.map { phrasing.clause($0) + rest }
        ?? verdict.removal.map { phrasing.clause($0, of: 1) }
        ?? "the device or the app could not receive events"
    case .removed:
      return verdict.removal.map { phrasing.clause($0, of: 1) } ?? "its registration had expired"
    case .unseen: return "the phone made no location update during \(stay)"
    case .mislocated:
      guard case .mislocated(let updates)? = detail, updates > 0 else {
        return "the phone's location updates put the device elsewhere"
      }
      return updates == 1
        ? "the phone's one location update of \(stay) put the device elsewhere"
        : "the phone's \(updates) location updates of \(stay) put the device elsewhere"
    case .tooLarge:
      return Phrasing.neverMonitored(above: phrasing.distance(settings.maximumRadius))
    case .merged: return "the device did not cross the \(circle(verdict)) that is watched instead"
    case nil: return "nothing was delivered"
    }
  }

  private func uncertainty(_ detail: LossDetail?, _ verdict: CrossingVerdict) -> String {
    switch detail {
    case .unknownState: return "no fix before the crossing had decided where the device was"
    case .stay(let stay):
      guard let fix = stay.nearestUndecided else { break }
      return
        (stay.decided == nil
        ? "the fixes were not accurate enough to decide: even"
        : "too few fixes were accurate enough to decide:")
        + " that of \(phrasing.moment(fix.time)) is uncertain by "
        + "\(phrasing.distance(fix.accuracy)), \(phrasing.distance(fix.depth)) past "
        + boundary(verdict)
    default: break
    }
    return
      "the fixes were not accurate enough to decide on which side of \(boundary(verdict)) they lie"
  }

  private func slots(_ detail: LossDetail?, _ verdict: CrossingVerdict) -> String {
    switch detail {
    case .nothingChosen: return "the app had not selected regions yet"
    case .notChosen(let choice, let distance, let next):
      // The boundary is that of the circle that is watched.
      let isOfCircle = verdict.circle != nil && settings.ranking == .boundary
      let region = isOfCircle ? "its \(circle(verdict))" : "the region"
      return "\(settings.slotsWereTaken) when the app selected at \(phrasing.moment(choice.time)), "
        + "\(phrasing.distance(distance.magnitude)) \(distance < 0 ? "inside" : "from") \(region)"
        + (verdict.circle == nil ? "" : ", before the device crossed its \(circle(verdict))")
        + "\(last(of: choice)); "
        + (next.map { "it reselected at \(phrasing.moment($0))" }
          ?? "it did not reselect after that")
    default: return "\(settings.slotsWereTaken) for the whole stay"
    }
  }

  private func last(of choice: Choice) -> String {
    let distance = choice.lastSlotDistance
    return choice.lastSlot.map {
      "; the last slot went to \(phrasing.name($0)), \(phrasing.distance(distance.magnitude)) "
        + (distance < 0 ? "inside" : "away")
    } ?? ""
  }

  // MARK: undecidable

  private func text(
    of doubt: CrossingVerdict.Doubt, _ id: AuditedCrossing.ID, _ verdict: CrossingVerdict
  ) -> String {
    if let before = verdict.follows {
      return "so is the \(isEnter(id) ? "departure" : "arrival") before it "
        + "(\(phrasing.moment(before)))"
    }
    switch doubt {
    case .accuracy:
      return verdict.accuracy.map {
        "no fix is accurate enough to say on which side of \(boundary(verdict)) it lies: the best is "
          + "uncertain by \(phrasing.distance($0))"
      } ?? "no fix before it was accurate enough to say where the device was"
    case .time: return "\(stay(id, verdict)); \(dwell(of: id)) are needed"
    case .gap:
      guard let time = verdict.deliveredAt else {
        return
          "no fix for more than \(phrasing.span(CrossingVerdict.soon)) in the stay\(ofCircle(verdict)) "
          + "or at an end of it: it may have been long or deep enough, or not"
      }
      return
        "delivered at \(phrasing.moment(time)), \(phrasing.span(time - id.time)) later, after a "
        + "gap without a fix"
    case .trackEnd:
      let needed = settings.crossing.dwell(entering: isEnter(id))
      guard let deepest = verdict.deepest, deepest < verdict.cushion,
        (verdict.watched ?? verdict.stay).atLeast >= needed
      else { return "the recording ends too soon" }
      return
        "\(most(deepest, verdict.cushion)) past \(boundary(verdict)) until the recording ends; "
        + "\(phrasing.distance(verdict.cushion)) are needed"
    }
  }

  // MARK: parts

  private func stay(_ id: AuditedCrossing.ID, _ verdict: CrossingVerdict) -> String {
    let bounds = verdict.watched ?? verdict.stay
    let ofRegion = verdict.circle == nil ? verdict.removedAt.map { $0 - id.time } : nil
    let least = ofRegion ?? bounds.atLeast
    let span =
      bounds.atMost.map { most in
        least == most ? phrasing.span(most) : "\(phrasing.span(least)) to \(phrasing.span(most))"
      } ?? "at least \(phrasing.span(least))"
    if let end = removal(verdict) { return "\(end), \(span) after the crossing" }
    let side = verdict.watched == nil || verdict.watched == verdict.stay ? "" : " on that side"
    return "stayed \(span)\(side)\(ofCircle(verdict))"
  }

  private func removal(_ verdict: CrossingVerdict) -> String? {
    verdict.removedAt.map {
      "\(CrossingVerdict.cutClause(verdict.isOfAlarm)) at \(phrasing.moment($0))"
    }
  }

  /// The larger circle, where that is what the rules go by and shows another stay than the shape.
  private func ofCircle(_ verdict: CrossingVerdict) -> String {
    verdict.watched == nil || verdict.watched == verdict.stay ? "" : " of the \(circle(verdict))"
  }

  /// The boundary that the rules go by.
  private func boundary(_ verdict: CrossingVerdict) -> String {
    "the boundary" + (verdict.circle == nil ? "" : " of the \(circle(verdict))")
  }

  private func circle(_ verdict: CrossingVerdict) -> String {
    verdict.circle.map { "\(phrasing.distance($0)) circle" } ?? "larger circle"
  }

  /// The words for the furthest that a device was past a boundary, which are not the distance needed
  /// where it was less.
  private func most(_ deepest: Double, _ needed: Double) -> String {
    let (most, rule) = (phrasing.distance(deepest), phrasing.distance(needed))
    return deepest < needed && most == rule ? "less than \(rule)" : "at most \(most)"
  }

  private func isEnter(_ id: AuditedCrossing.ID) -> Bool { id.name == .enter }

  private func noun(_ id: AuditedCrossing.ID) -> String {
    isEnter(id) ? "an arrival" : "a departure"
  }

  private func dwell(of id: AuditedCrossing.ID) -> String {
    phrasing.span(settings.crossing.dwell(entering: isEnter(id)))
  }
}
