public import Foundation
import GeofenceCore
import GeofenceReminders

/// An alarm of a reminder: at a time, at an interval from its due date, or at a location.
///
/// The device of the test fires it: where its location and proximity say so, or when the device's
/// clock reaches its time.
open class EKAlarm: EKObject, NSCopying {
  private var offset: TimeInterval = 0
  private var date: Date?
  private var location: EKStructuredLocation?
  /// The crossing of the location that triggers the alarm.
  open var proximity = EKAlarmProximity.none
  /// The address of a mail, which an alarm of a reminder may not have.
  open var emailAddress: String?
  /// The name of a sound; no sound is played.
  open var soundName: String?

  /// The alarm as it is stored; `nil` for a new one.
  var stored: ReminderAlarm?

  public override init() { super.init() }

  public convenience init(absoluteDate date: Date) {
    self.init()
    self.date = date
  }

  /// Creates an alarm relative to the due date, in seconds; a negative number is before it.
  public convenience init(relativeOffset offset: TimeInterval) {
    self.init()
    self.offset = offset
  }

  /// The seconds from the due date; setting them makes an absolute alarm a relative one.
  open var relativeOffset: TimeInterval {
    get { offset }
    set { (offset, date) = (newValue, nil) }
  }

  /// The time of the alarm; setting it makes a relative alarm an absolute one.
  open var absoluteDate: Date? {
    get { date }
    set { (offset, date) = (0, newValue) }
  }

  /// The location of the alarm, of which it keeps a copy.
  open var structuredLocation: EKStructuredLocation? {
    get { location }
    set { location = newValue?.copy() as? EKStructuredLocation }
  }

  open var type: EKAlarmType {
    emailAddress != nil ? .email : soundName != nil ? .audio : .display
  }

  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = EKAlarm()
    (copy.offset, copy.date, copy.proximity) = (offset, date, proximity)
    (copy.emailAddress, copy.soundName) = (emailAddress, soundName)
    copy.structuredLocation = location
    return copy
  }

  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? EKAlarm else { return false }
    return self === other
      || offset == other.offset && date == other.date && proximity == other.proximity
        && emailAddress == other.emailAddress && soundName == other.soundName
        && location == other.location
  }

  open override var description: String {
    if let location, proximity != .none {
      return "EKAlarm {\(proximity == .enter ? "on arrival" : "on departure"): "
        + "\(location.title ?? "(null)"); radius = \(location.radius);}"
    }
    return "EKAlarm {\(date.map { "absoluteDate = \($0)" } ?? "relativeOffset = \(offset)");}"
  }

  open override var hash: Int {
    var hasher = Hasher()
    hasher.combine(offset)
    hasher.combine(date)
    hasher.combine(proximity)
    return hasher.finalize()
  }
}

extension EKAlarm {
  convenience init(_ alarm: ReminderAlarm) {
    self.init()
    show(alarm.trigger)
    stored = alarm
  }

  private func show(_ trigger: ReminderAlarm.Trigger) {
    switch trigger {
    case .moment(let time): absoluteDate = time.date
    case .offset(let seconds): relativeOffset = TimeInterval(seconds)
    case .place(let alarm):
      proximity = alarm.proximity == .arrive ? .enter : .leave
      structuredLocation = alarm.places.first.map(EKStructuredLocation.init)
    }
  }

  var reminderAlarm: ReminderAlarm {
    if let stored, EKAlarm(stored) == self { return stored }
    return ReminderAlarm(trigger, number: stored?.number)
  }

  private var trigger: ReminderAlarm.Trigger {
    if let locationAlarm { return .place(locationAlarm) }
    if let date { return .moment(Timestamp(date)) }
    return .offset(Int64(offset.rounded()))
  }

  private var locationAlarm: LocationAlarm? {
    guard let place = location?.place else { return nil }
    switch proximity {
    case .none: return nil
    case .enter: return LocationAlarm(.arrive, at: [place])
    case .leave: return LocationAlarm(.depart, at: [place])
    }
  }

  var hasIdleLocation: Bool { location != nil && locationAlarm == nil }
}
