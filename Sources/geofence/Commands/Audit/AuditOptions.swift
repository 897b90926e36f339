import GeofenceCommandLine
import GeofenceCore
import GeofenceWriting

struct AuditOptions: Sendable {
  var simulation = SimulateOptions()
  /// The interfaces to compare; `nil` for that of the simulation's settings.
  var interfaces: [API]?
  /// The alternatives of each choice; `nil` for what the simulation's settings say, or what is usual
  /// with an interface.
  var rankings: [Ranking]?
  var triggers: [Triggers]?
  var limits: [Int]?
  var renewals: [Renewal]?
  var dwells: [Interval]?
  /// The cushions outward, in metres.
  var cushions: [Double]?
  /// The cushions inward, in metres.
  var inwardCushions: [Double]?
  /// The minimum radii, in metres.
  var minimumRadii: [Double]?
  /// A value only where the phone does not see every fix.
  var trials: Int?
  /// The logs of the phones that were carried along the tracks.
  var phones: [String] = []
  var minimumRecall: Double?
  var minimumReach: Double?
  var minimumAgreement: Double?
  /// The share of the trials that have to reach a bar.
  var confidence: Double?
  var format = ReportFormat.text
  var listsAll = false
  /// The kind of rows beside the regions; `nil` for none.
  var grouping: AuditGrouping?
  var best: String?
}

extension AuditOptions {
  init(of simulation: SimulateOptions) {
    let (settings, rules) = (simulation.settings, simulation.settings.crossing)
    self.simulation = simulation
    rankings = [settings.ranking]
    triggers = [settings.triggers]
    limits = [settings.limit]
    renewals = [settings.renewal]
    dwells = simulation.choices.dwell.map { [$0] }
    cushions = simulation.cushion.map { [$0] }
    inwardCushions = [rules.inwardCushion]
    minimumRadii = [settings.minimumRadius]
  }
}

enum AuditGrouping: String, CaseIterable {
  case device
}

enum ReportFormat: String, CaseIterable {
  case text, json
}

extension AuditOptions {
  static let groups: [OptionGroup<AuditOptions>] =
    SimulateOptions.inputGroups(
      shared, after: [OptionGroup(title: "alternatives", options: alternatives)],
      positioning: [
        .value(
          "trials", "n",
          "How many times the track is played, each with errors of its own. (default: 100)",
          \.trials,
          .count(upTo: 1_000_000)
        )
        .usual("How many times it is played. (default: 100)")
      ] + phoneOptions) + [
      OptionGroup(
        title: "output",
        options: [
          .value("format", "name", "text or json. (default: text)", \.format, .choice),
          .value(
            "best", "file", "Write the settings of the best strategy, for --settings: JSON.",
            \.best,
            .file
          )
          .usual("Write the best strategy, for --settings."),
          .flag("all", "List every crossing and every region.", \.listsAll),
          onlyOption.inside(\.simulation),
          .value(
            "by", "what", "device: a row for each device, where there are several.", \.grouping,
            .choice),
          .value(
            "min-recall", "share",
            "Exit with 1 when a strategy delivers less of what was confirmed, such as 0.95.",
            \.minimumRecall, .share
          )
          .usual("Exit with 1 when less is delivered, such as 0.95."),
          .value(
            "min-reach", "share",
            "Exit with 1 when a strategy delivers less of what happened, such as 0.8.",
            \.minimumReach, .share),
          .value(
            "confidence", "share",
            "The share of the trials that have to reach --min-recall and --min-reach. (default: 0.95)",
            \.confidence, .share),
          .value(
            "junit", "file", "Write what became of --min-recall and --min-reach as JUnit XML.",
            \.simulation.junit, .file),
        ])
    ]

  static let onlyOption = SimulateOptions.onlyOption(
    "Count the crossings of this region alone, beside all others")

  static let phoneOption: Option<AuditOptions> =
    .values(
      "phone", "file",
      "What the phone itself delivered on the way, from its app's log. Repeatable.", \.phones, .file
    )

  static let phoneOptions: [Option<AuditOptions>] = [
    phoneOption,
    .value(
      "tolerance", "s", "How far apart phone and rules may be and agree. (default: 60)",
      \.simulation.tolerance, .seconds),
    .value(
      "min-agreement", "share", "Exit with 1 when phone and rules agree on less, such as 0.8.",
      \.minimumAgreement, .share),
  ]

  /// The choices that may have several values, each a strategy of its own with every other's.
  static let alternatives: [Option<AuditOptions>] = [
    alternative(
      "api", \.interfaces, .list(of: .choice),
      "\(API.allCases.map(\.rawValue).joined(separator: " or ")), each with its own limit."),
    alternative("rank", \.rankings, .list(of: .ranking))
      .usual("Nearest by centre or boundary."),
    alternative(
      "reselect-on", \.triggers, .list(of: .names, separators: "/"),
      "Lists of significant, event, sentinel, fix, or none, with '/' between them."
    )
    .usual("When the app reselects, as event/significant,event."),
    alternative("limit", \.limits, .list(of: .count)).usual("Conditions one app may register."),
    alternative("renew", \.renewals, .list(of: .choice)),
    alternative("dwell", \.dwells, .list(of: .seconds)),
    alternative("cushion", \.cushions, .list(of: .metres)),
    alternative("cushion-in", \.inwardCushions, .list(of: .metres)),
    alternative("min-radius", \.minimumRadii, .list(of: .metres))
      .usual("Watch smaller regions as circles of this radius."),
  ]

  /// Returns the option for several values of a setting.
  ///
  /// - Parameter summary: what the help says of it; `nil` for what it says of one value.
  private static func alternative<Value>(
    _ name: String, _ path: WritableKeyPath<AuditOptions, [Value]?> & Sendable,
    _ kind: ValueKind<[Value]>, _ summary: String? = nil
  ) -> Option<AuditOptions> {
    let single = SimulateOptions.settings.first { $0.parameter.name == name }?.parameter
    return .value(
      name, "\(single?.valueName ?? "value")/…", summary ?? single?.purpose ?? "", path, kind
    )
    .described(as: single)
  }

  /// The options of a simulation, but for those that have alternatives here.
  static func shared(_ options: [Option<SimulateOptions>]) -> [Option<AuditOptions>] {
    options.filter { option in !alternatives.contains { $0.parameter.name == option.parameter.name }
    }
    .map { $0.inside(\.simulation) }
  }

  /// Returns every combination of the alternatives; one that is asked for twice is listed once.
  ///
  /// A choice that is not given has for each interface the value that is usual with it.
  ///
  /// - Parameter positioning: the positioning, where the phone does not see every fix.
  func strategies(for positioning: Positioning?) -> [AuditStrategy] {
    var strategies = simulations.map { AuditStrategy($0.settings(for: positioning)) }
    func vary<Value>(
      _ path: WritableKeyPath<AuditStrategy, Value>, _ values: [Value]?,
      where isTaken: (Settings, Value) -> Bool = { _, _ in true }
    ) {
      guard let values else { return }
      strategies = strategies.flatMap { strategy in
        let taken = values.filter { isTaken(strategy.settings, $0) }
        return taken.isEmpty
          ? [strategy]
          : taken.map { value in
            var strategy = strategy
            strategy[keyPath: path] = value
            return strategy
          }
      }
    }
    vary(\.settings.ranking, rankings)
    vary(\.settings.triggers, triggers) { $0.knows($1) }
    vary(\.settings.limit, limits) { $1 <= $0.mostRegions }
    vary(\.settings.renewal, renewals)
    if dwells != nil, simulation.choices.outwardDwell == nil {
      for number in strategies.indices { strategies[number].settings.crossing.outwardDwell = nil }
    }
    vary(\.settings.crossing.dwell, dwells) { settings, _ in !settings.isJudgedByOverlap }
    vary(\.settings.crossing.cushion, cushions) { settings, _ in !settings.isJudgedByOverlap }
    vary(\.settings.crossing.inwardCushion, inwardCushions) { settings, _ in
      !settings.isJudgedByOverlap
    }
    vary(\.minimumRadius, minimumRadii)
    return strategies.distinct
  }

  var listing: TapedAudit.Listing {
    .init(
      crossings: listsAll || grouping != nil
        ? .everything : .losses(format == .text ? AuditText.keptLosses : .max),
      isOfAll: listsAll && format == .json)
  }
}

// MARK: interfaces

extension AuditOptions {
  /// The options of a simulation under each interface.
  private var simulations: [SimulateOptions] {
    guard let interfaces else { return [simulation] }
    return interfaces.map { api in
      var simulation = simulation
      simulation.settings = simulation.settings(under: api)
      return simulation
    }
  }

  /// The options of each interface where each has a positioning model of its own; else these alone.
  var ofInterfaces: [AuditOptions] {
    guard let interfaces, let models = simulation.positioningModels else { return [self] }
    return zip(interfaces, models).map { api, model in
      var own = self
      own.interfaces = [api]
      own.simulation.settings = simulation.settings(under: api)
      own.simulation.positioning = model
      return own
    }
  }

  /// Returns the options with the settings of the first interface.
  ///
  /// An option that one of several interfaces refuses holds for the others, which a note says.
  ///
  /// - Throws: an error that names an option that every interface refuses.
  func resolved() throws(UsageError) -> AuditOptions {
    let apis = interfaces ?? [simulation.settings.api]
    let given = given
    let refusals = apis.map { given.refusals(under: $0) }
    for refusal in refusals.joined() {
      let isHeld = refusals.contains { others in
        !others.contains { $0.option == refusal.option }
      }
      guard isHeld else { throw UsageError(refusal.message) }
      Console.tell(
        refusal.message + "; it holds for the other interfaces", severity: "note")
    }
    var options = self
    options.simulation.settings.api = apis[0]
    options.simulation.settings = options.simulation.settings(under: apis[0])
    options.simulation.otherPlatforms = simulations.dropFirst().map(\.settings.platform)
    return options
  }

  /// The options of a simulation with one of the alternatives each, so that it is refused where the
  /// alternatives are.
  private var given: SimulateOptions {
    var given = simulation
    given.cushion = cushions?.first ?? given.cushion
    given.choices.inwardCushion = inwardCushions?.first ?? given.choices.inwardCushion
    given.choices.dwell = dwells?.first ?? given.choices.dwell
    given.choices.limit = limits?.max() ?? given.choices.limit
    given.choices.triggers =
      triggers?.first { $0.contains(.significant) } ?? triggers?.first ?? given.choices.triggers
    return given
  }
}
