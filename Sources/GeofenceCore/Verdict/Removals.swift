/// The actions by which the system lost registrations of an app, and which of them took the one of
/// each region.
struct Removals: Sendable {
  /// A number of no action: of a registration that nobody has taken, and of one that had expired.
  static let unknown: Int32 = -2
  static let expiry: Int32 = -1

  private(set) var actions: [Outage.Action] = []
  /// The numbers of the actions that took the registrations which are missing, by their rows.
  private var numbers: [Int32: Int32] = [:]
  /// The number of the action that turned location off; `nil` while it is on.
  private var turnedOff: Int32?
  /// The number of the same action, as it refuses what the app adds since; `nil` where it has refused
  /// nothing.
  private var refusal: Int32?

  /// The number of the action that took the registration of a row, among all.
  func number(of row: Int32) -> Int32 { numbers[row] ?? Self.expiry }

  func action(_ number: Int32) -> Outage.Action? { number < 0 ? nil : actions[Int(number)] }

  /// Returns the last restart, at a time or before, that took every registration of the app.
  func restart(before time: Timestamp) -> Outage.Action? {
    actions.last { $0.action == .rebootLosingRegistrations && $0.time <= time }
  }

  /// Returns the last action, at a time or before, that took registrations.
  func last(before time: Timestamp) -> Outage.Action? { actions.last { $0.time <= time } }

  /// Takes in an action, and the rows whose registration is missing at the end of its fix.
  mutating func act(
    _ action: Outage.Action, on platform: DeviceState.Platform, missing rows: PositionSet
  ) {
    if case .location(isOn: true) = action.action { (turnedOff, refusal) = (nil, nil) }
    guard action.action.removesRegistrations(on: platform) else { return }
    let number = Int32(actions.count)
    for row in rows where numbers[row] == nil { numbers[row] = number }
    if case .location(isOn: false) = action.action, turnedOff == nil { turnedOff = number }
    actions.append(action)
  }

  /// Takes in that the system refused to add rows because location was off.
  mutating func refuse(_ rows: PositionSet) {
    guard let turnedOff else { return }
    for row in rows where numbers[row] != turnedOff {
      if refusal == nil {
        refusal = Int32(actions.count)
        actions.append(actions[Int(turnedOff)].asRefusal)
      }
      numbers[row] = refusal
    }
  }

  /// Takes in that the app has added rows.
  mutating func register(_ rows: PositionSet) {
    if numbers.isEmpty { return }
    for row in rows { numbers[row] = nil }
  }

  /// Ends a fix, with the rows whose registration is missing: what no action took has expired.
  mutating func settle(missing: PositionSet) {
    for row in numbers.keys.filter({ !missing.contains($0) }) { numbers[row] = nil }
    for row in missing where numbers[row] == nil { numbers[row] = Self.expiry }
  }
}

extension DeviceAction {
  /// Returns true if the system loses the app's registrations by it.
  func removesRegistrations(on platform: DeviceState.Platform) -> Bool {
    switch self {
    case .rebootLosingRegistrations: true
    case .reboot, .update, .forceStop, .forceQuit, .clearData: platform == .android
    case .location(let isOn): platform == .android && !isOn
    default: false
    }
  }
}
