import GeofenceBytes
import GeofenceCore

/// A queue of times that wait for their places, of two or three bytes each if they follow each
/// other.
struct HeldTimes {
  /// The times, each as the difference to the one before in milliseconds.
  private var bytes = ByteQueue()
  private var lastIn: Int64 = 0
  private var lastOut: Int64 = 0
  private(set) var count = 0

  private static let missing: UInt64 = 0
  private static let unreadable: UInt64 = 1

  mutating func append(_ time: TimeReading) {
    count += 1
    switch time {
    case .missing: bytes.append(varying: Self.missing)
    case .unreadable: bytes.append(varying: Self.unreadable)
    case .at(let time):
      bytes.append(varying: UInt64(folding: time.milliseconds - lastIn) + 2)
      lastIn = time.milliseconds
    }
  }

  /// Removes and returns the first time; a missing one if there is none. Throws an error of kind
  /// `reading` if the times were too many for memory and are lost. O(1), amortized.
  mutating func removeFirst() throws(InputError) -> TimeReading {
    guard count > 0 else { return .missing }
    count -= 1
    switch try bytes.removeVarying() {
    case Self.missing: return .missing
    case Self.unreadable: return .unreadable
    case let code:
      lastOut += (code - 2).unfolded
      return .at(Timestamp(milliseconds: lastOut))
    }
  }
}
