import GeofenceCore
import GeofenceReminders

/// An alarm of a reminder that has fired, for a test to examine.
///
/// The app is not called when an alarm fires, as on a phone.
public struct SimulatedAlarm: Hashable, Sendable, CustomStringConvertible {
  /// The `calendarItemIdentifier` of the reminder.
  public let reminder: String
  /// The title of the reminder when the alarm fired.
  public let title: String
  /// The title of the reminder's list.
  public let list: String
  /// The crossing for which it fired: `.enter` for an arrival, `.leave` for a departure, `.none` for
  /// an alarm at a time.
  public let proximity: EKAlarmProximity
  /// The title of the alarm's location, if it has one.
  public let location: String?
  /// The device's time.
  public let date: Date
  /// The latitude of the device in degrees; -180, which is no place, before the first location update.
  public let latitude: CLLocationDegrees
  /// The longitude of the device in degrees; -180 before the first location update.
  public let longitude: CLLocationDegrees

  init(_ firing: AlarmWatch.Firing, _ reminder: Reminder, list: String, at clock: Timestamp) {
    self.reminder = firing.reminder
    title = reminder.title
    self.list = list
    proximity = firing.proximity.map { $0 == .arrive ? .enter : .leave } ?? .none
    location = firing.place
    date = max(firing.time, clock).date
    let place = firing.coordinate.map(CLLocationCoordinate2D.init) ?? kCLLocationCoordinate2DInvalid
    (latitude, longitude) = (place.latitude, place.longitude)
  }

  public var description: String {
    switch proximity {
    case .none: "\(title): the time has come"
    case .enter: "\(title): arrived"
    case .leave: "\(title): departed"
    }
  }
}
