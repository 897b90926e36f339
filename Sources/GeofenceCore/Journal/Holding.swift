/// The system's knowledge of a region when the device crossed its boundary.
///
/// Each case holds what can be known in it: a region without a slot has no state, and only one with a
/// slot has been restarted.
enum Holding: Hashable, Sendable {
  /// The region had no slot.
  ///
  /// - Parameter isSilent: whether a registration during the stay could not deliver the new side.
  case nothing(Absence, isSilent: Bool)
  /// The region had a slot, with this knowledge of the monitor.
  ///
  /// - Parameters:
  ///   - isRestarted: whether the last selection had stopped and started it.
  ///   - isWatched: whether conditions were monitored at the fix before.
  case slot(Known, isRestarted: Bool, isWatched: Bool)

  /// Why a region has no slot.
  enum Absence: Hashable, Sendable {
    case notChosen
    /// A restart had taken the registrations away, or an add waits for a permission.
    case lostInRestart
    /// The registration of this row of the catalog had been lost, or had expired.
    case removed(Int32)
  }

  /// The state that the monitor held before a crossing.
  enum Known: UInt8, Comparable, Sendable {
    case unknown
    case oldSide
    /// The same, but a crossing to the other was under way: the fixes that undid it were uncertain.
    case underWay
    case newSide

    static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
  }

  var known: Known? { if case .slot(let known, _, _) = self { known } else { nil } }

  var hasSlot: Bool { known != nil }

  /// True if a restart made the monitor forget the device's side.
  var isForgotten: Bool {
    if case .slot(.unknown, isRestarted: true, _) = self { true } else { false }
  }
}

extension Simulation {
  /// Returns what the system holds of a circle, before a crossing of it is evaluated.
  ///
  /// - Parameters:
  ///   - circle: its position; `nil` where the system does not take it.
  ///   - side: the side that the device comes to.
  ///   - setChanges: whether the app's set changes.
  ///   - restarted: the rows that the last selection has restarted.
  func holding(
    of circle: Int32?, comingTo side: RegionState, setChanges: Bool, restarted: [Int32]
  ) -> Holding {
    let lost = app.hasLostRegistrations
    guard let circle else {
      return .nothing(lost ? .lostInRestart : .notChosen, isSilent: true)
    }
    let watched = registration(of: circle, setChanges: setChanges)
    guard let crossing = system.monitor.crossing(of: .region(watched)) else {
      let isSilent = !mayDeliverLater(side, of: watched)
      if let row = removedRow(of: watched) {
        return .nothing(.removed(row), isSilent: isSilent)
      }
      let isPending =
        app.plan.catalog.ownRow(of: watched, in: app.unregistered.pending) != nil
      return .nothing(lost || isPending ? .lostInRestart : .notChosen, isSilent: isSilent)
    }
    let known: Holding.Known =
      switch crossing.state {
      case .unknown: .unknown
      case side: .newSide
      default: crossing.pending == nil ? .oldSide : .underWay
      }
    return .slot(
      known, isRestarted: restarted.contains(watched), isWatched: system.device.monitors)
  }

  /// Returns whether a region without a slot could still report a side if it were registered later.
  private func mayDeliverLater(_ side: RegionState, of row: Int32) -> Bool {
    let (settings, catalog) = (app.plan.settings, app.plan.catalog)
    let rules = settings.api.rules
    guard rules.initialStates(settings.request).contains(side) else { return false }
    // A first state outside is an exit only where the app has asked for it.
    guard rules.firstStates == .all else { return true }
    // With a state assumed the other is delivered later, without one an enter.
    let own = catalog.ownRow(of: row, in: app.present) ?? row
    guard app.assumesStates, let known = app.known[own] else { return side == .satisfied }
    return known != side
  }
}

extension RegionCatalog {
  /// Returns the row of a region's identifier in a set; `nil` where it has none.
  func ownRow(of position: Int32, in set: PositionSet) -> Int32? {
    if set.contains(position) { return position }
    // Every identifier has one row unless a scenario replaces a region.
    return initial.isWhole ? nil : self.position(of: regions[Int(position)].identifier, in: set)
  }
}
