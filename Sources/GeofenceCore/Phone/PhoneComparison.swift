/// The crossings of a drive by plain geometry, with what a phone and what the rules delivered of
/// each.
///
/// Three lists of events over one path, joined by device, region, side and time: an event belongs
/// to the last crossing of its kind before it, if that stay had not ended more than five minutes
/// before; else to the next one of its kind within five minutes. A phone's event after that
/// stay belongs to the next crossing where that is nearer, or where the one before has its event.
package struct PhoneComparison: Sendable {
  /// A boundary of one device's path.
  package struct Boundary: Hashable, Sendable {
    /// The number of the device among all.
    package let device: Int
    package let region: RegionIdentifier
    package let isEnter: Bool

    package init(device: Int, region: RegionIdentifier, isEnter: Bool) {
      (self.device, self.region, self.isEnter) = (device, region, isEnter)
    }

    package init(_ crossing: AuditedCrossing.ID, _ names: RegionNames) {
      self.init(
        device: Int(crossing.device), region: names[crossing.region],
        isEnter: crossing.name == .enter)
    }
  }

  /// The events of one list, by their boundary and in the order of time.
  package typealias Events = [Boundary: [Timestamp]]

  /// A crossing, with the delivery of each side.
  package struct Crossing: Sendable {
    package let boundary: Boundary
    package let time: Timestamp
    package internal(set) var phone: Timestamp?
    package internal(set) var rules: Timestamp?
    /// True if the recording leaves open what the rules make of it.
    package internal(set) var isUndecidable = false

    /// Returns whether phone and rules agree: both delivered it within a span of time of each
    /// other, or neither did.
    package func agrees(within tolerance: Interval) -> Bool {
      guard let phone, let rules else { return phone == nil && rules == nil }
      return (phone - rules).milliseconds.magnitude <= tolerance.milliseconds.magnitude
    }
  }

  package private(set) var crossings: [Crossing] = []
  /// The events of the phone and of the rules that belong to no crossing.
  package private(set) var phoneOnly: [(boundary: Boundary, time: Timestamp)] = []
  package private(set) var rulesOnly: [(boundary: Boundary, time: Timestamp)] = []
  /// The number of events of the phone about a crossing that it had delivered before.
  package private(set) var repeated = 0

  /// Joins the lists.
  ///
  /// - Parameters:
  ///   - states: the first states that an app received by the rules, each of a crossing or of none.
  ///   - undecidable: the crossings of which the recording leaves open what the rules make of them;
  ///     neither side can be right about these.
  /// - Complexity: O(n log n) for n events.
  package init(
    _ truth: Events, phone: Events, rules: Events, states: Events = [:],
    undecidable: [Boundary: Set<Timestamp>] = [:]
  ) {
    for boundary in Set(truth.keys).union(phone.keys).union(rules.keys).sorted() {
      var own = (truth[boundary] ?? []).map { Crossing(boundary: boundary, time: $0) }
      let other = Boundary(
        device: boundary.device, region: boundary.region, isEnter: !boundary.isEnter)
      let ends = truth[other] ?? []
      if let open = undecidable[boundary] {
        for number in own.indices { own[number].isUndecidable = open.contains(own[number].time) }
      }
      for time in phone[boundary] ?? [] {
        guard let number = Self.crossing(of: time, own, ends, isOfPhone: true) else {
          phoneOnly.append((boundary, time))
          continue
        }
        if own[number].phone != nil { repeated += 1 }
        own[number].phone = own[number].phone ?? time
      }
      for time in rules[boundary] ?? [] {
        guard let number = Self.crossing(of: time, own, ends, isOfPhone: false) else {
          rulesOnly.append((boundary, time))
          continue
        }
        own[number].rules = own[number].rules ?? time
      }
      for time in states[boundary] ?? [] {
        guard let number = Self.crossing(of: time, own, ends, isOfPhone: false),
          own[number].time <= time
        else { continue }
        own[number].rules = own[number].rules ?? time
      }
      crossings += own
    }
    crossings.sort { ($0.time, $0.boundary) < ($1.time, $1.boundary) }
    phoneOnly.sort { ($0.time, $0.boundary) < ($1.time, $1.boundary) }
    rulesOnly.sort { ($0.time, $0.boundary) < ($1.time, $1.boundary) }
  }

  /// Returns the number of the crossing that an event is about; `nil` if there is none.
  private static func crossing(
    of time: Timestamp, _ own: [Crossing], _ ends: [Timestamp], isOfPhone: Bool
  ) -> Int? {
    let next = own.partitioningIndex { $0.time > time }
    let isSoon = next < own.count && own[next].time <= time + CrossingVerdict.soon
    guard next > 0 else { return isSoon ? next : nil }
    let last = own[next - 1]
    let end = ends.partitioningIndex { $0 > last.time }
    if end == ends.count || time < ends[end] { return next - 1 }
    // The device is on the other side. A phone is quicker than the next fix, and rules are not.
    if isSoon, isOfPhone, last.phone != nil || own[next].time - time < time - last.time {
      return next
    }
    return time <= ends[end] + CrossingVerdict.soon ? next - 1 : isSoon ? next : nil
  }

  /// The crossings on which phone and rules agree, of those that either delivered and that the
  /// recording decides.
  package func agreement(within tolerance: Interval) -> Share {
    let told = crossings.filter { ($0.phone != nil || $0.rules != nil) && !$0.isUndecidable }
    return Share(told.count { $0.agrees(within: tolerance) }, of: told.count)
  }
}

extension PhoneComparison.Boundary: Comparable {
  package static func < (one: Self, other: Self) -> Bool {
    (one.region, one.device, one.isEnter ? 1 : 0)
      < (other.region, other.device, other.isEnter ? 1 : 0)
  }
}

extension Event {
  /// The region that the event is about, with its kind; `nil` where it is no crossing that the app
  /// received. A first state outside is no event, but may be all that the app receives of an exit.
  package var crossedRegion: (region: RegionIdentifier, isEnter: Bool, isState: Bool)? {
    guard case .crossing(let report) = kind, report.use == .reported else { return nil }
    switch report.name {
    case .enter, .exit, .unsatisfied:
      return (report.region.identifier, report.name == .enter, report.name == .unsatisfied)
    case .dwell, .inside, .outside, .unknown: return nil
    }
  }
}
