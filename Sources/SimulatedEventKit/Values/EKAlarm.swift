import GeofenceCore
import GeofenceReminders

/// An alarm of a reminder: at a time, at an interval from its due date, or at a location.
///
/// The device of the test fires it: where its location and proximity say so, or when the device's
/// clock reaches its time.
open class EKAlarm: EKObject, NSCopying {
  private var offset: TimeInterval = 0
  private var date: Date?
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
    didSet { structuredLocation = structuredLocation?.copy() as? EKStructuredLocation }
  }

  open var type: EKAlarmType {
    emailAddress != nil ? .email : soundName != nil ? .audio : .display
  }

  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = EKAlarm()
    (copy.offset, copy.date, copy.proximity) = (offset, date, proximity)
    (copy.emailAddress, copy.soundName) = (emailAddress, soundName)
    copy.structuredLocation = structuredLocation
    return copy
  }

  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? EKAlarm else { return false }
    return self === other
      || offset == other.offset && date == other.date && proximity == other.proximity
        && emailAddress == other.emailAddress && soundName == other.soundName
        && structuredLocation == other.structuredLocation
  }

  open override var description: String {
    if let location = structuredLocation, proximity != .none {
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
    switch alarm.trigger {
    case .moment(let time): absoluteDate = time.date
    case .offset(let seconds): relativeOffset = TimeInterval(seconds)
    case .place(let alarm):
      proximity = alarm.proximity == .arrive ? .enter : .leave
      structuredLocation = alarm.places.first.map(EKStructuredLocation.init)
    }
    stored = alarm
  }

  var reminderAlarm: ReminderAlarm {
    if let stored, EKAlarm(stored) == self { return stored }
    let trigger: ReminderAlarm.Trigger =
      if let locationAlarm {
        .place(locationAlarm)
      } else if let date {
        .moment(Timestamp(date))
      } else {
        .offset(Timestamp(Date(timeIntervalSince1970: offset.rounded())).milliseconds / 1000)
      }
    return ReminderAlarm(trigger, number: stored?.number)
  }

  private var locationAlarm: LocationAlarm? {
    guard let place = structuredLocation?.place, proximity != .none else { return nil }
    return LocationAlarm(proximity == .enter ? .arrive : .depart, at: [place])
  }

  var hasIdleLocation: Bool { structuredLocation != nil && locationAlarm == nil }
}

/// A location with a name, and the radius of a geofence around it.
open class EKStructuredLocation: EKObject, NSCopying {
  open var title: String?
  /// The place; without it an alarm does not depend on the location.
  open var geoLocation: CLLocation?
  /// The radius in metres; 0 for the default of 100 m.
  ///
  /// Apple: "To use the default radius, set this property to `0`." The default itself is our
  /// assumption.
  open var radius: Double = 0

  public override init() { super.init() }

  public convenience init(title: String) {
    self.init()
    self.title = title
  }

  /// Returns a copy, since an alarm keeps its location as it was when it was set.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = EKStructuredLocation()
    (copy.title, copy.geoLocation, copy.radius) = (title, geoLocation, radius)
    return copy
  }

  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? EKStructuredLocation else { return false }
    return title == other.title && radius == other.radius
      && geoLocation?.coordinate.latitude == other.geoLocation?.coordinate.latitude
      && geoLocation?.coordinate.longitude == other.geoLocation?.coordinate.longitude
  }

  open override var hash: Int {
    var hasher = Hasher()
    hasher.combine(title)
    hasher.combine(radius)
    return hasher.finalize()
  }
}

extension EKStructuredLocation {
  convenience init(_ place: LocationAlarm.Place) {
    self.init()
    title = place.name
    geoLocation = CLLocation(
      latitude: place.coordinate.latitude, longitude: place.coordinate.longitude)
    radius = place.givenRadius ?? 0
  }

  var place: LocationAlarm.Place? {
    guard let coordinate = geoLocation?.coordinate, CLLocationCoordinate2DIsValid(coordinate),
      radius.isFinite, radius >= 0
    else { return nil }
    return LocationAlarm.Place(name: title, coordinate: coordinate.core, radius: radius)
  }
}
