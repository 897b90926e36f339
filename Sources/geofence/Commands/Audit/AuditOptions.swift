import GeofenceBytes
import GeofenceCommandLine
import GeofenceCore
import GeofenceWriting

struct AuditOptions: Sendable {
  var simulation = SimulateOptions()
  var interfaces: [API]?
  var alternatives: [String: [SettingChoice]] = [:]
  var trials: Int?
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
          "How many times the track is played, each with its own errors. (default: 100)",
          \.trials,
          .count(upTo: 1_000_000)
        ).usual("Number of draws of the model. (default: 100)")
      ],
      fleet: [
        .value(
          "by", "what", "device: a row for each device, where there are several.", \.grouping,
          .choice)
      ]) + [
      OptionGroup(title: "the phone's own log", options: phoneOptions),
      OptionGroup(
        title: "output",
        options: [
          .value("format", "name", "text or json. (default: text)", \.format, .choice),
          .value(
            "best", "file", "Write the settings of the best strategy, for --settings: JSON.",
            \.best,
            .file
          ).writing().usual("Write the best strategy, for --settings."),
          .flag("all", "List every crossing and every region.", \.listsAll),
          onlyOption.inside(\.simulation),
          .value(
            "min-recall", "share",
            "Exit with 1 when a strategy delivers less of what was confirmed, such as 0.95.",
            \.minimumRecall, .share
          ).usual("Exit with 1 when less is delivered, such as 0.95."),
          .value(
            "min-reach", "share",
            "Exit with 1 when a strategy delivers less of what happened, such as 0.8.",
            \.minimumReach, .share),
          .value(
            "confidence", "share",
            "The share of the trials that have to reach --min-recall and --min-reach. (default: 0.95)",
            \.confidence, .share),
          .value(
            "junit", "file",
            "Write what became of the least shares, such as --min-recall, as JUnit XML.",
            \.simulation.junit, .file
          ).writing(),
        ]),
    ]

  static let onlyOption = SimulateOptions.onlyOption(
    "Count the crossings of regions of this name alone, beside all others")

  static let phoneOption: Option<AuditOptions> =
    .values(
      "phone", "file",
      "What the phone delivered on this drive, from its app's log. Repeatable.", \.phones, .file
    )

  static let phoneOptions: [Option<AuditOptions>] = [
    phoneOption,
    .value(
      "tolerance", "s", "How far apart phone and rules may have an event. (default: 60)",
      \.simulation.tolerance, .seconds),
    .value(
      "min-agreement", "share", "Exit with 1 when phone and best rules agree on less, such as 0.8.",
      \.minimumAgreement, .share),
  ]

  /// The choices that may have several values, each its own strategy with every other's.
  static let alternatives: [Option<AuditOptions>] = [
    .value(
      "api", "name/…",
      "\(API.allCases.map(\.rawValue).joined(separator: " or ")), each with its own limit.",
      \.interfaces, .list(of: .choice)
    ).described(as: single("api").parameter)
      .usual("clmonitor, cllocationmanager or geofencingclient."),
    alternative("rank").usual("Nearest by centre or boundary."),
    alternative(
      "reselect-on",
      "Lists of significant, event, sentinel, fix, or none, with '/' between them.", parted: "/"
    ).usual("When the app reselects, as event/significant,event."),
    alternative("limit").usual("Conditions one app may register."), alternative("renew"),
    alternative("dwell"), alternative("cushion"), alternative("cushion-in"),
    alternative("min-radius").usual("Watch smaller regions as circles of this radius."),
  ]

  private static func single(_ name: String) -> Option<SimulateOptions> {
    guard let single = SimulateOptions.settings.first(where: { $0.parameter.name == name }) else {
      preconditionFailure("\(name) is a setting")
    }
    return single
  }

  /// Returns the option for several values of a setting; its summary is that of one value if `nil`.
  private static func alternative(
    _ name: String, _ summary: String? = nil, parted separators: String = "/,"
  ) -> Option<AuditOptions> {
    let single = single(name)
    let parameter = single.parameter
    let kind = ValueKind<SettingChoice>(
      expected: single.expected, completion: parameter.completion
    ) { text in
      var options = SimulateOptions()
      try? single.apply(&options, text)
      return options.choices[name]
    }
    return .value(
      name, "\(parameter.valueName ?? "value")/…", summary ?? parameter.purpose,
      \.alternatives[name], .list(of: kind, separators: separators)
    ).described(as: parameter)
  }

  static func shared(_ options: [Option<SimulateOptions>]) -> [Option<AuditOptions>] {
    options.filter { option in !alternatives.contains { $0.parameter.name == option.parameter.name }
    }
    .map { $0.inside(\.simulation) }
  }

  /// Returns each combination of the alternatives once. A choice that is not given has for each
  /// interface the value that is usual with it.
  func strategies(for positioning: Positioning?) -> [AuditStrategy] {
    var all = simulations
    for option in Self.alternatives.dropFirst().map({ Self.single($0.parameter.name) }) {
      guard let choices = alternatives[option.parameter.name] else { continue }
      all = all.flatMap { simulation in
        let taken = choices.filter {
          simulation.takes($0, of: option, under: simulation.settings.api)
        }
        return taken.isEmpty
          ? [simulation]
          : taken.map { choice in
            var other = simulation
            other.choices[option.parameter.name] = choice
            other.settings = other.settings(under: simulation.settings.api)
            return other
          }
      }
    }
    return all.map { AuditStrategy($0.settings(for: positioning)) }.distinct
  }

  var listing: Question.Listing {
    listsAll || grouping != nil
      ? .everything : .losses(format == .text ? AuditText.keptLosses : .max)
  }

  /// What is asked of the best strategy, or of all where every crossing of each is listed, and of
  /// interfaces that are audited apart, as these are compared crossing by crossing.
  var question: Question {
    let isApart = simulation.positioningModels != nil
    var question = Question(
      explained: isApart || listsAll && format == .json ? .max : 1,
      crossings: isApart ? .everything : listing)
    // In JSON every row has its verdict, as it has alone.
    if format == .json { question.depth = .verdicts }
    question.remedies = format == .json ? .everything : listsAll ? .listed : .shown
    question.isAdvised = true
    return question
  }
}

extension AuditOptions {
  /// Writes the best strategy's settings where they are asked for, with a phone's best positioning.
  func write(best strategy: AuditStrategy, positioning: String?) throws(InputError) {
    guard let path = best else { return }
    var options = simulation
    options.settings = strategy.settings
    options.choices.merge(alternatives.compactMapValues(\.first)) { $1 }
    if let positioning { options.positioning = positioning }
    try WholeFile.write("\(options.writtenSettings.indented)\n".utf8, to: path)
  }

  // MARK: interfaces

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

  /// Returns the options with the first interface's settings, or an error about an option that
  /// every interface refuses; for one that some refuse there is a note.
  func resolved() throws(UsageError) -> AuditOptions {
    let apis = interfaces ?? [simulation.settings.api]
    let refusals = apis.map { given(under: $0).refusals(under: $0) }
    var notes: [String] = []
    for refusal in refusals.joined() {
      let isHeld = refusals.contains { others in
        !others.contains { $0.option == refusal.option }
      }
      guard isHeld else { throw UsageError(refusal.message) }
      notes.append(refusal.message + "; it holds for the other interfaces")
    }
    for note in notes.distinct { Console.tell(note, severity: "note") }
    for usual in apis.map(Settings.init) {
      for limit in alternatives["limit"] ?? [] where limit.refusal(usual) == nil {
        var settings = usual
        limit.apply(&settings)
        settings.noteDoubts()
      }
    }
    var options = self
    options.simulation.settings.api = apis[0]
    options.simulation.settings = options.simulation.settings(under: apis[0])
    options.simulation.track.isZoneShared = simulation.sharesZone || !phones.isEmpty
    options.simulation.otherPlatforms = simulations.dropFirst().map(\.settings.platform)
    return options
  }

  /// Returns the settings of an interface, but for what has alternatives.
  func settings(under api: API, for positioning: Positioning?) -> Settings {
    var own = simulation
    for (name, choices) in alternatives where choices.count == 1 { own.choices[name] = choices[0] }
    own.settings = own.settings(under: api)
    return own.settings(for: positioning)
  }

  /// Returns the given options that an interface refuses, each with its dashes.
  func refused(under api: API) -> Set<String> {
    Set(given(under: api).refusals(under: api).map(\.option))
  }

  /// Returns the options of a simulation with one of the alternatives each, and such that it is
  /// refused where one of the alternatives is.
  private func given(under api: API) -> SimulateOptions {
    var given = simulation
    for (name, choices) in alternatives {
      given.choices[name] = choices.first { $0.refusal(Settings(api)) != nil } ?? choices.first
    }
    return given
  }
}
