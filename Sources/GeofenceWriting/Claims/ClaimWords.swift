import GeofenceBytes
import GeofenceCore

package struct ClaimWords {
  private let settings: Settings
  private let name: (RegionNumber) -> String
  private let moment: (Timestamp) -> String
  private let code: (String) -> String

  package init(
    _ settings: Settings, name: @escaping (RegionNumber) -> String,
    moment: @escaping (Timestamp) -> String, code: @escaping (String) -> String = { $0 }
  ) {
    (self.settings, self.name, self.moment, self.code) = (settings, name, moment, code)
  }

  package init(
    _ strategy: AuditedStrategy, of report: AuditReport, clock: LocalClock = LocalClock()
  ) {
    self.init(
      strategy.settings, name: { VisibleText.quoted(report.names[$0].rawValue) },
      moment: { report.moment($0, clock) })
  }

  package func sentences(_ claims: [Claim], subject: String? = nil) -> [String] {
    claims.enumerated().map { number, claim in
      let words = clause(claim)
      let text = [number == 0 ? subject : nil, words].compactMap(\.self).joined(separator: " ")
      return text.sentence
    }
  }

  package func clause(_ claim: Claim) -> String {
    switch claim {
    case .swapped:
      let words = Diagnosis.noRegion(within: Vicinity.reach, isReachedSwapped: true)
      return words.problem + (words.help.map { ": \($0)" } ?? "")
    case .noneEntered(let nearest):
      return "no region was entered"
        + (nearest.map { nearest in
          "; the nearest, \(name(nearest.region)), was \(nearest.approach.distance.spokenMetres) "
            + "away at \(moment(nearest.approach.time))"
        } ?? "")
    case .absent(let nearest):
      return
        "no region was entered while the app had it: \(name(nearest.region)) was not in its set "
        + "when the device was inside, at \(moment(nearest.approach.time))"
    case .noneAskedFor: return "no crossing happened that the app asks for"
    case .reach(let spread, let trials):
      let (low, high) = (spread.within.lowerBound, spread.within.upperBound)
      return
        "over all \(counted(trials, "trial")), \(spread.mean.percent) of the crossings reached "
        + "the app, between \(low.percent) and \(high.percent) in nine of ten trials"
    case .outage(let outage, let missed, let all, let count):
      let until = outage.until.map { " to \(moment($0))" } ?? ""
      let others = all > missed ? ", and \(all - missed) at other times" : ""
      return "\(outage.device.outage) from \(moment(outage.from))\(until): "
        + "\(part(missed, of: count)) \(missed == 1 ? "was" : "were") missed\(others)"
    case .flutter(let region, let times, let count, let dwell):
      return "on the boundary of \(name(region)), \(moment(times.lowerBound)) to "
        + "\(moment(times.upperBound)): \(count) crossings that the \(dwell.spoken) are there to "
        + "keep quiet"
    case .missed(let count, let all, let reason, let certainty):
      return "\(part(count, of: all)) \(count == 1 ? "was" : "were") missed"
        + (reason.map { words(for: $0) } ?? "")
        + (certainty.map { words(for: $0, of: count) } ?? "")
    case .inTime(let count, let all, let latest):
      let part = part(count, of: all)
      if latest == Interval(milliseconds: 0) { return "\(part) reached the app at once" }
      return "\(part) reached the app in time, "
        + "\(count == 1 ? "" : "the latest ")\(words(forDelay: latest, "its crossing"))"
    case .late(let count, let delivered, let all, let latest):
      let delay =
        count == 1
        ? words(forDelay: latest, "its crossing")
        : "more than \(Claim.timely.spoken) and up to \(words(forDelay: latest, "their crossings"))"
      let part = part(delivered, of: all)
      return
        "\(part) reached the app, but \(count == delivered ? "" : "\(count) came ")late, \(delay)"
    case .undecided(let count, let all):
      if count == all {
        let noun = all == 1 ? "the one crossing" : "the \(all) crossings"
        return "it is undecided whether \(noun) would reach the app: the track ends too soon"
      }
      return "\(count) \(count == 1 ? "is" : "are") undecided when the track ends"
    case .fact(let fact):
      let phrasing = Phrasing(
        moment: moment, span: { $0.spoken }, distance: { $0.spokenMetres })
      return fact.sentence(settings, phrasing, name: name)
    case .madeUp(let count): return "\(counted(count, "event")) came without any crossing"
    case .helps(let change, let delivered):
      guard let delivered else { return "\(code(change)) helps most" }
      let all = [1: "it", 2: "both"][delivered.whole] ?? "all \(delivered.whole)"
      return delivered.part == delivered.whole
        ? "\(code(change)) delivers \(all)"
        : "\(code(change)) delivers \(delivered.part) of \(delivered.whole)"
    case .nothingHelps: return "nothing that was tried is better"
    case .silent(let isOfChoice, let nearest):
      return "no \(isOfChoice ? "such " : "")event came" + (nearest.map(words) ?? "")
    }
  }

  private func part(_ count: Int, of all: Int) -> String {
    guard count == all else { return "\(count) of \(counted(all, "crossing"))" }
    return switch count {
    case 1: "the one crossing"
    case 2: "both crossings"
    default: "all \(count) crossings"
    }
  }

  private func words(for nearest: Claim.NearestFix) -> String {
    let device = nearest.device.map { " of \(VisibleText.quoted($0))" } ?? ""
    let (distance, name) = (nearest.distance, name(nearest.region))
    return ": the nearest fix\(device), at \(moment(nearest.time)), lies "
      + "\(distance.magnitude.spokenMetres) \(distance > 0 ? "outside" : "inside") \(name)"
      + (distance > 0 ? "" : "; 'geofence why <track> \(name) --regions <file>' says why")
  }

  private func words(for reason: Claim.Reason) -> String {
    func because(_ cause: LossCause, _ other: LossCause?) -> String {
      let clauses = [cause, other].compactMap { $0?.words(settings).clause }
      return "because \(clauses.joined(separator: " and "))"
    }
    return switch reason {
    case .all(let cause, let other): " \(because(cause, other))"
    case .most(let cause, let other): ", mostly \(because(cause, other))"
    case .some(let count, let cause, let other): ", \(count) of them \(because(cause, other))"
    }
  }

  private func words(for certainty: Claim.Certainty, of lost: Int) -> String {
    let depending = LossCause.allCases.compactMap { cause in
      certainty.depending[cause].map { "\($0) depending on the \(cause.rawValue)" }
    }
    let ofRules = certainty.sure + certainty.depending.values.reduce(0, +)
    let sure = certainty.sure > 0 ? ["\(certainty.sure) for sure"] : []
    return (ofRules == lost ? ": " : "; the rules lost \(ofRules): ")
      + (sure + depending).joined(separator: ", ")
  }

  private func words(forDelay delay: Interval, _ crossing: String) -> String {
    delay.milliseconds < 0
      ? "\(delay.spoken) before \(crossing)" : "\(delay.spoken) after \(crossing)"
  }
}

extension String {
  /// The text as a sentence: with a capital, but for an option, and a full stop.
  package var sentence: String {
    let first = hasPrefix("-") || hasPrefix("<") ? self : prefix(1).uppercased() + dropFirst()
    return first.hasSuffix("?") || first.hasSuffix(".") ? first : first + "."
  }
}

extension DeviceState {
  fileprivate var outage: String {
    if isLocked { return "the device had restarted and was not unlocked" }
    if isAsleep { return "the device was asleep" }
    switch diagnostic ?? diagnosticOfAdds {
    case .authorizationDenied: return "location access was denied"
    case .authorizationRestricted: return "location access was restricted"
    case .authorizationRequestInProgress: return "location access was not granted yet"
    case .accuracyLimited: return "precise location was off"
    case .insufficientlyInUse: return "location access was for while the app is in use only"
    case .locationOff: return "location was off"
    case .conditionLimitExceeded, nil: break
    }
    if app == .terminated {
      return refreshesInBackground
        ? "the app did not run" : "the app did not run, with background refresh off"
    }
    return "background refresh was off and the app in the background"
  }
}
