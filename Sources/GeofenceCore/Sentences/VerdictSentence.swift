/// A fact about what became of the arrivals and departures of a run.
package enum VerdictFact: Hashable, Sendable {
  /// The kinds of crossings that an app asked for.
  package enum Kind: Hashable, Sendable { case arrivals, departures, both }

  package struct Cause: Hashable, Sendable {
    package let cause: LossCause
    package let count: Int
    /// The outage by which all of them were missed, if it is one.
    package internal(set) var outage: Outage?
    /// The action that took the registrations of all of them away, if it is one.
    package internal(set) var removal: Outage.Action?
    /// True if no action had removed the registrations, so that they had expired.
    var isExpiry = false
    /// The clause that is said of these in place of the cause's own.
    var clause: String?
  }

  package struct Places: Hashable, Sendable {
    package let missed: Int
    package let all: Int

    package init(missed: Int, of all: Int) { (self.missed, self.all) = (missed, all) }
  }

  /// Crossings that never reached the app, of all that the recording decides, by cause.
  case missed(Int, of: Int, Kind, [Cause], Places)
  /// Crossings that reached the app in time, of all that the recording decides; the longest delay.
  case delivered(Int, of: Int, Kind, latest: Interval)
  /// Departures, and arrivals beside them, that the dwell is there to filter out.
  ///
  /// - Parameter jumps: the number of them that go far past the boundary.
  case jitter(Int, jumps: Int)
  /// Events of places that were neither entered nor passed.
  case outside(Int)
  /// Events of the kind of the last one, with no crossing between.
  case repeated(Int)
  /// Crossings that the recording does not decide.
  case undecidable(Int, of: Int)
  /// Crossings that were delivered more than five minutes late, of all that the recording decides;
  /// `nil` for these where a fact before has their number.
  case late(Int, of: Int?, Kind)
  /// Crossings that were delivered more than five minutes early.
  case early(Int)
  /// Alarms that wait for the dates of their reminders.
  case waiting(Int)
  /// Regions that were passed between two fixes, and one of them; it may have been entered, too.
  case passed(Int, Passage, isEntered: Bool = false)
  /// Crossings between two fixes more than five minutes apart.
  case crossedInGaps(Int)
  /// Events of a first state after a registration.
  case inside(Int)
  case dwells(DwellCounts)
  /// Why so many were missed, where another fact says that they were.
  case causes([Cause], of: Int)
  /// Departures that rest on one fix.
  case onOneFix(Int)
  /// Departures that rest on fixes so uncertain that they count as outside wherever the device is.
  case byVagueFix(Int)
  /// No region was entered; the nearest is given where it is known.
  case noneEntered(nearest: Nearest?)
  /// A device was in this region, but in none while the app had it.
  case absent(Nearest)
  case noneAskedFor
  /// The largest region, which the device does not monitor.
  case tooLarge(RegionNumber)
  /// Android phones that rest, or whose makers save power, may hold events back for hours.
  case unmodelled
}

extension VerdictFact.Cause {
  /// Returns the causes of missed events, each with the number of them, those with an outage or a
  /// removal first, then `others`, which have clauses.
  static func all(
    _ causes: [LossCause: Int], outages: [Outage: Int] = [:],
    removals: [VerdictCounts.Removal: Int], others: [Self] = []
  ) -> [Self] {
    // More outages than two, or removals, are not told apart.
    let spans =
      outages.count < 3
      ? outages.sorted {
        ($0.key.from, $0.key.until ?? .distantFuture, $0.key.actions.count)
          < ($1.key.from, $1.key.until ?? .distantFuture, $1.key.actions.count)
      } : []
    func order(_ removal: VerdictCounts.Removal) -> (Timestamp, Int, Int) {
      let cause = LossCause.allCases.firstIndex(of: removal.cause) ?? 0
      return (removal.action.time, removal.action.isRefusal ? 1 : 0, cause)
    }
    let actions =
      removals.count < 3 ? removals.sorted { order($0.key) < order($1.key) } : []
    let named =
      spans.map { Self(cause: .suspended, count: $0.value, outage: $0.key) }
      + actions.map { Self(cause: $0.key.cause, count: $0.value, removal: $0.key.action) }
      + others
    return named
      + LossCause.allCases.compactMap { cause in
        let count = named.reduce(causes[cause] ?? 0) { $0 - ($1.cause == cause ? $1.count : 0) }
        // A registration that no action has removed has expired.
        let isExpiry = cause == .removed && actions.count == removals.count
        return count > 0 ? Self(cause: cause, count: count, isExpiry: isExpiry) : nil
      }
  }
}

extension VerdictFact {
  package struct Nearest: Hashable, Sendable {
    package let region: RegionNumber
    package let approach: Approach
  }

  /// Returns what is said where no crossing was asked for.
  ///
  /// - Parameter approaches: how near the devices came to the regions that none of them was in, as far
  ///   as it is known.
  package static func nothing(
    _ visits: Numbered<CircularRegion, Visits>, _ approaches: [RegionNumber: Approach]
  ) -> VerdictFact {
    if !visits.allSatisfy({ $0.isEmpty }) { return .noneAskedFor }
    let all = approaches.map { Nearest(region: $0.key, approach: $0.value) }
    let absent = all.filter { $0.approach.isInside }.min { $0.region < $1.region }
    return absent.map { .absent($0) }
      ?? .noneEntered(
        nearest: all.min {
          ($0.approach.distance, $0.region) < ($1.approach.distance, $1.region)
        })
  }
}

extension VerdictCounts {
  /// Everything that is said of a run, the first thing first.
  ///
  /// - Parameters:
  ///   - nothing: what is said where no crossing was asked for.
  ///   - tooLarge: the largest region, where the device does not monitor it.
  package func facts(
    _ passages: Passages, _ settings: Settings, nothing: @autoclosure () -> VerdictFact,
    tooLarge: RegionNumber?
  ) -> [VerdictFact] {
    var facts = outcomes
    if facts.isEmpty, passages.count == 0 { facts = [nothing()] }
    facts += others(passages)
    // What is not modelled would change the conclusion only where everything was delivered in time.
    if inTime > 0, missed + late == 0, settings.platform == .android { facts.append(.unmodelled) }
    return facts + (tooLarge.map { [.tooLarge($0)] } ?? [])
  }

  private var cutCauses: [VerdictFact.Cause] {
    LossCause.allCases.flatMap { cause in
      [false, true].compactMap { isOfAlarm in
        cut[Cut(cause: cause, isOfAlarm: isOfAlarm)].map {
          .init(cause: cause, count: $0, clause: CrossingVerdict.cutClause(isOfAlarm))
        }
      }
    }
  }

  /// The outcomes of the crossings, the worst first.
  package var outcomes: [VerdictFact] {
    var facts: [VerdictFact] = []
    if missed > 0 {
      let causes = VerdictFact.Cause.all(
        causes, outages: outages, removals: removals, others: cutCauses)
      facts.append(
        .missed(
          missed, of: decided, kind, causes, .init(missed: missedPlaces.count, of: places.count)))
    } else if inTime > 0 {
      facts.append(.delivered(inTime, of: decided, kind, latest: latest))
    }
    if late > 0 { facts.append(.late(late, of: facts.isEmpty ? decided : nil, kind)) }
    if early > 0 { facts.append(.early(early)) }
    if undecidable > 0 { facts.append(.undecidable(undecidable, of: asked - filtered)) }
    // One or two are not worth a sentence.
    if filtered > 2 || filtered == asked, filtered > 0 {
      facts.append(.jitter(filtered, jumps: jumps))
    }
    if waiting > 0 { facts.append(.waiting(waiting)) }
    return facts
  }

  /// The other facts of a run, the worst first.
  package func others(_ passages: Passages) -> [VerdictFact] {
    var facts: [VerdictFact] = dwells.isEmpty ? [] : [.dwells(dwells)]
    if onOneFix > 0 { facts.append(.onOneFix(onOneFix)) }
    if byVagueFix > 0 { facts.append(.byVagueFix(byVagueFix)) }
    if events.outside > 0 { facts.append(.outside(events.outside)) }
    if events.repeated > 0 { facts.append(.repeated(events.repeated)) }
    if let nearest = passages.nearest {
      let isEntered = places.contains(nearest.region)
      facts.append(.passed(passages.count, nearest, isEntered: isEntered))
    }
    if crossedInGaps > 0 { facts.append(.crossedInGaps(crossedInGaps)) }
    if events.inside > 0 { facts.append(.inside(events.inside)) }
    return facts
  }
}

extension VerdictFact {
  /// The fact in one sentence, without its full stop.
  package func sentence(_ settings: Settings, _ phrasing: Phrasing) -> String {
    let counted = Phrasing.counted
    return switch self {
    case .missed(let count, let all, let kind, let causes, let places):
      "\(count.grouped) of \(all.grouped) \(kind.noun(all)) never reached the app"
        + (places.all > 1 ? ", at \(places.missed.grouped) of \(places.all.grouped) places" : "")
        + Self.because(causes, of: count, after: places.all > 1 ? ", " : " ", settings, phrasing)
    case .causes(let causes, let count):
      Self.clauses(causes, of: count, settings, phrasing)
    case .delivered(let count, let all, let kind, let latest):
      (count == all && all > 1 ? "all \(all.grouped)" : "\(count.grouped) of \(all.grouped)")
        + " \(kind.noun(all)) reached the app in time"
        + (latest.milliseconds > 0 ? ", the latest after \(phrasing.span(latest))" : "")
    case .jitter(let count, let jumps):
      (count == 1 ? "1 crossing is " : "\(count.grouped) crossings are ")
        + (jumps < count ? "jitter on the edge" : "")
        + (jumps > 0 && jumps < count ? " or " : "")
        + (jumps == 0 ? "" : count == 1 ? "a jump away and back" : "jumps away and back")
        + ", which the "
        + "\(phrasing.span(settings.crossing.dwell(entering: false))) rule filters out"
    case .outside(let count):
      "\(counted(count, "event")) came without an arrival or departure"
    case .repeated(let count):
      "\(counted(count, "event")) came again, with no arrival or departure between"
    case .late(let count, let all, let kind):
      count.grouped + (all.map { " of \($0.grouped) \(kind.noun($0))" } ?? "")
        + " came late, by more than \(phrasing.span(CrossingVerdict.soon))"
    case .early(let count):
      "\(count.grouped) came early, by more than \(phrasing.span(CrossingVerdict.soon))"
    case .undecidable(let count, let all):
      count == all
        ? "the recording decides none of \(all.grouped)"
        : "the recording cannot decide \(count.grouped) of \(all.grouped)"
    case .waiting(let count):
      count == 1
        ? "1 crossing was before the date of its reminder, for which its alarm waits"
        : "\(count.grouped) crossings were before the dates of their reminders, for which the alarms wait"
    case .passed(let count, let passage, let isEntered):
      (count > 1
        ? "\(count) times a region was passed between two fixes: "
        : isEntered
          ? "once a region was passed between two fixes: "
          : "no fix lies inside \(phrasing.name(passage.region)); ")
        + passage.clause(phrasing, isNamed: count > 1 || isEntered)
    case .crossedInGaps(let count):
      "\(counted(count, "crossing")) \(count == 1 ? "lies" : "lie") between two fixes more than "
        + "\(phrasing.span(CrossingVerdict.soon)) apart"
    case .dwells(let counts): counts.sentence(settings, phrasing)
    case .onOneFix(let count):
      count == 1
        ? "1 departure rests on a single fix, with the device back at the next: perhaps an error of the "
          + "position"
        : "\(count.grouped) departures rest on a single fix each, with the device back at the next: "
          + "perhaps errors of the position"
    case .byVagueFix(let count):
      count == 1
        ? "1 departure rests on a fix so uncertain that it counts as outside, wherever the device is"
        : "\(count.grouped) departures rest on fixes so uncertain that they count as outside, wherever "
          + "the device is"
    case .noneEntered(let nearest):
      (nearest?.approach.gap == nil ? "no region was entered" : "no fix lies in a region")
        + (nearest.map { nearest in
          "; the nearest, \(phrasing.name(nearest.region)), was "
            + "\(phrasing.distance(nearest.approach.distance)) away at "
            + phrasing.moment(nearest.approach.time)
            + (nearest.approach.gap.map { "; \(phrasing.clause($0))" } ?? "")
        } ?? "")
    case .absent(let nearest):
      "no region was entered while the app had it: \(phrasing.name(nearest.region)) was not in "
        + "its set when the device was inside, at \(phrasing.moment(nearest.approach.time))"
    case .noneAskedFor: "no arrival or departure happened that the app asks for"
    case .tooLarge(let region):
      "the region \(phrasing.name(region)) is "
        + Phrasing.neverMonitored(above: phrasing.distance(settings.maximumRadius))
    case .unmodelled:
      "Doze and makers' battery savers, which may hold events back for hours, are not modelled"
    case .inside(let count):
      "\(counted(count, "event")) came "
        + EventReason.becauseAlready(!settings.api.rules.tellsOutsideFirst(settings.request))
    }
  }

  /// True if something went wrong.
  package var isFault: Bool {
    switch self {
    case .missed, .causes, .outside, .repeated: true
    case .dwells(let counts): counts.areFaulty
    case .delivered, .jitter, .undecidable, .late, .early, .waiting, .passed, .crossedInGaps,
      .inside, .onOneFix, .byVagueFix, .unmodelled, .noneEntered, .absent, .noneAskedFor, .tooLarge:
      false
    }
  }

  /// The causes as a sentence by themselves: the one of all of them, or how many each has.
  private static func clauses(
    _ causes: [Cause], of count: Int, _ settings: Settings, _ phrasing: Phrasing
  ) -> String {
    let text = because(causes, of: count, after: "", settings, phrasing)
    return String(text.dropFirst(text.hasPrefix("because ") ? 8 : 2))
  }

  static func because(
    _ causes: [Cause], of count: Int, after separator: String, _ settings: Settings,
    _ phrasing: Phrasing
  ) -> String {
    var clauses: [(text: String, count: Int)] = []
    for cause in causes {
      let text =
        cause.outage.map { phrasing.clause($0) }
        ?? cause.removal.map { phrasing.clause($0, of: cause.count) }
        ?? cause.clause
        ?? (cause.isExpiry && settings.request.expiration != nil
          ? "the registration of the region had expired" : cause.cause.clause(settings))
      if let place = clauses.firstIndex(where: { $0.text == text }) {
        clauses[place].count += cause.count
      } else {
        clauses.append((text, cause.count))
      }
    }
    if clauses.isEmpty { return "" }
    // Sorting in the standard library keeps the order of equals.
    clauses.sort { $0.count > $1.count }
    if clauses.count == 1, clauses[0].count == count {
      return "\(separator)because \(clauses[0].text)"
    }
    return ": " + clauses.map { "\($0.count.grouped) because \($0.text)" }.joined(separator: ", ")
  }
}

extension Passage {
  /// A clause on the line between two fixes that passed the region.
  package func clause(_ phrasing: Phrasing, isNamed: Bool = false) -> String {
    // Fixes that are no farther apart than the time inside leave one there.
    let seconds = min(5, inside.milliseconds / 1000)
    return "the line from \(phrasing.moment(from)) to \(phrasing.moment(to)) passes "
      + "\(phrasing.distance(distance)) from "
      + (isNamed ? "the centre of \(phrasing.name(region))" : "its centre")
      + (seconds > 0 ? "; --interpolate \(seconds) plays it" : "")
  }
}

extension VerdictFact.Kind {
  package func noun(_ count: Int) -> String {
    switch self {
    case .arrivals: count == 1 ? "arrival" : "arrivals"
    case .departures: count == 1 ? "departure" : "departures"
    case .both: count == 1 ? "arrival or departure" : "arrivals and departures"
    }
  }
}

extension CrossingVerdict {
  /// The cause that is counted as a clause after "because"; `nil` of a crossing that was not missed.
  package func causeClause(_ settings: Settings) -> String? {
    isCut ? Self.cutClause(isOfAlarm) : leadingCause?.clause(settings)
  }

  static func cutClause(_ isOfAlarm: Bool) -> String {
    isOfAlarm ? "the reminder was completed" : "the region was removed or replaced"
  }
}

extension LossCause {
  /// The cause as a clause after "because", the same for all of it.
  package func clause(_ settings: Settings) -> String {
    switch self {
    case .dwell: "the stay was too short"
    case .cushion: "the device did not go far enough past the boundary"
    case .accuracy, .overlap: "the fixes were not accurate enough to decide"
    case .notRegistered, .registeredLate, .evicted: settings.slotsWereTaken
    case .resetByRenewal: "the app stopped and restarted the region"
    case .suspended: "the device or the app could not receive events"
    case .removed:
      settings.request.expiration == nil
        ? "the system had lost the registration of the region"
        : "the registration of the region had expired, or the system had lost it"
    case .tooLarge: "the device monitors no circle that large"
    case .merged: "a larger circle was watched instead"
    case .unseen: "the phone made no location update in time"
    case .mislocated: "the phone's location updates were inexact"
    }
  }
}

extension Settings {
  /// The reason why a selection leaves a region out, as a clause.
  package var slotsWereTaken: String {
    if let within {
      let slots = triggers.contains(.sentinel) ? limit - 1 : limit
      if slots == 0 { return "the sentinel takes the one slot" }
      return "the region was not \(slots == 1 ? "the" : "among the \(slots)") nearest within "
        + "\(Int(within.rounded())) m"
    }
    return limit == 1 ? "the one slot was taken" : "all \(limit) slots were taken"
  }
}
