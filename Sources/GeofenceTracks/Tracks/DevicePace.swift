import GeofenceCore

/// The last fix of a device and the numbers of its steps and of those too fast for one.
package struct DevicePace {
  /// The time of the last fix in milliseconds since 1970; the least number if there is none.
  private(set) var lastTime: Int64
  private var latitude: Float = .nan
  private var longitude: Float = .nan
  private(set) var steps: UInt32 = 0
  /// The numbers of steps that are too fast, and in the lower eight bits of those over 100 km.
  private var counts: UInt32 = 0

  var jumps: UInt32 { counts >> 8 }
  var leaps: UInt32 { counts & 0xFF }

  /// The speed in metres per second above which two fixes likely belong to two devices.
  static var fastest: Double { 500 }
  /// The metres above which a single step that is too fast is a wrong place.
  static var farthest: Double { 100_000 }

  init(after lastTime: Int64 = .min) { self.lastTime = lastTime }

  var place: Coordinate? {
    latitude.isNaN ? nil : Coordinate(latitude: Double(latitude), longitude: Double(longitude))
  }

  /// Counts the step to a point at `time`, in milliseconds, which becomes the last fix; `false`,
  /// and nothing, for an earlier one.
  @inline(__always)
  mutating func advance(to point: TrackPoint, at time: Int64) -> Bool {
    guard time >= lastTime else { return false }
    look(at: point, at: time)
    lastTime = time
    latitude = Float(point.latitude)
    longitude = Float(point.longitude)
    return true
  }

  /// Counts the step to a point, which does not become the last fix.
  @inline(__always)
  mutating func look(at point: TrackPoint, at time: Int64) {
    let last = lastTime
    guard last != .min else { return }
    steps &+= 1
    let (north, east) = (
      (point.latitude - Double(latitude)).magnitude, (point.longitude - Double(longitude)).magnitude
    )
    // A degree is never longer than this number of metres.
    let most = (north + east) * 111_700
    // The step takes a second at least.
    if most > Self.fastest {
      noteJump(of: most, to: point.coordinate, in: Self.seconds(from: last, to: time))
    }
  }

  /// Returns the seconds between times in milliseconds, at least one: many are cut to seconds.
  @inline(__always)
  private static func seconds(from last: Int64, to time: Int64) -> Double {
    max(Double(time &- last).magnitude / 1000, 1)
  }

  @inline(never)
  private mutating func noteJump(of most: Double, to place: Coordinate, in seconds: Double) {
    guard most > Self.fastest * seconds else { return }
    let last = Coordinate(latitude: Double(latitude), longitude: Double(longitude))
    let distance = Geodesic(from: last, to: place).distance
    guard distance > Self.fastest * seconds else { return }
    if jumps < UInt32.max >> 8 { counts &+= 1 << 8 }
    if Self.isLeap(of: distance, in: seconds), leaps < 0xFF { counts &+= 1 }
  }

  /// Returns true if a step of so many metres in so many seconds is a wrong place.
  package static func isLeap(of distance: Double, in seconds: Double) -> Bool {
    distance > farthest && distance > fastest * max(seconds, 1)
  }

  /// True if three, and over one in a hundred, are too fast.
  var isImplausible: Bool { jumps >= 3 && UInt64(jumps) * 100 > UInt64(steps) }
}

struct ImplausiblePaces: Hashable, Sendable {
  private(set) var count = 0
  private(set) var name: String?
  private(set) var steps = 0
  private(set) var jumps = 0
  /// The number of steps of all devices together, slow ones included.
  private(set) var allSteps = 0
  private(set) var allJumps = 0
  /// The number of steps over 100 km, too fast for a device, of those that are likely one.
  private(set) var leaps = 0

  mutating func add(_ pace: DevicePace, named name: () -> String?) {
    allSteps += Int(pace.steps)
    allJumps += Int(pace.jumps)
    guard pace.isImplausible else {
      leaps += Int(pace.leaps)
      return
    }
    take(count: 1, name(), steps: Int(pace.steps), jumps: Int(pace.jumps))
  }

  static func += (lhs: inout Self, rhs: Self) {
    lhs.allSteps += rhs.allSteps
    lhs.allJumps += rhs.allJumps
    lhs.leaps += rhs.leaps
    lhs.take(count: rhs.count, rhs.name, steps: rhs.steps, jumps: rhs.jumps)
  }

  private mutating func take(count: Int, _ name: String?, steps: Int, jumps: Int) {
    self.count += count
    // The result does not depend on the order of the devices.
    guard jumps > self.jumps || jumps == self.jumps && jumps > 0 && (name ?? "") < (self.name ?? "")
    else { return }
    (self.name, self.steps, self.jumps) = (name, steps, jumps)
  }

  /// True if all devices together are likely more than they seem.
  var areSeveral: Bool { allJumps >= 3 && allJumps * 100 > allSteps }
}
