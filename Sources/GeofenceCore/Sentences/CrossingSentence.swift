/// The words for times, spans and distances, which every sentence of one output shares.
package struct Phrasing {
  package let moment: (Timestamp) -> String
  package let span: (Interval) -> String
  /// Metres.
  package let distance: (Double) -> String

  package init(
    moment: @escaping (Timestamp) -> String, span: @escaping (Interval) -> String,
    distance: @escaping (Double) -> String
  ) {
    (self.moment, self.span, self.distance) = (moment, span, distance)
  }
}

/// What became of an arrival or departure, in one sentence.
///
///     late, 20 min: at most 27 m past the boundary until 08:21:00; a departure needs 100 m
package struct CrossingSentence {
  private let settings: Settings
  private let phrasing: Phrasing

  package init(_ settings: Settings, _ phrasing: Phrasing) {
    (self.settings, self.phrasing) = (settings, phrasing)
  }

  package func text(of crossing: JudgedCrossing) -> String {
    let (id, verdict) = (crossing.id, crossing.verdict)
    switch verdict.outcome {
    case .inTime: return delivered(id, verdict) ?? "not to be delivered"
    case .early:
      return (delivered(id, verdict) ?? "early") + ", by the circle that is watched instead"
    case .late(let late): return text(of: late, id, verdict)
    case .missed(let loss): return "missed: \(text(of: loss, id, verdict))"
    case .undecidable(let doubt): return "undecidable: \(text(of: doubt, id, verdict))"
    case .filtered:
      return "jitter on the edge, which the \(dwell(of: id)) rule filters out"
    }
  }

  private func delivered(_ id: AuditedCrossing.ID, _ verdict: CrossingVerdict) -> String? {
    guard let time = verdict.deliveredAt else { return nil }
    let delay = time - id.time
    if delay.milliseconds == 0 { return "delivered at once" }
    let span = phrasing.span(Interval(milliseconds: abs(delay.milliseconds)))
    return "delivered \(span) \(delay.milliseconds < 0 ? "before" : "later")"
  }

  private func text(
    of late: CrossingVerdict.Lateness, _ id: AuditedCrossing.ID, _ verdict: CrossingVerdict
  ) -> String {
    let delay = verdict.deliveredAt.map { "late, \(phrasing.span($0 - id.time))" } ?? "late"
    let until = "until \(phrasing.moment(late.until))"
    let reason =
      switch late.hold {
      case .suspended: "the app could not receive events \(until)"
      case .registeredLate: "the region had no slot, or was restarted, \(until)"
      case .largerCircle:
        "the device had left the region, but not the larger circle that is watched instead, \(until)"
      case .accuracy: "no fix was accurate enough to decide \(until)"
      case .cushion:
        "at most \(phrasing.distance(late.deepest)) past the boundary \(until); "
          + "\(noun(id)) needs \(phrasing.distance(cushion(of: id)))"
      case .noFix: "no fix came \(until)"
      case .dwell: "\(noun(id)) needs \(dwell(of: id)) on the new side"
      }
    let after =
      late.endOfStay.flatMap { end in verdict.deliveredAt.map { $0 - end } }.map { span in
        "; \(phrasing.span(span)) after the device had \(isEnter(id) ? "left" : "come back")"
      } ?? ""
    return "\(delay): \(reason)\(after)"
  }

  private func text(
    of loss: CrossingVerdict.Loss, _ id: AuditedCrossing.ID, _ verdict: CrossingVerdict
  ) -> String {
    if let undone = loss.undoes {
      return isEnter(id)
        ? "its departure (\(phrasing.moment(undone))) was missed, so the system saw nobody arrive"
        : "its arrival (\(phrasing.moment(undone))) was missed, so the system saw nobody leave"
    }
    switch loss.cause {
    case .dwell:
      return "stayed \(stay(verdict)); \(dwell(of: id)) are needed"
        + (isEnter(id) ? "; some phones report an arrival at once" : "")
    case .cushion:
      let deepest = loss.deepest.map { "at most \(phrasing.distance($0))" } ?? "not far enough"
      return "\(deepest) past the boundary; \(phrasing.distance(cushion(of: id))) are needed"
    case .accuracy, .overlap:
      return "the fixes were not accurate enough to decide on which side of the boundary they lie"
    case .notRegistered: return "\(slots), from the crossing until the device was back"
    case .registeredLate: return "the region got a slot only after the crossing"
    case .evicted: return "the region lost its slot to others before the crossing counted"
    case .resetByRenewal:
      return "the app stopped and restarted the region before the crossing counted"
    case .suspended: return "the device or the app could not receive events"
    case .removed: return "the system had no registration of the region any more"
    case .unseen: return "the phone made no location update during the stay"
    case .mislocated: return "the phone's location updates put the device elsewhere"
    case .tooLarge:
      return "the device monitors no circle of more than "
        + phrasing.distance(settings.maximumRadius)
    case .merged: return "the larger circle that is watched instead was not crossed"
    case nil: return "nothing was delivered"
    }
  }

  private func text(
    of doubt: CrossingVerdict.Doubt, _ id: AuditedCrossing.ID, _ verdict: CrossingVerdict
  ) -> String {
    switch doubt {
    case .accuracy: "no fix is accurate enough to say on which side of the boundary it lies"
    case .time: "stayed \(stay(verdict)); \(dwell(of: id)) are needed"
    case .gap: "the recording has no fix for more than 5 minutes where that matters"
    case .trackEnd: "the recording ends too soon"
    }
  }

  private func stay(_ verdict: CrossingVerdict) -> String {
    let bounds = verdict.watched ?? verdict.stay
    guard let most = bounds.atMost else { return "at least \(phrasing.span(bounds.atLeast))" }
    return bounds.atLeast == most
      ? phrasing.span(most) : "\(phrasing.span(bounds.atLeast)) to \(phrasing.span(most))"
  }

  private func isEnter(_ id: AuditedCrossing.ID) -> Bool { id.name == .enter }

  private func noun(_ id: AuditedCrossing.ID) -> String {
    isEnter(id) ? "an arrival" : "a departure"
  }

  private func dwell(of id: AuditedCrossing.ID) -> String {
    phrasing.span(settings.crossing.dwell(entering: isEnter(id)))
  }

  private func cushion(of id: AuditedCrossing.ID) -> Double {
    isEnter(id) ? settings.crossing.inwardCushion : settings.crossing.cushion
  }

  private var slots: String {
    settings.limit == 1 ? "the one slot was taken" : "all \(settings.limit) slots were taken"
  }
}
