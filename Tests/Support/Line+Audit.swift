public import GeofenceCore

extension Line {
  /// What became of each crossing of a drive: `second kind region`, then the second it was told at,
  /// or the cause of its loss and the moment that decided it.
  public static func audit(
    _ places: [(second: Int64, metres: Double, accuracy: Double?)], past regions: [CircularRegion],
    _ settings: Settings = Settings(), _ timeline: [(second: Int64, action: DeviceAction)] = []
  ) throws -> [String] {
    let timeline = Self.timeline(timeline)
    let catalog = RegionCatalog(
      try RegionSet(regions), maximumRadius: settings.maximumRadius, timeline: timeline)
    var audit = Audit(
      AuditPlan(of: catalog, [settings], timeline: timeline),
      startingAt: Timestamp(milliseconds: (places.first?.second ?? 0) * 1000))
    for (second, metres, accuracy) in places {
      let fix = fix(second: second, at: metres)
      audit.advance(
        to: Fix(time: fix.time, coordinate: fix.coordinate, horizontalAccuracy: accuracy))
    }
    return audit.outcomes[0].crossings.map(describe)
  }

  /// A drive at an even pace: a fix every `step` seconds, `metres` apart.
  public static func pace(
    from start: Double, to end: Double, by metres: Double, every step: Int64 = 10,
    second: Int64 = 0, accuracy: Double? = nil
  ) -> [(second: Int64, metres: Double, accuracy: Double?)] {
    let direction = end < start ? -1.0 : 1
    return (0...Int((end - start).magnitude / metres)).map { number in
      (second + Int64(number) * step, start + direction * Double(number) * metres, accuracy)
    }
  }

  private static func describe(_ crossing: AuditedCrossing) -> String {
    let head = "\(second(crossing.time)) \(crossing.name.rawValue) \(crossing.region)"
    switch crossing.outcome {
    case .delivered(let delivery):
      return "\(head) told at \(second(delivery.time))" + (delivery.isInitial ? " initially" : "")
        + (crossing.isLate ? " late" : "")
    case .lost(let loss):
      return "\(head) lost \(loss.cause.rawValue)\(describe(loss.moment, of: crossing))"
        + (loss.undoes.map { " undoing \(second($0))" } ?? "")
    }
  }

  private static func describe(_ moment: LossDetail, of crossing: AuditedCrossing) -> String {
    switch moment {
    case .pass:
      let pass = crossing.pass
      return ": \(pass.lasted.milliseconds / 1000) s, \(Int(pass.deepest.rounded())) m"
    case .uncertain: return ": uncertain"
    case .notChosen(let choice, let distance, let next):
      return
        ": chosen at \(second(choice.time)), last slot \(choice.lastSlot.map { "\($0)" } ?? "-") "
        + "at \(Int(choice.lastSlotDistance.rounded())) m, this one at \(Int(distance.rounded())) m, "
        + "next \(next.map { "\(second($0))" } ?? "never")"
    case .radiusAboveMaximum: return ": radius above the maximum"
    case .registered(let time, let causes):
      return ": registered at \(second(time)) because of \(causes.names.joined(separator: "+"))"
    case .stopped(let stop):
      return ": stopped at \(second(stop.time))" + (stop.isRestart ? " and restarted" : "")
    case .hindered(let hindrance):
      return ": \(hindrance?.lastAction.action.name ?? "nothing")"
        + (hindrance.map { " at \(second($0.lastAction.time))" } ?? "")
    }
  }

  private static func second(_ time: Timestamp) -> Int64 { time.milliseconds / 1000 }
}
