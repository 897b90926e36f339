import GeofenceBytes
import GeofenceCore

package struct AuditReport: Sendable {
  package struct Input: Hashable, Sendable {
    package var tracks = 0
    package var devices = 0
    package var fixes = 0
    package var regions = 0
    package var times: ClosedRange<Timestamp>?
    /// The time from the first fix to the last of each device, together.
    package var duration = Interval(milliseconds: 0)

    package init() {}
  }

  package let input: Input
  package let names: RegionNames
  package let devices: [String?]
  package var strategies: Numbered<AuditStrategy, AuditedStrategy>
  package let visits: Numbered<CircularRegion, Visits>
  /// The registrations and events of the regions that `why` asks about, under the first strategy.
  package let records: [RegionNumber: [Int32: RegionRecord]]
  package var approaches: [RegionNumber: Approach] = [:]
  /// The regions that devices passed between two fixes.
  package var passages: Passages
  /// The largest radius of the regions, metres.
  private let largestRadius: Double
  private let largestRegion: RegionNumber?

  package var nearest: [(key: RegionNumber, value: Approach)] {
    approaches.filter { !$0.value.isInside }
      .sorted { ($0.value.distance, $0.key) < ($1.value.distance, $1.key) }
  }
  /// The reason for which the results are worthless, such as latitude and longitude exchanged.
  package var worthless: Diagnosis?
  /// The regions far from every track that would be near with latitude and longitude exchanged.
  package var swapped: Set<RegionNumber> = []
  /// The positioning of the phones in words; `nil` where they see every fix as recorded.
  package var positioning: String?
  /// The strategies whose rules, limit or positioning model are not those of the system under the
  /// others of their interface, and which no app can choose.
  package private(set) var whatIf: Set<StrategyNumber>
  /// The sentence on what in the inputs makes the results doubtful; `nil` where nothing does.
  package var doubt: String?
  package var isByDevice = false
  /// The titles of reminders by the regions of their alarms, whose identifiers mean nothing to people.
  package var titles: [RegionIdentifier: String] = [:]
  package var asked: Set<RegionNumber>?
  package var comparison: CrossingComparison?
  /// The changes that help the best strategy of each interface, the best first; without those for
  /// which nothing was tried.
  package var advice: [StrategyNumber: [Advice]] = [:]
  /// The options of the changes that were tried for each strategy.
  package var tried: [StrategyNumber: [String]] = [:]
  /// The part of the run that is asked about, as options; `nil` for all of it.
  package var scope: String?
  /// The positioning model of which this is one draw; `nil` where there is none, and of trials.
  package var model: String?

  package init(_ input: Input, _ plan: AuditPlan, _ account: AuditAccount, devices: [String?]) {
    self.input = input
    self.devices = devices
    let account = account.ordered
    names = plan.names
    visits = account.visits
    passages = account.passages
    (largestRadius, largestRegion) = (plan.largestRadius, plan.largestRegion)
    records = account.records
    strategies = Numbered(
      zip(plan.strategies, account.strategies).map {
        AuditedStrategy($0, $1, of: input.duration)
      })
    whatIf = Self.whatIf(strategies)
    compare()
    comparison = account.comparison
  }

  package func with(_ strategies: [AuditedStrategy]) -> AuditReport {
    var report = self
    report.strategies = Numbered(strategies)
    report.whatIf = Self.whatIf(report.strategies)
    for number in report.strategies.indices {
      (report.strategies[number].behind, report.strategies[number].wins) = (nil, nil)
    }
    report.compare()
    return report
  }

  /// Returns one report on what was audited separately: interfaces, each by its own positioning, or
  /// the same by several models.
  package static func joining(
    _ reports: [AuditReport], _ listing: Question.Listing
  ) -> AuditReport {
    guard reports.count > 1 else { return reports[0] }
    var report = reports[0].with(reports.flatMap { Array($0.strategies) })
    let settings = reports.map { $0.strategies[0].settings }
    let names =
      report.interfaces.count > 1
      ? InterfaceComparisonText.names(of: settings).map { "\($0): " } : []
    report.positioning = reports.enumerated().map { number, report in
      (names.isEmpty ? "" : names[number]) + (report.positioning ?? "every fix as recorded")
    }.distinct.joined(separator: "; ")
    var count = 0
    for other in reports {
      for (number, advice) in other.advice {
        report.advice[number.advanced(by: count)] = advice
      }
      for (number, tried) in other.tried { report.tried[number.advanced(by: count)] = tried }
      count += other.strategies.count
    }
    if report.trials == 1, report.interfaces.count > 1 {
      report.compareInterfaces(listing)
    }
    return report
  }

  /// Returns true if everything that was asked for happened in time, and nothing else, on a recording
  /// that leaves nothing open.
  package func isGreen(_ strategy: AuditedStrategy) -> Bool {
    let settings = strategy.settings
    // Android asks for no dwell: a stay of any length would have been reported.
    let isAny = settings.crossing.overlap != nil
    let least = isAny ? Interval(milliseconds: 0) : Passages.shortestStay
    return strategy.account.verdict.isClean && positioning == nil && doubt == nil
      && (passages.count == 0 || !isAny && passages.longest < least)
      && max(largestRadius, settings.minimumRadius) <= settings.maximumRadius
  }

  /// Returns the largest region, where a device monitors no circle of its radius.
  func tooLarge(for strategy: AuditedStrategy) -> RegionNumber? {
    largestRadius > strategy.settings.maximumRadius ? largestRegion : nil
  }

  /// Returns the conditions under which a sentence holds, such as `with --only ferry,`.
  ///
  /// - Parameters:
  ///   - subject: the strategy, where there are several.
  ///   - code: returns options as they are typed.
  package func conditions(_ subject: String?, code: (String) -> String = { $0 }) -> String? {
    let parts = [
      subject, scope.map { "with \(code($0))," },
      model.map { "in one draw of the model \($0)," },
    ].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: " ")
  }

  func isAsked(_ region: RegionNumber) -> Bool { asked?.contains(region) ?? true }

  package var trials: Int { strategies[0].outcomes.count }

  package var interfaces: [API] { strategies.map(\.settings.api).distinct }

  package var measure: AuditMeasure { interfaces.count > 1 ? .reach : .recall }

  /// The strategies from the best to the worst: by recall, reach, lateness, effort; of several
  /// interfaces by reach first. Strategies of another system are last.
  package var ranking: [StrategyNumber] {
    let measure = measure
    // Sorting in the standard library keeps the order of equals.
    let sorted = strategies.indices.sorted {
      strategies[$0].precedes(strategies[$1], by: measure)
    }
    return sorted.filter { !whatIf.contains($0) } + sorted.filter(whatIf.contains)
  }

  package var best: StrategyNumber { ranking.first ?? 0 }

  package var bestOfInterfaces: [StrategyNumber] {
    let ranking = ranking
    return interfaces.compactMap { interface in
      ranking.first { strategies[$0].settings.api == interface }
    }
  }

  package var ranked: [AuditedStrategy] { ranking.map { strategies[$0] } }

  package mutating func compareInterfaces(_ listing: Question.Listing) {
    comparison = CrossingComparison(
      of: bestOfInterfaces.map { strategies[$0].account.crossings }, listing)
  }

  package func name(ofDevice device: Int32) -> String? {
    devices.indices.contains(Int(device)) ? devices[Int(device)] : nil
  }

  private mutating func compare() {
    let (best, measure) = (best, measure)
    for number in strategies.indices where number != best {
      strategies[number].behind = strategies[best].lead(over: strategies[number], by: measure)
    }
    let own = strategies.indices.filter { !whatIf.contains($0) }
    if own.count < 2, !whatIf.isEmpty { return }
    for number in own { strategies[number].wins = 0 }
    for trial in 0..<trials {
      let first = own.reduce(best) { first, number in
        let (one, other) = (strategies[number].outcomes[trial], strategies[first].outcomes[trial])
        return one.precedes(other, by: measure) == true ? number : first
      }
      strategies[first].wins? += 1
    }
  }

  /// Returns the strategies that no app can choose beside the others of their interface.
  ///
  /// The system is that of the interface's defaults where it is among them, else that of the first;
  /// the model is the first one.
  private static func whatIf(_ strategies: Numbered<AuditStrategy, AuditedStrategy>)
    -> Set<StrategyNumber>
  {
    let interfaces = Dictionary(grouping: strategies.indices) { strategies[$0].settings.api }
    return interfaces.reduce(into: []) { whatIf, interface in
      let systems = interface.value.sorted().map { number in
        var system = AuditStrategy(system(of: strategies[number].settings))
        system.model = strategies[number].strategy.model
        return (number, system)
      }
      guard let first = systems.first else { return }
      var usual = AuditStrategy(system(of: Settings(interface.key)))
      usual.model = first.1.model
      let own = systems.contains { $0.1 == usual } ? usual : first.1
      whatIf.formUnion(systems.filter { $0.1 != own }.map(\.0))
    }
  }

  /// Returns the settings that belong to the system, not to the app; a limit does where it is above
  /// the interface's.
  private static func system(of settings: Settings) -> Settings {
    var system = Settings(settings.api)
    system.crossing = settings.crossing
    system.crossing.responsiveness = Interval(milliseconds: 0)
    system.limit = max(settings.limit, settings.api.rules.limit)
    system.maximumRadius = settings.maximumRadius
    system.significantDistance = settings.significantDistance
    system.significantInterval = settings.significantInterval
    return system
  }
}

extension Spread {
  /// True if the mean of very many trials is surely above 0, as sure as an interval that holds in
  /// nine of ten cases is, and by a tenth of a percentage point.
  var isPositive: Bool { mean > uncertainty && mean >= 0.0005 }

  /// A mean of shares in percentage points, and how far off it may be.
  var points: String { (mean * 100).tenths.plain + doubt }

  var doubt: String {
    uncertainty.isFinite ? " ± \((uncertainty * 100).tenths.plain)" : ""
  }
}

extension Share {
  /// In per cent: 100 only where nothing is missing, and `-` where there is none.
  package var text: String { value?.percent ?? "-" }
}

extension Double {
  package var percent: String {
    "\((self < 1 ? min((self * 1000).rounded(), 999) / 10 : 100).plain) %"
  }

  /// The number with one decimal below ten, and without any above.
  package var rate: String { (magnitude < 10 ? tenths : rounded()).plain }
}

extension CrossingCounts {
  package func losses(to kinds: [LossCause.Kind] = LossCause.Kind.allCases)
    -> [(cause: LossCause, count: Int)]
  {
    LossCause.allCases.filter { kinds.contains($0.kind) && lost(by: $0) > 0 }
      .map { ($0, lost(by: $0)) }
  }
}

extension LossCause.Kind {
  package var title: String {
    switch self {
    case .rules: "lost to the rules"
    case .app: "lost to the app"
    case .positioning: "lost to positioning"
    case .circles: "lost to the circles"
    }
  }
}
