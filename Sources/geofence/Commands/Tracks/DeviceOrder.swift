/// The devices of a track, numbered in the order of their first fixes.
///
/// The track itself numbers them as they appear, which is nearly always the same order and needs no
/// memory.
struct DeviceOrder: Sendable {
  private(set) var count = 0
  /// The number of each device of the track, −1 before its first fix; empty while the orders agree.
  private var numbers: [Int32] = []

  /// The number of a device; `nil` before its first fix.
  @inline(__always)
  subscript(device: Int) -> Int? {
    if numbers.isEmpty { return device < count ? device : nil }
    guard device < numbers.count, numbers[device] >= 0 else { return nil }
    return Int(numbers[device])
  }

  /// Gives a device the next number. Precondition: the device has no number yet.
  mutating func begin(_ device: Int) -> Int {
    let number = count
    count += 1
    if numbers.isEmpty {
      if device == number { return number }
      numbers = Array(0..<Int32(number))
    }
    while numbers.count <= device { numbers.append(-1) }
    numbers[device] = Int32(number)
    return number
  }

  /// The devices as the track numbers them, ordered by the numbers given here.
  var devices: [Int] {
    if numbers.isEmpty { return Array(0..<count) }
    var devices = Array(repeating: 0, count: count)
    for (device, number) in numbers.enumerated() where number >= 0 {
      devices[Int(number)] = device
    }
    return devices
  }
}
