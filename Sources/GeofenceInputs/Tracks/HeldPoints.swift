import GeofenceBytes

/// A queue of points that wait until it is known whether they are used, of some twenty bytes each.
struct HeldPoints {
  private var times = HeldTimes()
  private var bytes = ByteQueue()
  private var lastLineIn = 0
  private var lastLineOut = 0

  var count: Int { times.count }

  mutating func append(_ point: TrackPoint) {
    times.append(point.time)
    bytes.append(varying: UInt64(folding: Int64(point.line - lastLineIn)))
    bytes.append(varying: UInt64(point.device))
    lastLineIn = point.line
    let numbers = point.numbers
    let isKnown = numbers .== numbers
    var known: UInt8 = 0
    for index in 0..<6 where isKnown[index] { known |= 1 << index }
    bytes.append(known)
    for index in 0..<6 where isKnown[index] { bytes.append(numbers[index]) }
  }

  /// Removes and returns the first point. Precondition: there is a point. Throws an error of kind
  /// `reading` if the points were too many for memory and are lost. O(1), amortized.
  mutating func removeFirst() throws(InputError) -> TrackPoint {
    var point = TrackPoint()
    point.time = try times.removeFirst()
    lastLineOut += Int(try bytes.removeVarying().unfolded)
    point.line = lastLineOut
    point.device = Int(try bytes.removeVarying())
    let known = try bytes.removeFirst()
    var numbers = point.numbers
    for index in 0..<6 where known & 1 << index != 0 { numbers[index] = try bytes.removeDouble() }
    point.numbers = numbers
    return point
  }
}

extension TrackPoint {
  /// The place and all numbers that may be unknown, with `nan` in the last two.
  fileprivate var numbers: SIMD8<Double> {
    get { SIMD8(latitude, longitude, accuracy, altitude, speed, course, .nan, .nan) }
    set {
      (latitude, longitude, accuracy) = (newValue[0], newValue[1], newValue[2])
      (altitude, speed, course) = (newValue[3], newValue[4], newValue[5])
    }
  }
}
