import GeofenceCore

extension Line {
  /// Returns the outcome of each crossing of a drive, as text.
  ///
  /// A line is `second kind region`, then the second at which the crossing was delivered, or the
  /// cause of its loss and the second that decided it.
  package static func audit(
    _ places: [(second: Int64, metres: Double, accuracy: Double?)], past regions: [CircularRegion],
    _ settings: Settings = Settings(), _ timeline: [(second: Int64, action: DeviceAction)] = []
  ) throws -> [String] {
    let plan = AuditPlan(
      of: try RegionSet(regions), [AuditStrategy(settings)], timeline: Self.timeline(timeline))
    let fixes = places.map { second, metres, accuracy in
      let fix = fix(second: second, at: metres)
      return Fix(time: fix.time, coordinate: fix.coordinate, horizontalAccuracy: accuracy)
    }
    let account = plan.account(of: fixes).strategies[0]
    let hindrances = Dictionary(
      account.judged.map { judged in
        (judged.id, judged.verdict.outage?.actions ?? judged.verdict.removal.map { [$0] })
      }, uniquingKeysWith: { first, _ in first })
    return account.crossings.map { describe($0, hindrances[$0.id] ?? nil, plan) }
  }

  /// Returns the places of a drive at an even pace: a fix every `step` seconds, `metres` apart.
  package static func pace(
    from start: Double, to end: Double, by metres: Double, every step: Int64 = 10,
    second: Int64 = 0, accuracy: Double? = nil
  ) -> [(second: Int64, metres: Double, accuracy: Double?)] {
    let direction = end < start ? -1.0 : 1
    return (0...Int((end - start).magnitude / metres)).map { number in
      (second + Int64(number) * step, start + direction * Double(number) * metres, accuracy)
    }
  }

  private static func describe(
    _ crossing: AuditedCrossing, _ hindrances: [Outage.Action]?, _ plan: AuditPlan
  ) -> String {
    let head =
      "\(second(crossing.time)) \(crossing.name.rawValue) \(plan.names[crossing.region])"
    switch crossing.outcome {
    case .delivered(let delivery):
      return "\(head) told at \(second(delivery.time))" + (delivery.isInitial ? " initially" : "")
        + (crossing.confirmedAt == nil ? " unconfirmed" : "") + (crossing.isLate ? " late" : "")
    case .undecided: return "\(head) undecided"
    case .lost(nil): return "\(head) lost"
    case .lost(let loss?):
      let detail = loss.detail.map { describe($0, hindrances, plan) } ?? ""
      return "\(head) lost \(loss.cause.rawValue)\(detail)"
        + (loss.undoes.map { " undoing \(second($0))" } ?? "")
    }
  }

  private static func describe(
    _ detail: LossDetail, _ hindrances: [Outage.Action]?, _ plan: AuditPlan
  ) -> String {
    switch detail {
    case .stay(let stay):
      return ": \(stay.lasted.milliseconds / 1000) s, \(Int(stay.deepest.rounded())) m"
    case .unknownState: return ": unknown state"
    case .nothingChosen: return ": nothing chosen"
    case .notChosen(let choice, let distance, let next):
      let last = choice.lastSlot.map { "\(plan.names[$0])" } ?? "-"
      return
        ": chosen at \(second(choice.time)), last slot \(last) "
        + "at \(Int(choice.lastSlotDistance.rounded())) m, this one at \(Int(distance.rounded())) m, "
        + "next \(next.map { "\(second($0))" } ?? "never")"
    case .mislocated(let looks): return ": elsewhere at \(looks)"
    case .registered(let time): return ": registered at \(second(time))"
    case .stopped(let choice): return ": stopped at \(second(choice.time))"
    case .hindered:
      let actions = hindrances.map { actions in
        actions.map { "\($0.action.name) at \(second($0.time))" }.joined(separator: ", ")
      }
      return ": \(actions ?? "nothing")"
    }
  }

  private static func second(_ time: Timestamp) -> Int64 { time.milliseconds / 1000 }
}

extension AuditPlan {
  /// Returns the audit of one device along `fixes`, with every crossing listed.
  package func account(of fixes: [Fix]) -> AuditAccount {
    var account = AuditAccount(self)
    audit(fixes, ofDevice: 0, into: &account)
    return account.ordered
  }

  /// Moves one device along `fixes` and passes the findings to `sink`.
  package func audit(_ fixes: [Fix], ofDevice device: Int32, into sink: inout some AuditSink) {
    guard let first = fixes.first else { return }
    var audit = Audit(self, startingAt: first.time, device: device)
    for fix in fixes {
      if sink.isSatisfied { break }
      audit.advance(to: fix, into: &sink)
    }
    audit.finish(into: &sink)
  }

  /// Returns the nearest approaches of the path to the regions that it does not enter.
  package func approaches(of fixes: [Fix], _ account: AuditAccount) -> [RegionNumber: Approach] {
    guard let first = fixes.first else { return [:] }
    return ApproachSurvey.approaches(
      to: places(from: first.time) { account.visits[$0].isEmpty }
    ) { visit in
      for fix in fixes { visit(fix, 0) }
    }
  }
}
