import GeofenceBytes
import GeofenceCommandLine
import GeofenceCore
import GeofenceInputs

/// The receivers of a track's fixes.
protocol TrackFollowers: Sendable {
  mutating func add(_ column: String?, named name: String?, startingAt start: Timestamp)
    throws(InputError)

  mutating func advance(_ device: Int, to fix: Fix, named name: @autoclosure () -> String?) -> Bool

  /// Plays the collected fixes now, because the source has no further one ready.
  mutating func pause()
}

extension TrackFollowers {
  mutating func pause() {}
}

/// The path of a track's fixes to followers: cut, interpolated, and by the numbers of devices in the
/// order of their first fixes.
struct DevicePass: Sendable {
  private let interval: Interval?
  private let input: TrackInput
  private let lastFix: @Sendable (String?) -> Fix?
  private let cut: TrackCut?
  private let zone: ZoneInfo?
  private(set) var vicinity: Vicinity?
  /// The times of the cut; `nil` if the track is not cut, and before its first fix.
  private var wanted: ClosedRange<Timestamp>?
  private(set) var start: Timestamp?
  private(set) var order = DeviceOrder()
  private var hasNames = false
  private(set) var fixes = 0
  private var first = Timestamp.distantFuture
  private var last = Timestamp.distantPast
  private var interpolators: [Interpolator] = []
  private(set) var gaps = FilledGaps()
  private let note: @Sendable (String) -> Void
  private var hasWarned = false
  private let progress: ProgressLine?
  /// The number of fixes that were read since the progress was shown.
  private var unshown = 0
  private static let stride = 8192
  private(set) var refusal: InputError?
  private let earlier: TrackProgress
  /// The last fixes of the devices; `nil` where no file or run goes on from them.
  private var played: LastFixes?
  /// The number of fixes in this file that an earlier file or run had, too.
  private var repeated = 0

  init(
    _ input: TrackInput, _ options: SimulateOptions, vicinity: Vicinity?,
    after earlier: TrackLoop.Earlier, _ progress: ProgressLine?,
    note: @escaping @Sendable (String) -> Void
  ) {
    self.progress = progress
    self.note = note
    self.vicinity = vicinity
    self.input = input
    interval = options.interpolation
    cut = options.cut == TrackCut() ? nil : options.cut
    zone = options.track.zone
    start = earlier.start
    lastFix = earlier.lastFix
    self.earlier = earlier.progress
    played = options.state != nil || input.pieces.count > 1 ? LastFixes() : nil
  }

  /// The last fix of each device; empty if no fixes are interpolated.
  var lastFixes: [Fix?] { interpolators.map(\.last) }

  var times: ClosedRange<Timestamp>? { fixes > 0 ? first...last : nil }

  /// Adds a device before its first point in a file.
  mutating func add(_ device: Int, _ name: String?) {
    hasNames = hasNames || name != nil
    if played?.count == device {
      played?.add(after: earlier.device(named: Array((name ?? "").utf8)))
    }
  }

  /// Begins the next file of joined ones, which may repeat the last fixes of the one before.
  mutating func beginFile() { played?.beginFile() }

  /// Returns the number of fixes in this file that an earlier file or run had, too.
  mutating func endFile() -> Int {
    defer { repeated = 0 }
    return repeated
  }

  /// Returns a device's progress up to the last fix that was played.
  func progress(_ read: DeviceProgress, of device: Int) -> DeviceProgress {
    played?.progress(read, of: device) ?? read
  }

  @inline(__always)
  mutating func advance(
    _ device: Int, to fix: Fix, named name: () -> String?, _ followers: inout some TrackFollowers
  ) -> Bool {
    showProgress(at: fix.time)
    if cut != nil, let goesOn = pass(device, fix) { return goesOn }
    guard played != nil else { return play(device, fix, name, &followers) }
    if played?.repeats(fix, of: device) == true {
      repeated += 1
      return true
    }
    let goesOn = play(device, fix, name, &followers)
    // A fix at which the run is interrupted is left to the next run.
    if refusal == nil, goesOn || !Interruption.isRequested { played?.note(fix, of: device) }
    return goesOn
  }

  @inline(__always)
  private mutating func play(
    _ device: Int, _ fix: Fix, _ name: () -> String?, _ followers: inout some TrackFollowers
  ) -> Bool {
    guard let number = order[device] ?? begin(device, fix, name(), &followers) else { return false }
    first = min(first, fix.time)
    last = max(last, fix.time)
    guard let interval else {
      vicinity?.visit(fix.coordinate)
      fixes += 1
      return followers.advance(number, to: fix, named: name() ?? input.name)
    }
    let step = interpolators[number].gap(to: fix)
    if step > interval {
      gaps.add(step, before: fix.time)
      warn(aboutGapOf: step, every: interval)
    }
    return interpolate(number, to: fix, named: name, &followers)
  }

  @inline(__always)
  private mutating func showProgress(at time: Timestamp) {
    unshown += 1
    guard unshown >= Self.stride else { return }
    progress?.add(unshown, of: input.path, at: time)
    unshown = 0
  }

  /// Skips a fix outside the cut: whether to go on; `nil` for one within.
  private mutating func pass(_ device: Int, _ fix: Fix) -> Bool? {
    let start = start ?? fix.time
    self.start = start
    if wanted == nil {
      guard let times = cut?.times(from: start, in: zone) else { return false }
      wanted = times
    }
    guard let wanted, !wanted.contains(fix.time) else { return nil }
    // Other devices may still reach the times of the cut.
    return fix.time < wanted.lowerBound || hasNames
  }

  /// Gives a device its number among the devices that had a fix; `nil` if it was refused.
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

  /// Prints a warning, once for a track, before so many fixes are added that it takes long.
  private mutating func warn(aboutGapOf gap: Interval, every interval: Interval) {
    // The later of the two fixes is recorded, not added.
    let added = max(gap.milliseconds - 1, 0) / interval.milliseconds
    guard added >= 1_000_000 || gap >= Interval(seconds: 365 * 86_400), !hasWarned else { return }
    hasWarned = true
    let warning = InputError(
      source: input.path,
      problem: "two of its fixes are \(gap.spoken) apart, and --interpolate adds "
        + "\(counted(Int(added), "fix", "fixes")) between them",
      help: "--from and --to cut the track; a larger interval adds fewer")
    note(warning.rendered(severity: "warning"))
  }

  private mutating func interpolate(
    _ number: Int, to fix: Fix, named name: () -> String?, _ followers: inout some TrackFollowers
  ) -> Bool {
    var added = 0
    let goesOn = interpolators[number].advance(to: fix) { fix in
      added += 1
      vicinity?.visit(fix.coordinate)
      return followers.advance(number, to: fix, named: name() ?? input.name)
    }
    fixes += added
    return goesOn
  }
}

/// The devices of a track, numbered in the order of their first fixes.
struct DeviceOrder: Sendable {
  /// The devices as the track numbers them, ordered by the numbers given here.
  private(set) var devices: [Int] = []
  private var numbers: [Int32] = []

  @inline(__always)
  subscript(device: Int) -> Int? {
    device < numbers.count && numbers[device] >= 0 ? Int(numbers[device]) : nil
  }

  /// Gives a device the next number. Precondition: the device has no number yet.
  mutating func begin(_ device: Int) -> Int {
    while numbers.count <= device { numbers.append(-1) }
    numbers[device] = Int32(devices.count)
    devices.append(device)
    return devices.count - 1
  }
}
