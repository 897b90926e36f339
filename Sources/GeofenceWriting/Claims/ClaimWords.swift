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
    case .swapped:
      let words = Diagnosis.noRegion(within: Vicinity.reach, isReachedSwapped: true)
      return words.problem + (words.help.map { ": \($0)" } ?? "")
    case .swappedRegions(let regions):
      let names = regions.prefix(3).map(phrasing.name).joined(separator: ", ")
      let others = regions.count > 3 ? " and \(regions.count - 3) more" : ""
      return
        "latitude and longitude of \(names)\(others) look swapped: exchanged, the track comes near"
    case .noneEntered(let nearest):
      return (nearest?.approach.gap == nil ? "no region was entered" : "no fix lies in a region")
        + (nearest.map { nearest in
          "; the nearest, \(phrasing.name(nearest.region)), was "
            + "\(phrasing.distance(nearest.approach.distance)) away at "
            + phrasing.moment(nearest.approach.time)
            + (nearest.approach.gap.map { "; \(phrasing.clause($0))" } ?? "")
        } ?? "")
    case .absent(let nearest):
      return
        "no region was entered while the app had it: \(phrasing.name(nearest.region)) was not in "
        + "its set when the device was inside, at \(phrasing.moment(nearest.approach.time))"
    case .noneAskedFor: return "no arrival or departure happened that the app asks for"
    case .tooLarge(let region):
      return
        "the region \(phrasing.name(region)) is never monitored: the device monitors no circle of more than "
        + phrasing.distance(settings.maximumRadius)
    case .reach(let spread, let trials):
      let (low, high) = (spread.within.lowerBound, spread.within.upperBound)
      if spread.mean >= 1 {
        return "in all \(counted(trials, "trial")) every arrival and departure reached the app"
      }
      let range =
        low == high ? "" : " (\(low.percent) to \(high.percent) in nine of ten trials)"
      return "in \(counted(trials, "trial")) \(spread.mean.percent) of the arrivals and departures "
        + "reached the app on average\(range)"
    case .madeUp(let count):
      return
        "\(count.rate) \(count.rate == "1" ? "event" : "events") a trial came without an arrival "
        + "or departure"
    case .fact(let fact): return fact.sentence(settings, phrasing)
    case .helps(let change, let delivers, let now, let outside):
      guard let delivers else { return "\(code(change)) helps most" }
      let more = counted(outside, "event") + " at places never entered"
      return "\(code(change)) delivers \(delivers) instead of \(now)"
        + (outside > 0 ? ", and \(more)" : "")
    case .nothingHelps(let tried):
      return "nothing that was tried delivers more"
        + (tried.isEmpty ? "" : ": \(tried.map(code).joined(separator: ", "))")
    case .silent(let isOfChoice, let nearest):
      return "no \(isOfChoice ? "such " : "")event came" + (nearest.map(words) ?? "")
    }
  }

  private func words(for nearest: Claim.NearestFix) -> String {
    let device = nearest.device.map { " of \(VisibleText.quoted($0))" } ?? ""
    let (distance, name) = (nearest.distance, phrasing.name(nearest.region))
    return ": the nearest fix\(device), at \(phrasing.moment(nearest.time)), lies "
      + "\(phrasing.distance(distance.magnitude)) \(distance > 0 ? "outside" : "inside") \(name)"
      + (distance > 0 ? "" : "; 'geofence why <track> \(name) --regions <file>' says why")
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
