/// The crossings of a drive by plain geometry, with what a phone and what the rules delivered of
/// each.
///
/// Three lists of events over one path, joined by device, region, side and time: an event belongs
/// to the last crossing of its kind before it, if that stay had not ended more than five minutes
/// before; else to the next one of its kind within five minutes, with no crossing and no event of the
/// other kind between.
/// An event after that stay belongs to the next crossing where that is nearer, or where the one before
/// has its event. Where it is known when the crossing of an event began, that time is taken; where it
/// is not, an event may have waited, and is of the last crossing if that has none.
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

    fileprivate var opposite: Self { Self(device: device, region: region, isEnter: !isEnter) }
  }

  /// An event that the app received.
  package struct Delivery: Hashable, Sendable {
    package let time: Timestamp
    /// The time at which its crossing began; `nil` where that is not known.
    package let crossedAt: Timestamp?
    /// True if it is a first state outside or an answer to the app, which need not be of a crossing.
    package let isState: Bool

    package init(_ time: Timestamp, crossedAt: Timestamp? = nil, isState: Bool = false) {
      (self.time, self.crossedAt, self.isState) = (time, crossedAt, isState)
    }
  }

  /// The events of one list, by their boundary and in the order of time.
  package typealias Events = [Boundary: [Delivery]]

  /// A crossing, with the delivery of each side.
  package struct Crossing: Sendable {
    package let boundary: Boundary
    package let time: Timestamp
    package internal(set) var phone: Timestamp?
    package internal(set) var rules: Timestamp?
    /// True if the recording leaves open what the rules make of it.
    package internal(set) var isUndecidable = false

    fileprivate mutating func receive(_ time: Timestamp, isOfPhone: Bool) {
      if isOfPhone { phone = phone ?? time } else { rules = rules ?? time }
    }

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
  /// The states of the phone that repeat the side which the app knew already.
  package private(set) var oldStates: [(boundary: Boundary, time: Timestamp)] = []
  /// The number of events of the phone about a crossing that it had delivered before.
  package private(set) var repeated = 0

  /// Joins the lists.
  ///
  /// - Parameters:
  ///   - undecidable: the crossings of which the recording leaves open what the rules make of them;
  ///     neither side can be right about these.
  /// - Complexity: O(n log n) for n events.
  package init(
    _ truth: [Boundary: [Timestamp]], phone: Events, rules: Events,
    undecidable: [Boundary: Set<Timestamp>] = [:]
  ) {
    for boundary in Set(truth.keys).union(phone.keys).union(rules.keys).sorted() {
      var own = (truth[boundary] ?? []).map { Crossing(boundary: boundary, time: $0) }
      let ends = truth[boundary.opposite] ?? []
      if let open = undecidable[boundary] {
        for number in own.indices { own[number].isUndecidable = open.contains(own[number].time) }
      }
      for (list, isOfPhone) in [(phone, true), (rules, false)] {
        let others = list[boundary.opposite] ?? []
        var last: Timestamp?
        for event in list[boundary] ?? [] {
          let other = others.partitioningIndex { $0.time > event.time }
          let next = other < others.count ? others[other].time : .distantFuture
          let number = Self.crossing(of: event, before: next, own, ends, isOfPhone: isOfPhone)
          // A state is news after an event of the other side; before any event, if the device began
          // on the other side.
          let isNews =
            other > 0
            ? last.map { $0 < others[other - 1].time } ?? true
            : last == nil && number.map { own[$0].time < ends.first ?? .distantFuture } ?? false
          last = event.time
          if event.isState, !isNews || !isOfPhone && number == nil {
            if isOfPhone { oldStates.append((boundary, event.time)) }
          } else if let number {
            if isOfPhone, own[number].phone != nil { repeated += 1 }
            own[number].receive(event.time, isOfPhone: isOfPhone)
          } else if isOfPhone {
            phoneOnly.append((boundary, event.time))
          } else {
            rulesOnly.append((boundary, event.time))
          }
        }
      }
      crossings += own
    }
    crossings.sort { ($0.time, $0.boundary) < ($1.time, $1.boundary) }
    phoneOnly.sort { ($0.time, $0.boundary) < ($1.time, $1.boundary) }
    rulesOnly.sort { ($0.time, $0.boundary) < ($1.time, $1.boundary) }
  }

  /// Returns the number of the crossing that an event is about; `nil` if there is none.
  ///
  /// - Parameter other: the time of the next event of the other side, which no event is ahead of.
  private static func crossing(
    of event: Delivery, before other: Timestamp, _ own: [Crossing], _ ends: [Timestamp],
    isOfPhone: Bool
  ) -> Int? {
    let time = event.crossedAt ?? event.time
    let next = own.partitioningIndex { $0.time > time }
    let isSoon = next < own.count && own[next].time <= min(time + CrossingVerdict.soon, other)
    let end = ends.partitioningIndex { $0 > (next > 0 ? own[next - 1].time : time) }
    guard next > 0 else {
      return isSoon && (end == ends.count || own[next].time < ends[end]) ? next : nil
    }
    let last = own[next - 1]
    if end == ends.count || time < ends[end] { return next - 1 }
    // By the fixes the device is on the other side. The event may be ahead of the next crossing.
    let isTaken = (isOfPhone ? last.phone : last.rules) != nil
    if isSoon, isTaken || own[next].time - time < time - last.time { return next }
    if time <= ends[end] + CrossingVerdict.soon { return next - 1 }
    return isSoon ? next : event.crossedAt == nil && !isTaken ? next - 1 : nil
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
  /// received. A first state outside is no event, but may be all that the app receives of an exit; an
  /// answer may be all that it receives of a crossing.
  package var crossedRegion:
    (region: RegionIdentifier, isEnter: Bool, event: PhoneComparison.Delivery)?
  {
    guard case .crossing(let report) = kind, report.use == .reported,
      report.name != .dwell, report.name != .unknown,
      report.name != .unsatisfied || report.tellsOfExit
    else { return nil }
    return (
      report.region.identifier, report.state == .satisfied,
      .init(
        time, crossedAt: report.crossedAt,
        isState: report.name.isAnswer || report.name == .unsatisfied)
    )
  }
}
