import GeofenceBytes
import GeofenceCore

package struct ClaimWords {
  private let settings: Settings
  private let phrasing: Phrasing
  private let code: (String) -> String

  /// - Parameter code: returns options as they are typed.
  package init(
    _ settings: Settings, _ phrasing: Phrasing, code: @escaping (String) -> String = { $0 }
  ) {
    (self.settings, self.phrasing, self.code) = (settings, phrasing, code)
  }

  package func sentences(_ claims: [Claim], subject: String? = nil) -> [String] {
    claims.enumerated().map { number, claim in
      [number == 0 ? subject : nil, clause(claim)].compactMap(\.self).joined(separator: " ")
        .sentence
    }
  }

  package func clause(_ claim: Claim) -> String {
    switch claim {
    case .worthless(let reason):
      return reason.clause
    case .swappedRegions(let regions):
      let names = regions.prefix(3).map(phrasing.name).joined(separator: ", ")
      let others = regions.count > 3 ? " and \(regions.count - 3) more" : ""
      return
        "latitude and longitude of \(names)\(others) look swapped: exchanged, the track comes near"
    case .inEach(let fact, let trials):
      return "in \(counted(trials, "trial")) \(fact.sentence(settings, phrasing))"
    case .reached(let spread, let trials, let late, let early):
      let untimely = [(late, "late"), (early, "early")].filter { $0.0 >= 0.05 }.map {
        ", \($0.0.rate) a trial \($0.1), by more than \(phrasing.span(CrossingVerdict.soon))"
      }.joined()
      let (low, high) = (spread.within.lowerBound, spread.within.upperBound)
      if spread.mean >= 1 {
        return "in all \(counted(trials, "trial")) every arrival and departure that the recording "
          + "decides reached the app\(untimely)"
      }
      let range =
        low == high ? "" : " (\(low.percent) to \(high.percent) in nine of ten trials)"
      return
        "in \(counted(trials, "trial")) on average \(spread.mean.percent) of a trial's arrivals and "
        + "departures reached the app\(range)\(untimely)"
    case .undecidable(let count, let all):
      return "the recording cannot decide \(count.rate) of \(all.rate) in a trial"
    case .missed(let means):
      // Some causes share a clause.
      let clauses = Dictionary(
        means.map { cause, mean in
          // Of a mean nobody knows whether others had the slots, or the app could not select.
          (cause.obstacle == .slot ? "the region had no slot" : cause.clause(settings), mean)
        }, uniquingKeysWith: +
      ).sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      let others = clauses.dropFirst(3).reduce(0) { $0 + $1.value }
      return "not delivered in a trial: "
        + clauses.prefix(3).map { "\($0.value.rate) because \($0.key)" }.joined(separator: ", ")
        + (others > 0 ? ", \(others.rate) for other reasons" : "")
    case .dwells(let missed, let due):
      return missed == 0
        ? "no dwell that was due was missed, of \(due.rate) in a trial"
        : "\(missed.rate) of \(due.rate) dwells that were due never reached the app in a trial"
    case .madeUp(let count): return "\(events(count)) without an arrival or departure"
    case .inside(let count): return "\(events(count)) because the device was already there"
    case .fact(let fact): return fact.sentence(settings, phrasing)
    case .helps(let change, let delivers, let now, let strays):
      let comparison = delivers.map { "\($0) instead of \(now)" }
      let help =
        Advice.Candidate.leavesOut(change)
        ? comparison.map { "the app receives \($0)" } ?? "the app receives most"
        : comparison.map { "delivers \($0)" } ?? "helps most"
      let others = strays.clauses.map { delivers == nil ? "\($0) in a trial" : $0 }
      return ([[code(change), help].joined(separator: " ")] + others).joined(separator: ", and ")
    case .nothingHelps(let tried, let isInTrials):
      return "nothing that was tried \(isInTrials ? "surely " : "")delivers more"
        + (tried.isEmpty ? "" : ": \(tried.map(code).joined(separator: ", "))")
    case .silent(let isOfChoice, let nearest):
      return "no \(isOfChoice ? "such " : "")event came" + (nearest.map(words) ?? "")
    }
  }

  private func events(_ mean: Double) -> String {
    "\(mean.rate) \(mean.rate == "1" ? "event" : "events") a trial came"
  }

  private func words(for nearest: Claim.NearestFix) -> String {
    let device = nearest.device.map { " of \(VisibleText.quoted($0))" } ?? ""
    let (distance, name) = (nearest.distance, phrasing.name(nearest.region))
    return ": the nearest fix\(device), at \(phrasing.moment(nearest.time)), lies "
      + "\(phrasing.distance(distance.magnitude)) \(distance > 0 ? "outside" : "inside") \(name); "
      + "'\(nearest.command)' says why"
  }
}

extension Advice.Strays {
  var clauses: [String] {
    func clause(_ count: Double, _ words: String) -> String? {
      count < 0.05 ? nil : "\(count.rate) \(count.rate == "1" ? "event" : "events") \(words)"
    }
    return [
      clause(outside, "at places never entered"),
      clause(repeated, "that the app had received already"),
    ].compactMap(\.self)
  }
}
