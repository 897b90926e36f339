/// The last significant changes of many devices, one for each.
///
/// A change takes twelve bytes while all lie within about a month and have at most seven decimals,
/// as phones and trackers write them; from the first one that does not fit, each takes twenty-four.
struct ChangeList: Sendable {
  typealias Change = SignificantChange.Change

  /// The value that stands where the plan does not use significant changes.
  static let none = Change(
    place: Coordinate(latitude: 0, longitude: 0), time: Timestamp(milliseconds: 0))

  /// A place in units of 1e-7 degrees, and a time in milliseconds after `start`.
  private struct Offset {
    var latitude = Int32(0)
    var longitude = Int32(0)
    var time = Int32(0)
  }

  /// The time from which those in `offsets` are counted.
  private var start: Timestamp?
  private var offsets: [Offset] = []
  /// All changes, used as soon as one cannot be stored exactly as an offset.
  private var changes: [Change] = []

  /// Makes room for another device.
  ///
  /// - Complexity: O(1) on average.
  mutating func append() {
    if changes.isEmpty { offsets.append(Offset()) } else { changes.append(change(Offset())) }
  }

  subscript(device: Int) -> Change {
    get { changes.isEmpty ? change(offsets[device]) : changes[device] }
    set {
      if start == nil { start = newValue.time }
      if changes.isEmpty {
        if let offset = offset(newValue) {
          offsets[device] = offset
          return
        }
        changes = offsets.map(change)
        offsets = []
      }
      changes[device] = newValue
    }
  }

  private func change(_ offset: Offset) -> Change {
    let start = start ?? Timestamp(milliseconds: 0)
    return Change(
      place: Coordinate(
        latitude: Double(offset.latitude) / 1e7, longitude: Double(offset.longitude) / 1e7),
      time: start + Interval(milliseconds: Int64(offset.time)))
  }

  /// Returns the offset that stores a change exactly, to the last bit; `nil` where there is none.
  private func offset(_ change: Change) -> Offset? {
    guard let start, let time = Int32(exactly: (change.time - start).milliseconds),
      let latitude = Int32(exactly: (change.place.latitude * 1e7).rounded()),
      let longitude = Int32(exactly: (change.place.longitude * 1e7).rounded())
    else { return nil }
    let offset = Offset(latitude: latitude, longitude: longitude, time: time)
    let place = self.change(offset).place
    let isExact =
      place.latitude.bitPattern == change.place.latitude.bitPattern
      && place.longitude.bitPattern == change.place.longitude.bitPattern
    return isExact ? offset : nil
  }
}
