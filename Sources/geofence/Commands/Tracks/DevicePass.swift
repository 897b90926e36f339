import GeofenceCore
import GeofenceFormats

/// The devices of a track on their way from fix to fix.
struct DevicePass: Sendable {
  private let interval: Interval?
  private let input: TrackInput
  private let lastFix: @Sendable (String?) -> Fix?
  private let cut: TrackCut?
  /// The regions that the track should come near to.
  private(set) var vicinity: Vicinity?
  /// The times that are wanted; `nil` where all are, or none is known yet.
  private var wanted: ClosedRange<Timestamp>?
  /// The time of the first fix of the track.
  private(set) var start: Timestamp?
  /// In which order its devices had their first fixes.
  private(set) var order = DeviceOrder()
  /// Whether the track names its devices.
  private var hasNames = false
  /// Those interpolated included.
  private(set) var fixes = 0
  private var first = Timestamp.distantFuture
  private var last = Timestamp.distantPast
  private var interpolators: [Interpolator] = []
  /// Why a device was not taken.
  private(set) var refusal: InputError?

  init(
    _ input: TrackInput, _ options: SimulateOptions, vicinity: Vicinity?,
    after earlier: TrackLoop.Earlier
  ) {
    self.vicinity = vicinity
    self.input = input
    interval = options.interpolation
    cut = options.cut == TrackCut() ? nil : options.cut
    start = earlier.start
    lastFix = earlier.lastFix
  }

  /// Their last fixes, where fixes are interpolated.
  var lastFixes: [Fix?] { interpolators.map(\.last) }

  /// From the first to the last fix.
  var times: ClosedRange<Timestamp>? { fixes > 0 ? first...last : nil }

  /// Notes a device that appears now.
  mutating func add(_ name: String?) { hasNames = hasNames || name != nil }

  /// Shows the followers `fix` and those interpolated before it.
  ///
  /// - Parameters:
  ///   - device: its number in the track.
  ///   - name: its name there.
  /// - Returns: whether there is a reason to go on.
  @inline(__always)
  mutating func advance(
    _ device: Int, to fix: Fix, named name: () -> String?, _ followers: inout some TrackFollowers
  ) -> Bool {
    if cut != nil, let goesOn = pass(device, fix) { return goesOn }
    guard let number = order[device] ?? begin(device, fix, name(), &followers) else { return false }
    vicinity?.look(from: fix.coordinate)
    first = min(first, fix.time)
    last = max(last, fix.time)
    guard interval != nil else {
      fixes += 1
      return followers.advance(number, to: fix, named: name() ?? input.name)
    }
    return interpolate(number, to: fix, named: name, &followers)
  }

  /// Passes over a fix that is not wanted.
  ///
  /// - Returns: whether there is a reason to go on; `nil` for a fix that is wanted.
  private mutating func pass(_ device: Int, _ fix: Fix) -> Bool? {
    let start = start ?? fix.time
    self.start = start
    if wanted == nil {
      guard let times = cut?.times(from: start) else { return false }
      wanted = times
    }
    guard let wanted, !wanted.contains(fix.time) else { return nil }
    // Others may still come to the times that are wanted.
    return fix.time < wanted.lowerBound || hasNames
  }

  /// - Returns: the device's number; `nil` where it was not taken.
  private mutating func begin(
    _ device: Int, _ fix: Fix, _ name: String?, _ followers: inout some TrackFollowers
  ) -> Int? {
    let start = start ?? fix.time
    self.start = start
    do throws(InputError) {
      try followers.add(name, named: name ?? input.name, startingAt: start)
    } catch {
      refusal = error
      return nil
    }
    if let interval { interpolators.append(Interpolator(every: interval, from: lastFix(name))) }
    return order.begin(device)
  }

  private mutating func interpolate(
    _ number: Int, to fix: Fix, named name: () -> String?, _ followers: inout some TrackFollowers
  ) -> Bool {
    var added = 0
    let goesOn = interpolators[number].advance(to: fix) { fix in
      added += 1
      return followers.advance(number, to: fix, named: name() ?? input.name)
    }
    fixes += added
    return goesOn
  }
}
