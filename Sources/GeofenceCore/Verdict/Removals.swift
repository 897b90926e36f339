/// The actions by which the system lost registrations of an app, and which of them took the one of
/// each region.
struct Removals: Sendable {
  /// A number of no action: of a registration that nobody has taken, and of one that had expired.
  static let unknown: Int32 = -2
  static let expiry: Int32 = -1

  private(set) var actions: [Outage.Action] = []
  /// The numbers of the actions that took the registrations which are missing, by their rows.
  private var numbers: [Int32: Int32] = [:]

  /// The number of the action that took the registration of a row, among all.
  func number(of row: Int32) -> Int32 { numbers[row] ?? Self.expiry }

  func action(_ number: Int32) -> Outage.Action? { number < 0 ? nil : actions[Int(number)] }

  /// Returns the last restart until a time that took every registration of an app for Apple's
  /// devices.
  func restart(before time: Timestamp) -> Outage.Action? {
    actions.last { $0.action == .rebootLosingRegistrations && $0.time <= time }
  }

  /// Takes in an action by which the system lost the registrations of some rows.
  mutating func act(_ action: Outage.Action, _ rows: PositionSet) {
    for row in rows where numbers[row] == nil { numbers[row] = Int32(actions.count) }
    actions.append(action)
  }

  /// Takes in that the app has added rows.
  mutating func register(_ rows: PositionSet) {
    if numbers.isEmpty { return }
    for row in rows { numbers[row] = nil }
  }

  /// Ends a fix.
  ///
  /// - Parameters:
  ///   - lost: the rows whose registration the system has lost or refused.
  ///   - missing: these, and the rows whose registration has expired.
  mutating func settle(lost: PositionSet, _ missing: PositionSet) {
    for row in numbers.keys.filter({ !missing.contains($0) }) { numbers[row] = nil }
    // While location is off, the system refuses what is added.
    let refusal = actions.lastIndex { $0.action == .location(isOn: false) }
    for row in missing where numbers[row] == nil {
      numbers[row] = lost.contains(row) ? Int32(refusal ?? actions.count - 1) : Self.expiry
    }
  }
}

extension DeviceAction {
  /// Whether the system loses the app's registrations by it.
  func removesRegistrations(on platform: DeviceState.Platform) -> Bool {
    switch self {
    case .rebootLosingRegistrations: true
    case .reboot, .update, .forceStop, .forceQuit, .clearData: platform == .android
    case .location(let isOn): platform == .android && !isOn
    default: false
    }
  }
}
