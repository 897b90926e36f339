/// The outcome of an arrival or departure, and what the recording shows of it.
package struct CrossingVerdict: Hashable, Sendable {
  /// The time by which an event may differ from its crossing, and the longest step between two
  /// fixes that is no gap (Apple: a report comes "within 3 to 5 minutes on average").
  package static let soon = Interval(milliseconds: 300_000)

  /// Returns true if a recording shows an event undelivered more than five minutes after a time.
  ///
  /// - Parameters:
  ///   - last: the last fix before the delivery.
  ///   - heldUntil: the time at which an outage ended since then; `nil` where none did.
  static func isLate(since time: Timestamp, at last: Timestamp, _ heldUntil: Timestamp?) -> Bool {
    max(last, heldUntil ?? last) - time > soon
  }

  /// The reason why a recording does not decide what happened.
  package enum Doubt: String, CaseIterable, Hashable, Sendable {
    /// No fix of the stay decides for its side.
    case accuracy
    /// The stay may have lasted for the dwell, or not.
    case time
    /// A step of more than five minutes between two fixes lies in the stay or at an end of it.
    case gap
    /// The stay reaches the last fix.
    case trackEnd
  }

  /// The thing that held a delivery back; of two that do, the first counts.
  package enum Hold: String, CaseIterable, Hashable, Sendable {
    /// The device or the app could not receive.
    case suspended
    /// The region had no slot, or was restarted.
    case registeredLate = "registered-late"
    /// The device had left the region, but not the larger circle.
    case largerCircle = "larger-circle"
    case accuracy
    /// The device was past the boundary by less than the cushion.
    case cushion
    /// The next fix was later than the dwell.
    case noFix = "no-fix"
    case dwell
  }

  package enum Outcome: Hashable, Sendable {
    case inTime
    /// Delivered more than five minutes before, by a larger circle.
    case early
    case late(Lateness)
    case missed(Loss)
    case undecidable(Doubt)
    /// Jitter: a departure that is taken back within the dwell, or the arrival beside it.
    ///
    /// - Parameter isFar: true if that departure went far past the boundary.
    case filtered(isFar: Bool)
    /// The system found it, and the alarm of its reminder waits for the date.
    case waits
  }

  package struct Lateness: Hashable, Sendable {
    package let hold: Hold
    /// The time until which that held it back.
    package let until: Timestamp
    /// Metres past the boundary at most while the cushion was not reached; 0 elsewhere.
    package let deepest: Double
    /// The time at which the stay ended, where it was delivered after that.
    package let endOfStay: Timestamp?
  }

  package struct Loss: Hashable, Sendable {
    package let cause: LossCause?
    /// True if no phone would have delivered it.
    package let isSure: Bool
    /// True if, at a fix of its stay, the region had a slot and the app could receive an event.
    package let wasReachable: Bool
    /// True if it was too shallow for every phone, where the cushion is among its causes.
    package let isTooShallow: Bool
    /// The missed crossing that this one takes back.
    package let undoes: Timestamp?
    /// The missed crossing of the larger circle that this one takes back, where the region's own has
    /// none.
    package internal(set) var undoesCircle: Timestamp?
    /// Metres past the boundary of the watched circle at the deepest fix; `nil` where nobody asks.
    package let deepest: Double?
    /// The action that took the registration of its region, where that is the cause; `nil` where it
    /// had expired.
    package internal(set) var removal: Outage.Action?
    /// The time at which the rules confirm the crossing, or would have if its region had been watched;
    /// `nil` where they never would.
    var due: Timestamp?
    /// True if its region had no slot, as the app had not selected since the region joined its set.
    package internal(set) var isUnchosen = false
  }

  /// The least and the most that a stay lasts.
  package struct Bounds: Hashable, Sendable {
    package let atLeast: Interval
    /// `nil` where the track ends in the stay.
    package let atMost: Interval?
  }

  package internal(set) var outcome: Outcome
  /// The last fix on the old side; the crossing's own time is that of the first on the new one.
  package let before: Timestamp
  package let stay: Bounds
  /// The bounds of the stay by the larger circle that is watched; `nil` where none is.
  package let watched: Bounds?
  /// The radius of the larger circle that is watched, metres; `nil` where the region's own is.
  package internal(set) var circle: Double?
  /// The metres past the boundary that the rules ask for.
  package internal(set) var cushion = 0.0
  package let deliveredAt: Timestamp?
  /// True if its event was the first state outside after a restart of the region.
  package internal(set) var isFirstState = false
  /// The time of the crossing before, if that is undecidable and makes this one undecidable or missed.
  package internal(set) var follows: Timestamp?
  /// The accuracy of the fix that decided it, or of the most accurate fix of its stay, where none
  /// decides; metres.
  package internal(set) var accuracy: Double?
  /// True if the fix that decided is so uncertain that it counts as outside wherever the device is.
  package internal(set) var isByVagueFix = false
  /// Metres past the boundary at the deepest fix of a stay in which the track ends.
  package internal(set) var deepest: Double?
  /// The outage by which it was missed or late.
  package internal(set) var outage: Outage?
  /// The fix at which its region had left the set, or was another circle, and which ended its stay
  /// before the dwell was over.
  package internal(set) var removedAt: Timestamp?
  /// True if it is of a region of an alarm, which leaves the set as its reminder is completed.
  package internal(set) var isOfAlarm = false
}

/// An arrival or departure that the app asked for, with what became of it.
package struct JudgedCrossing: Hashable, Sendable {
  package let id: AuditedCrossing.ID
  package let verdict: CrossingVerdict
  /// The moment that decided, where it was lost.
  package internal(set) var detail: LossDetail?
}

extension CrossingVerdict {
  /// True if people would take it for what they asked for.
  package var isFine: Bool {
    switch outcome {
    case .inTime, .filtered: true
    case .early, .late, .missed, .undecidable, .waits: false
    }
  }

  /// True if the rules or the phone's positions stopped it, and at no fix of its stay the app could
  /// have received an event; or if the app could not select its region.
  package var isOut: Bool {
    outage != nil && (loss?.cause?.isOfPath == true || loss?.isUnchosen == true)
  }

  /// The cause that is named first, and counted: the app's before that of the rules.
  package var leadingCause: LossCause? { isOut ? .suspended : loss?.cause }

  /// True if it was missed by what its stay lacked when its region left the set.
  var isCut: Bool {
    guard removedAt != nil, !isOut, let loss, loss.undoes == nil else { return false }
    return loss.cause == .dwell || loss.cause == .cushion
  }

  /// The action that took the registration of its region, where it was missed by that.
  package var removal: Outage.Action? { loss?.removal }

  package var loss: Loss? { if case .missed(let loss) = outcome { loss } else { nil } }
}

extension CrossingVerdict.Outcome {
  package var doubt: CrossingVerdict.Doubt? {
    if case .undecidable(let doubt) = self { doubt } else { nil }
  }

  /// The name that programs read.
  package var name: String {
    switch self {
    case .inTime: "inTime"
    case .early: "early"
    case .late: "late"
    case .missed: "missed"
    case .undecidable: "undecidable"
    case .filtered: "filtered"
    case .waits: "waits"
    }
  }
}
