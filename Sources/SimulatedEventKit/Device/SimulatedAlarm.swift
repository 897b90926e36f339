public import Foundation
import GeofenceCore
import GeofenceReminders
public import SimulatedCoreLocation

/// An alarm of a reminder that has fired, for a test to examine.
///
/// The app is not called when an alarm fires, as on a phone.
public struct SimulatedAlarm: Hashable, Sendable {
  /// The `calendarItemIdentifier` of the reminder.
  public let reminder: String
  /// The title of the reminder when the alarm fired.
  public let title: String
  /// The title of the reminder's list.
  public let list: String
  /// The crossing for which it fired: `.enter` for an arrival, `.leave` for a departure.
  public let proximity: EKAlarmProximity
  /// The title of the alarm's location, if it has one.
  public let location: String?
  /// The device's time.
  public let date: Date
  /// The latitude of the device in degrees.
  public let latitude: CLLocationDegrees
  /// The longitude of the device in degrees.
  public let longitude: CLLocationDegrees

  init(_ firing: AlarmWatch.Firing, _ reminder: Reminder, list: String, at clock: Timestamp) {
    self.reminder = firing.reminder
    title = reminder.title
    self.list = list
    proximity = firing.isArrival ? .enter : .leave
    location = firing.place
    date = max(firing.time, clock).date
    latitude = firing.coordinate.latitude
    longitude = firing.coordinate.longitude
  }
}

extension SimulatedAlarm: CustomStringConvertible {
  public var description: String {
    "\(title): \(proximity == .enter ? "arrived" : "departed")"
  }
}
