import GeofenceCore
import GeofenceTracks

/// The settings of a simulated device, with Core Location's values as defaults.
public struct SimulatedDeviceConfiguration: Hashable, Sendable {
  public enum Platform: Hashable, Sendable {
    case ios, macos
  }

  public var platform = Platform.ios
  /// The app's authorization at the start.
  public var authorization = CLAuthorizationStatus.authorizedAlways
  /// True if Location Services are on, for all apps of the device.
  public var locationServicesEnabled = true
  /// True if the app gets events of monitors and live updates only while it holds a
  /// `CLServiceSession`, as an app does with the key `NSLocationRequireExplicitServiceSession` in
  /// its Info.plist.
  public var requiresServiceSession = false
  /// The user's answer when the app asks for authorization; it never grants more than was asked
  /// for.
  public var answer = CLAuthorizationStatus.authorizedAlways
  /// The number of conditions that the app may register. Apple documents 20.
  public var conditionLimit = 20
  /// The seconds on the new side before a crossing counts.
  ///
  /// `nil` stands for those of the positioning, or for the 20 that Apple documents.
  public var dwell: TimeInterval?
  /// The metres past a boundary, outward, before a crossing counts.
  ///
  /// `nil` stands for the cushion of the positioning, or for the 100 m that fit published exits of
  /// iPhones best; Apple gives 200 m "for testing purposes".
  public var cushion: CLLocationDistance?
  /// The metres past a boundary, inward, before a crossing counts.
  ///
  /// `nil` stands for the cushion of the positioning, or for none: developers observed an enter
  /// "almost exactly at the edge".
  public var inwardCushion: CLLocationDistance?
  /// The `maximumRegionMonitoringDistance` in metres. The default is our assumption.
  public var maximumRadius: CLLocationDistance = 100_000
  /// True if a fix is decisive however uncertain it is.
  public var ignoresAccuracy = false
  /// The model of the device's location updates.
  public var positioning = SimulatedPositioning.recorded
  /// The seed of the positioning's random numbers.
  public var seed: UInt64 = 1
  /// The time on the device's clock at the start, where the first track begins.
  ///
  /// `nil` for the time of the first fix. The device learns it from that fix: before, its clock shows
  /// 1970, and an app that reads the time is named. `Date.firstFix(of:)` is the time of a track.
  public var start: Date?
  /// The places that `CLGeocoder` finds, by their addresses; `nil` for a device without a network.
  public var places: [String: CLLocation]?
  /// The seconds of real time after which the device reports what keeps it waiting.
  public var patience: TimeInterval = 10

  package var reminders = RemindersAccess()

  public init() {}

  package func with(
    authorization: CLAuthorizationStatus?, answering answer: CLAuthorizationStatus?,
    positioning: SimulatedPositioning?, seed: UInt64?, startingAt start: Date?,
    places: [String: CLLocation]?
  ) -> Self {
    var configuration = self
    configuration.authorization = authorization ?? self.authorization
    configuration.answer = answer ?? self.answer
    configuration.positioning = positioning ?? self.positioning
    configuration.seed = seed ?? self.seed
    configuration.start = start ?? self.start
    configuration.places = places ?? self.places
    return configuration
  }

  /// The configuration with the default in place of each time that no clock has, and what is wrong
  /// with these.
  var checked: (configuration: Self, mistakes: [String]) {
    var (checked, mistakes) = (self, [String]())
    if let start, !start.isOnClock {
      checked.start = nil
      mistakes.append(start.clockProblem)
    }
    if let dwell, !(dwell.magnitude < 1e12) {
      checked.dwell = nil
      mistakes.append("no clock counts a dwell of \(dwell) s")
    }
    if patience.isNaN {
      checked.patience = Self().patience
      mistakes.append("no clock counts a patience of \(patience) s")
    }
    return (checked, mistakes)
  }

  var settings: Settings {
    var settings = Settings()
    settings.platform = platform == .ios ? .ios : .macos
    settings.limit = conditionLimit
    // What the test sets wins over the positioning model's.
    var given: CrossingRules.Given = []
    if let dwell {
      settings.crossing.dwell = Interval(seconds: dwell)
      given.insert(.dwell)
    }
    if let cushion {
      settings.crossing.cushion = cushion
      given.insert(.cushion)
    }
    if let inwardCushion {
      settings.crossing.inwardCushion = inwardCushion
      given.insert(.inwardCushion)
    }
    settings.crossing.follow(positioning.model, given: given)
    settings.crossing.ignoresAccuracy = ignoresAccuracy
    settings.maximumRadius = maximumRadius
    return settings
  }
}

/// A model of a device's location updates: how often the device gets one, and how exact it is.
///
/// Apps and geofences get the location updates alone. The same model, seed and track give what
/// `geofence simulate --positioning` prints.
public struct SimulatedPositioning: Hashable, Sendable {
  let model: PositioningModel?

  /// A positioning that passes on every fix as it was recorded.
  public static let recorded = Self(model: nil)
  /// The preset of a device that locates itself by satellites.
  public static let gps = Self(model: PositioningPreset.gps.model)
  /// The preset of a device that locates itself by wireless networks.
  public static let wifi = Self(model: PositioningPreset.wifi.model)
  /// The preset of a device that locates itself by cell towers.
  public static let cell = Self(model: PositioningPreset.cell.model)
  /// The preset of a phone in a pocket, as far as developers have observed one.
  public static let phone = Self(model: PositioningPreset.phone.model)

  /// Reads a model of your own from a JSON file.
  ///
  /// - Throws: An error that names the file, the place in it and a hint.
  public static func file(_ path: String) throws -> Self {
    Self(model: try PositioningReader.read(path: path))
  }
}

/// The access of an app to the reminders of a simulated device, and what these are kept in.
package struct RemindersAccess: Hashable, Sendable {
  /// An authorization for reminders, with EventKit's numbers.
  package enum Status: Int, Sendable {
    case notDetermined, restricted, denied, fullAccess, writeOnly
  }

  package var status = Status.fullAccess
  package var answer = Status.fullAccess
  /// The iCalendar files and folders of the reminders; empty for reminders that the run alone has.
  package var paths: [String] = []
  /// The titles of the lists at the start of reminders that the run alone has.
  package var lists = ["Reminders"]

  package init() {}
}
