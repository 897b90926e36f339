/// The words for times, spans, distances and regions, which every sentence of one output shares.
package struct Phrasing {
  package let moment: (Timestamp) -> String
  package let span: (Interval) -> String
  /// Metres.
  package let distance: (Double) -> String
  package let name: (RegionNumber) -> String

  package init(
    moment: @escaping (Timestamp) -> String, span: @escaping (Interval) -> String,
    distance: @escaping (Double) -> String, name: @escaping (RegionNumber) -> String
  ) {
    (self.moment, self.span, self.distance, self.name) = (moment, span, distance, name)
  }
}

extension Phrasing {
  /// The accuracy of the fix that decided, where it is so wide that it may be why.
  package func uncertainty(_ accuracy: Double?) -> String {
    guard let accuracy, accuracy > 50 else { return "" }
    return ", by a fix that is uncertain by \(distance(accuracy))"
  }

  /// An outage as a clause: when nothing could be received, and why.
  package func clause(_ outage: Outage) -> String {
    let end = outage.until.map { " to \(moment($0))" } ?? " on"
    return "from \(moment(outage.from))\(end) "
      + (outage.actions.count > 1
        ? "the app could not receive events (\(outage.actions.map { $0.action.phrase }.joined(separator: ", ")))"
        : outage.device.hindrance(since: outage.actions.last?.action))
  }

  /// An action that took registrations away, or refused them, as a clause.
  func clause(_ removal: Outage.Action, of regions: Int) -> String {
    let time = moment(removal.time)
    let registrations = regions == 1 ? "its registration" : "the registrations"
    let again =
      "\(registrations), and the app did not add \(regions == 1 ? "it" : "them") again in time"
    if removal.isRefusal {
      return "location was switched off at \(time), so that the system refused \(again)"
    }
    let deed =
      if case .location = removal.action { "switching location off at \(time)" } else {
        "the \(removal.action.name) of \(time)"
      }
    return "\(deed) removed \(again)"
  }

  /// A clause that says when, without a fix, a device may have been in a region.
  package func clause(_ gap: Approach.Gap) -> String {
    "a device may have been there between \(moment(gap.from)) and \(moment(gap.to)), without a fix"
  }

  /// The reason why the events of a region above the maximum radius never come.
  package static func neverMonitored(above maximum: String) -> String {
    "never monitored: the device monitors no circle of more than \(maximum)"
  }

  static func counted(_ count: Int, _ noun: String) -> String {
    "\(count.grouped) \(noun)\(count == 1 ? "" : "s")"
  }
}

extension DeviceState {
  /// The state in which the app receives nothing, in words.
  ///
  /// - Parameter action: the action by which that began, if one did.
  fileprivate func hindrance(since action: DeviceAction?) -> String {
    if isLocked { return "the device had restarted and was not unlocked" }
    if isAsleep { return "the device was asleep" }
    if !isLocationOn { return "location was off" }
    switch authorization {
    case .denied: return "location access was denied"
    case .restricted: return "location access was restricted"
    case .notDetermined: return "location access was not granted yet"
    case .always, .whenInUse: break
    }
    if !hasFullAccuracy { return "precise location was off" }
    if authorization == .whenInUse, platform == .android || app != .foreground {
      let access = "location access only while in use"
      if case .background = action { return "the app was in the background, with \(access)" }
      return "the app had \(access)"
    }
    if isStopped { return "the app did not run, since the user had ended it" }
    if app == .terminated {
      return refreshesInBackground
        ? "the app did not run" : "the app did not run, and background refresh was off"
    }
    return "background refresh was off and the app in the background"
  }
}

extension String {
  /// The text as a sentence: with a capital, but for an option and an iPhone, and a full stop.
  package var sentence: String {
    let keepsCase = hasPrefix("-") || hasPrefix("<") || hasPrefix("iPhone")
    let first = keepsCase ? self : prefix(1).uppercased() + dropFirst()
    return first.hasSuffix("?") || first.hasSuffix(".") ? first : first + "."
  }
}

extension Int {
  /// The number with commas between its thousands from 10,000 on.
  package var grouped: String {
    let digits = String(self)
    if (-9999...9999).contains(self) { return digits }
    let head = digits.count % 3
    return digits.enumerated().map { place, digit in
      place > (self < 0 ? 1 : 0) && (place - head) % 3 == 0 ? ",\(digit)" : String(digit)
    }.joined()
  }
}
