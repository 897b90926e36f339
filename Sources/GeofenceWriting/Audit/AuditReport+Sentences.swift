import GeofenceBytes
import GeofenceCore

extension AuditReport {
  /// Returns the words of every sentence on these tracks.
  ///
  /// - Parameters:
  ///   - clock: of the times, which have dates only where the tracks have several.
  ///   - name: returns the name of a region.
  package func phrasing(
    _ clock: LocalClock = LocalClock(sayingOffset: false),
    name: ((RegionNumber) -> String)? = nil
  ) -> Phrasing {
    Phrasing(clock, input.times, name: name ?? label)
  }

  /// Returns the title of a reminder's region, with its identifier where others have that name, or
  /// else a region's identifier.
  func label(of region: RegionNumber) -> String {
    let identifier = VisibleText.quoted(names[region].rawValue)
    guard let title = titles[names[region]] else { return identifier }
    let isOnly =
      titles.values.count { $0 == title } == 1 && !names.contains { $0.rawValue == title }
    return VisibleText.quoted(title) + (isOnly ? "" : " (\(identifier))")
  }

  package func note(
    on region: RegionNumber, clock: LocalClock = LocalClock(sayingOffset: false)
  ) -> String {
    if visits[region].contains(.left) {
      let account = strategies[best].account
      // Only alarms wait, of which there are few.
      let waits =
        account.verdict.waiting > 0
        && account.crossings.contains { $0.region == region && $0.verdict?.outcome == .waits }
      return waits
        ? "crossed before the date of its reminder" : "crossed, but no event of it is asked for"
    }
    if visits[region].contains(.inside) { return words(onStayIn: region) }
    if let passage = passages.byRegion[region], approaches[region]?.isInside != true {
      return "no fix lies inside; \(passage.clause(phrasing(clock)))"
    }
    guard let approach = approaches[region] else { return "never entered" }
    if swapped.contains(region) { return "never entered; are its coordinates swapped?" }
    return words(onAbsenceAt: approach, clock: clock)
      ?? words(onNearest: approach, "never entered", clock: clock)
  }

  /// The words for a region that devices were in, and not seen to leave.
  func words(onStayIn region: RegionNumber) -> String {
    visits[region].contains(.gone) ? "not left while it was in the app's set" : "never left"
  }

  func words(
    onAbsenceAt approach: Approach, clock: LocalClock = LocalClock(sayingOffset: false)
  ) -> String? {
    guard approach.isInside else { return nil }
    let reason =
      switch approach.absence {
      case .notAdded(let time) where input.times.map { $0.upperBound < time } ?? false:
        ": it is added only after the end of the track"
      case .notAdded(let time): ": it was added at \(moment(time, clock))"
      case .removed(let time): ": it was removed at \(moment(time, clock))"
      case .completed(let time): ": its reminder was completed at \(moment(time, clock))"
      case nil: ""
      }
    let device = name(ofDevice: approach.device).map(VisibleText.quoted) ?? "the device"
    return
      "not in the app's set when \(device) was inside, at \(moment(approach.time, clock))\(reason)"
  }

  /// - Parameter never: what is said of a region in which no device can have been.
  func words(onNearest approach: Approach, _ never: String, clock: LocalClock) -> String {
    "\(approach.gap == nil ? never : "no fix lies inside"); nearest "
      + words(for: approach, clock: clock)
      + (approach.gap.map { "; \(phrasing(clock).clause($0))" } ?? "")
  }

  func moment(_ time: Timestamp, _ clock: LocalClock) -> String { phrasing(clock).moment(time) }

  func words(for approach: Approach, clock: LocalClock) -> String {
    let device = name(ofDevice: approach.device).map { " by \(VisibleText.quoted($0))" } ?? ""
    return "\(approach.distance.spokenMetres) outside at \(moment(approach.time, clock))\(device)"
  }
}

extension Phrasing {
  package init(
    _ clock: LocalClock, _ times: ClosedRange<Timestamp>?,
    name: @escaping (RegionNumber) -> String
  ) {
    self.init(
      moment: clock.moments(in: times), span: { $0.spoken }, distance: { $0.spokenMetres },
      name: name)
  }
}
