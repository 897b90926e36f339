/// A fact about what became of the arrivals and departures of a run.
package enum VerdictFact: Hashable, Sendable {
  /// What an app asked for.
  package enum Kind: Hashable, Sendable { case arrivals, departures, both }

  package struct Cause: Hashable, Sendable {
    package let cause: LossCause
    package let count: Int
  }

  /// Those that never reached the app, of those that the recording decides, by cause.
  case missed(Int, of: Int, Kind, [Cause])
  /// Those that reached the app in time, of those that the recording decides.
  case delivered(Int, of: Int, Kind)
  /// Departures, and arrivals beside them, that the dwell is there to filter out.
  case jitter(Int)
  /// Events of places that were neither entered nor passed.
  case outside(Int)
  /// Events of the kind of the last one, with no crossing between.
  case repeated(Int)
  /// Crossings that the recording does not decide.
  case undecidable(Int, of: Int)
  /// Crossings that were delivered more than five minutes before or after.
  case late(Int)
  case early(Int)
  /// Regions that were passed between two fixes, and one of them.
  case passed(Int, Passage)
  /// Crossings between two fixes more than five minutes apart.
  case crossedInGaps(Int)
  /// Events of a first state after a registration.
  case inside(Int)
}

extension VerdictCounts {
  /// What became of the crossings, the worst first.
  package var outcomes: [VerdictFact] {
    var facts: [VerdictFact] = []
    if missed > 0 {
      let sorted = LossCause.allCases.filter { causes[$0] != nil }.map { cause in
        VerdictFact.Cause(cause: cause, count: causes[cause] ?? 0)
      }.sorted { $0.count > $1.count }
      facts.append(.missed(missed, of: decided, kind, sorted))
    } else if inTime > 0 {
      facts.append(.delivered(inTime, of: decided, kind))
    }
    if late > 0 { facts.append(.late(late)) }
    if early > 0 { facts.append(.early(early)) }
    if undecidable > 0 { facts.append(.undecidable(undecidable, of: asked)) }
    // One or two are not worth a sentence.
    if filtered > 2 { facts.append(.jitter(filtered)) }
    return facts
  }

  /// What else there is to say of a run, the worst first.
  package func others(_ passages: Passages) -> [VerdictFact] {
    var facts: [VerdictFact] = []
    if events.outside > 0 { facts.append(.outside(events.outside)) }
    if events.repeated > 0 { facts.append(.repeated(events.repeated)) }
    if let nearest = passages.nearest { facts.append(.passed(passages.count, nearest)) }
    if crossedInGaps > 0 { facts.append(.crossedInGaps(crossedInGaps)) }
    return facts
  }
}

extension VerdictFact {
  /// The fact in one sentence, without its full stop.
  ///
  /// - Parameter name: returns the name of a region.
  package func sentence(
    _ settings: Settings, _ phrasing: Phrasing, name: (RegionNumber) -> String
  ) -> String {
    switch self {
    case .missed(let count, let all, let kind, let causes):
      "\(count) of \(all) \(kind.noun(all)) never reached the app"
        + Self.because(causes, of: count, settings)
    case .delivered(let count, let all, let kind):
      count == all && all > 1
        ? "all \(all) \(kind.noun(all)) reached the app in time"
        : "\(count) of \(all) \(kind.noun(all)) reached the app in time"
    case .jitter(let count):
      "\(count) crossings are jitter on the edge, which the "
        + "\(phrasing.span(settings.crossing.dwell(entering: false))) rule filters out"
    case .outside(let count):
      "\(Self.counted(count, "event")) came for places that were never entered"
    case .repeated(let count):
      "\(Self.counted(count, "event")) came again, with no arrival or departure between"
    case .late(let count):
      "\(count) came late, by more than \(phrasing.span(CrossingVerdict.soon))"
    case .early(let count):
      "\(count) came early, by more than \(phrasing.span(CrossingVerdict.soon))"
    case .undecidable(let count, let all):
      count == all
        ? "the recording decides none of \(all)" : "the recording cannot decide \(count) of \(all)"
    case .passed(let count, let passage):
      (count == 1
        ? "no fix lies inside \(name(passage.region)); "
        : "\(count) times a region was passed between two fixes: ")
        + "the line from \(phrasing.moment(passage.from)) to \(phrasing.moment(passage.to)) passes "
        + "\(phrasing.distance(passage.distance)) from "
        + (count == 1 ? "its centre" : "the centre of \(name(passage.region))")
        + "; --interpolate 5 plays it"
    case .crossedInGaps(let count):
      "\(Self.counted(count, "crossing")) \(count == 1 ? "lies" : "lie") between two fixes more than "
        + "\(phrasing.span(CrossingVerdict.soon)) apart"
    case .inside(let count):
      "\(Self.counted(count, "event")) said that the device was inside already"
    }
  }

  private static func because(_ causes: [Cause], of count: Int, _ settings: Settings) -> String {
    var clauses: [(text: String, count: Int)] = []
    for cause in causes {
      let text = cause.cause.clause(settings)
      if let place = clauses.firstIndex(where: { $0.text == text }) {
        clauses[place].count += cause.count
      } else {
        clauses.append((text, cause.count))
      }
    }
    if clauses.isEmpty { return "" }
    if clauses.count == 1, clauses[0].count == count { return " because \(clauses[0].text)" }
    return ": " + clauses.map { "\($0.count) because \($0.text)" }.joined(separator: ", ")
  }

  private static func counted(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }
}

extension VerdictFact.Kind {
  fileprivate func noun(_ count: Int) -> String {
    switch self {
    case .arrivals: count == 1 ? "arrival" : "arrivals"
    case .departures: count == 1 ? "departure" : "departures"
    case .both: "arrivals and departures"
    }
  }
}

extension LossCause {
  /// The cause as a clause after "because".
  fileprivate func clause(_ settings: Settings) -> String {
    switch self {
    case .dwell: "the stay was too short"
    case .cushion: "the device did not go far enough past the boundary"
    case .accuracy, .overlap: "the fixes were not accurate enough to decide"
    case .notRegistered, .registeredLate, .evicted:
      settings.limit == 1 ? "the one slot was taken" : "all \(settings.limit) slots were taken"
    case .resetByRenewal: "the app restarted the region"
    case .suspended: "the device or the app could not receive events"
    case .removed: "the system had no registration of the region"
    case .tooLarge: "the device monitors no circle that large"
    case .merged: "a larger circle was watched instead"
    case .unseen: "the phone made no location update in time"
    case .mislocated: "the phone's location updates were off"
    }
  }
}
