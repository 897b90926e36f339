/// A stay on one side of a watched circle: what the rules ask of it.
struct WatchedStay: Sendable {
  /// The last fix on the other side, and the first and the last on this one.
  let before: Timestamp
  let first: Timestamp
  var last: Timestamp
  /// The first fix after the stay; `nil` while it lasts, and where the track ends in it.
  var next: Timestamp?
  /// Whether a fix of it decided for its side.
  var isDecided = false
  /// Whether, at a fix of it, the region had a slot and the app could receive an event.
  var wasReachable = false
  /// Whether no fix had decided the side before it.
  var followsUnknownSide = false
  /// The accuracy of its most accurate fix while none had decided, metres.
  var accuracy: Double?
  /// Metres past the boundary at the deepest fix, as far as the rules ask for a depth.
  var deepest = -Double.infinity
  /// Whether a step of more than five minutes, or of more than 20 s, lies in it or at its ends.
  var hasGap = false
  var hasLongStep = false

  init(before: Timestamp, first: Timestamp) {
    (self.before, self.first, last) = (before, first, first)
  }

  var bounds: CrossingVerdict.Bounds {
    CrossingVerdict.Bounds(atLeast: last - first, atMost: next.map { $0 - before })
  }

  /// Whether a gap lies at an end of it.
  var hasGapAtEnd: Bool {
    first - before > CrossingVerdict.soon || next.map { $0 - last > CrossingVerdict.soon } ?? false
  }

  mutating func end(at last: Timestamp, next: Timestamp?, _ steps: LongSteps) {
    (self.last, self.next) = (last, next)
    hasGap = steps.gap >= before
    hasLongStep = steps.long >= before
  }
}

/// The beginnings of the last long steps between two fixes of a device.
struct LongSteps: Sendable {
  /// The longest step, 20 s, over which a recording still shows how deep a stay was.
  private static let longest = Interval(milliseconds: 20_000)

  /// The fix before the last step of more than five minutes.
  private(set) var gap = Timestamp.distantPast
  /// The fix before the last step of more than 20 s.
  private(set) var long = Timestamp.distantPast

  mutating func note(from last: Timestamp, to time: Timestamp) {
    let step = time - last
    if step > Self.longest { long = last }
    if step > CrossingVerdict.soon { gap = last }
  }
}

/// A stay inside of a watched circle, and the one outside that follows it.
struct WatchedVisit: Sendable {
  /// Among those of the region on the device; of two fixes of one time only it tells the order.
  let number: Int32
  var inside: WatchedStay
  /// The stay outside; `nil` while the device is inside.
  var outside: WatchedStay?
  /// Whether the device was inside when the circle was evaluated first.
  let isOrigin: Bool
  /// Whether the device was in the shape then, too.
  var beganInShape = false
  /// Whether the device was in the shape during the visit.
  var wasEntered = false
  var hasExits = false
  var wasPassed = false
  /// Whether the region has left the set.
  var isForgotten = false
  var hasClosedEnters = false
  var hasClosedExits = false
  /// The first event of a visit in which the shape was not entered yet.
  var held: HeldEvent?
  /// The counts from that one on, should the shape be entered.
  var ifEntered: ExtraTally?
  /// Whether an event came while the shape had not been entered, and whether one of these is no
  /// crossing's.
  var hasEvent = false
  var hasStrayEvent = false

  var end: Timestamp? { isForgotten ? inside.next : outside?.first }

  func contains(_ time: Timestamp) -> Bool {
    inside.first <= time && end.map { time < $0 || $0 == inside.first } ?? true
  }
}

/// An event that the app received, and of which the crossing may follow.
struct HeldEvent: Sendable {
  let isEnter: Bool
  let time: Timestamp
  let isReported: Bool
}
