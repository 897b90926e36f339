import GeofenceCore

/// The fixes at the last time of each device, by which those that the next file or run repeats are
/// recognised.
///
/// Other fixes of the same time are new: a recording may be cut between them.
struct LastFixes: Sendable {
  private struct Device {
    var time = Timestamp.distantPast
    /// The mark of one fix at the time, and the marks of others.
    var mark: UInt32 = 0
    var others: [UInt32] = []
    /// The number of marks, from the first on, that may be repeated.
    var repeatable = 0

    var marks: [UInt32] {
      get { time == .distantPast ? [] : [mark] + others }
      set { (mark, others) = (newValue.first ?? 0, Array(newValue.dropFirst())) }
    }
  }

  private var devices: [Device] = []
  /// The largest number of marks of a device: of more fixes of one time, as of a clock that stands
  /// still, the rest is not recognised.
  private static let most = 1000

  /// Adds the next device.
  ///
  /// - Parameter earlier: the device's progress in an earlier run; `nil` for a new device.
  mutating func add(after earlier: DeviceProgress?) {
    var device = Device()
    if let time = earlier?.lastTime, let marks = earlier?.lastMarks, !marks.isEmpty {
      device.time = Timestamp(milliseconds: time)
      device.marks = marks
      device.repeatable = marks.count
    }
    devices.append(device)
  }

  var count: Int { devices.count }

  /// Lets the next file repeat the last fixes of every device.
  mutating func beginFile() {
    for index in devices.indices { devices[index].repeatable = devices[index].marks.count }
  }

  /// Returns true if a fix repeats an earlier one, which it does once.
  @inline(__always)
  mutating func repeats(_ fix: Fix, of device: Int) -> Bool {
    devices[device].time == fix.time && devices[device].repeatable > 0 && take(fix.mark, of: device)
  }

  @inline(never)
  private mutating func take(_ mark: UInt32, of device: Int) -> Bool {
    var (marks, last) = (devices[device].marks, devices[device].repeatable - 1)
    guard let index = marks[...last].firstIndex(of: mark) else { return false }
    marks.swapAt(index, last)
    devices[device].marks = marks
    devices[device].repeatable = last
    return true
  }

  mutating func note(_ fix: Fix, of device: Int) {
    if devices[device].time == fix.time {
      if devices[device].others.count < Self.most { devices[device].others.append(fix.mark) }
    } else {
      devices[device].time = fix.time
      devices[device].mark = fix.mark
      devices[device].repeatable = 0
      if !devices[device].others.isEmpty { devices[device].others = [] }
    }
  }

  /// Returns a device's progress up to its last fixes, in place of the progress of its reading.
  func progress(_ read: DeviceProgress, of device: Int) -> DeviceProgress {
    // A track without times has no fix twice.
    guard read.lastTime != nil else { return read }
    var progress = read
    progress.lastMarks = devices[device].marks
    progress.lastTime = progress.lastMarks.isEmpty ? nil : devices[device].time.milliseconds
    return progress
  }
}

extension Fix {
  /// A number of 24 bits that differs for fixes of other places or accuracies.
  fileprivate var mark: UInt32 {
    var bits = coordinate.latitude.bitPattern &* 0x9E37_79B9_7F4A_7C15
    bits = (bits ^ coordinate.longitude.bitPattern) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ bits >> 29 ^ (horizontalAccuracy ?? -1).bitPattern) &* 0x94D0_49BB_1331_11EB
    return UInt32(bits >> 40)
  }
}
