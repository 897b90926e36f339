/// Something that happens to the device, its app or the app's regions.
///
/// The cases with a region store it on the heap, so that an action takes eight bytes in a crossing.
package enum DeviceAction: Hashable, Sendable {
  /// The app is gone; the system may start it again.
  case terminate
  case launch
  case foreground
  case background
  case backgroundRefresh(isOn: Bool)
  /// The device restarts; it is locked until `unlock`, and watches then what it watched before.
  case reboot
  /// The device restarts and has lost every registration: there is none until the app runs and adds
  /// its regions again.
  case rebootLosingRegistrations
  case unlock
  case authorize(DeviceState.Authorization)
  /// Precise Location is switched.
  case accuracy(isFull: Bool)
  case sleep
  case wake
  /// The app is updated, which ends it; of Android.
  case update
  /// The user ends the app, which nothing starts again until it is opened: a swipe on iOS, "Force
  /// stop" on Android, where it ends the registrations, too. Each system knows both names.
  case forceQuit
  /// The user ends the app, and an event may start it again, as Apple documents it; of iOS.
  case forceQuitAsDocumented
  case forceStop
  /// The user clears the app's data, which ends it, and with which it forgets its selection; of
  /// Android.
  case clearData
  /// Location is switched for the whole device; of Android.
  case location(isOn: Bool)
  /// The app asks for the state that the system knows of a region, or of all that are registered;
  /// `requestState(for:)` of `CLLocationManager`, `record(for:)` of `CLMonitor`.
  indirect case determine(RegionIdentifier?)
  /// A region joins the app's set, or replaces the one of its name.
  indirect case add(CircularRegion)
  indirect case remove(RegionIdentifier)
  /// A reminder is completed, here or on another device: its regions leave the app's set at once.
  indirect case complete(reminder: String, [RegionIdentifier])
  /// A reminder that repeats is completed, and the regions of its next date take the place of those
  /// of the last.
  indirect case moveOn(reminder: String, [CircularRegion])

  package var name: String {
    switch self {
    case .terminate: "terminate"
    case .launch: "launch"
    case .foreground: "foreground"
    case .background: "background"
    case .backgroundRefresh: "background-refresh"
    case .reboot, .rebootLosingRegistrations: "reboot"
    case .unlock: "unlock"
    case .authorize: "authorize"
    case .accuracy: "accuracy"
    case .sleep: "sleep"
    case .wake: "wake"
    case .update: "update"
    case .forceQuit, .forceQuitAsDocumented: "force-quit"
    case .forceStop: "force-stop"
    case .clearData: "clear-data"
    case .location: "location"
    case .determine: "determine"
    case .add: "add"
    case .remove: "remove"
    case .complete, .moveOn: "complete"
    }
  }

  /// The object or the value of the action, for listings; `nil` where the name suffices.
  package var detail: String? {
    switch self {
    case .backgroundRefresh(let isOn), .location(let isOn): isOn ? "on" : "off"
    case .authorize(let authorization): authorization.rawValue
    case .accuracy(let isFull): isFull ? "full" : "reduced"
    case .add(let region): region.identifier.rawValue
    case .remove(let identifier): identifier.rawValue
    case .determine(let identifier): identifier?.rawValue
    case .complete(let reminder, _), .moveOn(let reminder, _): reminder
    case .rebootLosingRegistrations: "registrations lost"
    case .forceQuitAsDocumented: "relaunch by-events"
    default: nil
    }
  }

  /// True if it happens to the whole device, so that the system's Reminders goes through it, too.
  var isOfDevice: Bool {
    switch self {
    case .unlock, .sleep, .wake, .location: true
    default: isReboot
    }
  }

  var isReboot: Bool { self == .reboot || self == .rebootLosingRegistrations }

  package var phrase: String { detail.map { "\(name) \($0)" } ?? name }
}
