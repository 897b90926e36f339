/// Numbers the devices of a track in the order of their first fix.
struct DeviceNames {
  private var devices: [TrackReader.Device] = []
  /// The devices by the hash of their bytes.
  private var buckets: [Int: [Int]] = [:]
  /// The bytes of each name, one after the other.
  private var names: [UInt8] = []
  private var ranges: [Range<Int>] = []
  private var last: Int?

  /// - Complexity: O(length of the name) on average; no allocation for a name seen before.
  mutating func device(named field: Span<UInt8>) -> TrackReader.Device {
    let name = field.extracting(field.trimmed)
    if let last, isName(last, name) { return devices[last] }
    var hash = 0xCBF2_9CE4_8422_2325 as UInt64
    for index in 0..<name.count {
      hash = (hash ^ UInt64(name[index])) &* 0x100_0000_01B3
    }
    let key = Int(truncatingIfNeeded: hash)
    if let found = buckets[key]?.first(where: { isName($0, name) }) {
      last = found
      return devices[found]
    }
    let text = name.text
    let device = TrackReader.Device(index: devices.count, name: text.isEmpty ? nil : text)
    let start = names.count
    for index in 0..<name.count { names.append(name[index]) }
    ranges.append(start..<names.count)
    buckets[key, default: []].append(device.index)
    devices.append(device)
    last = device.index
    return device
  }

  private func isName(_ device: Int, _ name: Span<UInt8>) -> Bool {
    let range = ranges[device]
    guard range.count == name.count else { return false }
    for index in 0..<name.count where names[range.lowerBound + index] != name[index] {
      return false
    }
    return true
  }
}
