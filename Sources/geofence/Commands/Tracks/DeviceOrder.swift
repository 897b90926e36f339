/// The devices of a track, numbered in the order of their first fixes.
struct DeviceOrder: Sendable {
  /// The devices as the track numbers them, ordered by the numbers given here.
  private(set) var devices: [Int] = []
  private var numbers: [Int32] = []

  var count: Int { devices.count }

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
