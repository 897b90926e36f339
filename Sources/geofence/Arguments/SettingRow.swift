import GeofenceBytes
import GeofenceCommandLine
import GeofenceCore

struct SettingChoice: Sendable {
  /// Returns the reason why an interface, given its usual settings, does not take it, if it does
  /// not.
  let refusal: @Sendable (Settings) -> String?
  let apply: @Sendable (inout Settings) -> Void
}

/// The interfaces that have a setting, by how they judge a fix.
enum SettingOwners {
  case all
  /// Interfaces that judge a fix by its distance from the boundary.
  case byDistance
  /// Interfaces that judge a fix by the share of its circle of accuracy.
  case byOverlap

  func contains(_ settings: Settings) -> Bool {
    self == .all || settings.isJudgedByOverlap == (self == .byOverlap)
  }
}

extension Option<SimulateOptions> {
  /// Returns the row of a setting, from which help, settings files, states and an audit's
  /// alternatives follow. `absent` is the word for no value, `mark` the help's text behind a
  /// default.
  static func row<Value: SettingValue>(
    _ name: String, _ valueName: String, _ purpose: String,
    _ path: WritableKeyPath<Settings, Value> & Sendable, _ kind: ValueKind<Value>,
    of owners: SettingOwners = .all, absent: String = "none", mark: String = "",
    refusing refusal: @escaping @Sendable (Settings, Value) -> String? = { _, _ in nil }
  ) -> Self {
    let choice = kind.map { value in
      SettingChoice {
        refusal($0, value)
      } apply: {
        $0[keyPath: path] = value
      }
    }
    return value(name, valueName, purpose, \.choices[name], choice)
      .setting(.strategy, absent: absent, mark: mark) {
        owners.contains($0.settings) ? $0.settings[keyPath: path].written : nil
      }
  }

  static func row<Value: SettingValue>(
    _ name: String, _ valueName: String, _ purpose: String,
    _ path: WritableKeyPath<Settings, Value?> & Sendable, _ kind: ValueKind<Value>,
    of owners: SettingOwners, absent: String = "none",
    refusing refusal: @escaping @Sendable (Settings, Value?) -> String? = { _, _ in nil }
  ) -> Self {
    row(
      name, valueName, purpose, path, kind.map { .some($0) }, of: owners, absent: absent,
      refusing: refusal)
  }

  static func row(
    _ name: String, _ purpose: String, _ path: WritableKeyPath<Settings, Bool> & Sendable,
    of owners: SettingOwners
  ) -> Self {
    flag(name, purpose) {
      $0.choices[name] = SettingChoice { _ in
        nil
      } apply: {
        $0[keyPath: path] = true
      }
    }
    .setting(.strategy) { owners.contains($0.settings) ? $0.settings[keyPath: path].written : nil }
  }

  /// Returns this option as a setting, whose default the help renders from its value.
  func setting(
    _ scope: SettingScope, absent: String = "none", mark: String = "", shows: Bool = true,
    _ value: @escaping @Sendable (SimulateOptions) -> OptionValue?
  ) -> Self {
    let defaults = API.allCases.compactMap { api in
      value(SimulateOptions(usualWith: api)).map {
        (api: api, words: $0.isWritable ? $0.words : absent)
      }
    }
    let first = defaults.first?.words ?? absent
    // The interface itself is no default of its own.
    let others = defaults.filter { $0.words != first && $0.words != $0.api.rawValue }
      .map { "; with \($0.api.rawValue) \($0.words)" }
    let isShown = shows && parameter.valueName != nil
    return setting(
      Setting(scope, value), byDefault: isShown ? first + others.joined() + mark : nil)
  }
}

extension SimulateOptions {
  static let settings = groups.flatMap(\.options).filter { $0.setting != nil }

  init(usualWith api: API) { settings = Settings(api) }

  /// The settings in force that a settings file can have, which are none of reading, by name.
  var writtenSettings: JSONValue {
    var written: [(String, (any JSONConvertible)?)] = []
    for option in Self.settings {
      let isWritten =
        switch option.setting?.scope {
        case .strategy: true
        case .positioning: isPositioned
        case .inputs, nil: false
        }
      let name = option.parameter.name
      // A rule that is written is given, and the model would not replace it, nor draw it.
      let isOfModel = isPositioned && Self.rulesOfModels[name] != nil && choices[name] == nil
      guard isWritten, !isOfModel, let value = option.setting?.value(self), value.isWritable
      else { continue }
      written.append((name, value))
    }
    return JSONValue(written)
  }

  func resolved() throws(UsageError) -> SimulateOptions {
    if let refusal = refusals(under: settings.api).first { throw UsageError(refusal.message) }
    var options = self
    options.settings = settings(under: settings.api)
    options.track.isZoneShared = sharesZone
    return options
  }

  /// True if the zone of the track's times may serve those of other inputs, too.
  var sharesZone: Bool {
    scenario != nil || expectations != nil || alarmGate == .due || !localTimes.isEmpty
  }

  /// Returns the settings under an interface: the user's choices, and where there is none that it
  /// takes, what is usual with it.
  func settings(under api: API) -> Settings {
    var settings = Settings(api)
    for option in Self.settings {
      let name = option.parameter.name
      guard let choice = choices[name], takes(choice, of: option, under: api) else { continue }
      choice.apply(&settings)
    }
    return settings
  }

  func takes(_ choice: SettingChoice, of option: Option<SimulateOptions>, under api: API) -> Bool {
    option.setting?.value(SimulateOptions(usualWith: api)) != nil
      && choice.refusal(Settings(api)) == nil
  }

  /// Returns the options that an interface refuses, foreign ones first, each with its message.
  func refusals(under api: API) -> [(option: String, message: String)] {
    let usual = SimulateOptions(usualWith: api)
    let chosen = Self.settings.compactMap { option in
      choices[option.parameter.name].map { (option, $0) }
    }
    let foreign = chosen.filter { $0.0.setting?.value(usual) == nil }.map { option, choice in
      let spelling = "--\(option.parameter.name)"
      return (
        option: spelling,
        message: choice.refusal(usual.settings)
          ?? (usual.settings.isJudgedByOverlap
            ? "'--api \(api.rawValue)' has no '\(spelling)': Android has other rules, which "
              + "'geofence help android' names"
            : "'\(spelling)' is an option of Android's geofences: it needs '--api geofencingclient'")
      )
    }
    let others = chosen.compactMap { option, choice in
      option.setting?.value(usual) == nil
        ? nil : choice.refusal(usual.settings).map { ("--\(option.parameter.name)", $0) }
    }
    return foreign + others
  }
}

extension Settings {
  /// True if fixes are judged by a share of their circle.
  var isJudgedByOverlap: Bool { api.rules.crossing.overlap != nil }

  /// Prints a note of a limit above the interface's own, and of seconds that are likely milliseconds.
  func noteDoubts() {
    if limit > api.rules.limit {
      Console.tell(
        "'--limit \(limit)' is above the \(api.rules.limit) conditions that \(api.rawValue) takes "
          + "from one app: no app can register more", severity: "note")
    }
    let spans = [
      ("loitering", request.loitering), ("responsiveness", crossing.responsiveness as Interval?),
    ]
    for case (let name, let span?) in spans where span.seconds >= 5000 {
      Console.tell(
        "'--\(name) \(span.seconds.plain)' is \(span.spoken): it counts seconds, as Android's API "
          + "counts milliseconds", severity: "note")
    }
  }
}

protocol SettingValue: Sendable {
  var written: OptionValue { get }
}

extension Bool: SettingValue {
  var written: OptionValue { .toggle(self) }
}

extension Double: SettingValue {
  var written: OptionValue { .number(self) }
}

extension Int: SettingValue {
  var written: OptionValue { .number(Double(self)) }
}

extension Interval: SettingValue {
  var written: OptionValue { .number(seconds) }
}

extension Overlap: SettingValue {
  var written: OptionValue { .numbers([inside, outside]) }
}

extension Optional: SettingValue where Wrapped: SettingValue {
  var written: OptionValue { self?.written ?? .unset }
}

extension SettingValue where Self: RawRepresentable, RawValue == String {
  var written: OptionValue { .text(rawValue) }
}

extension SettingValue where Self: NamedOptions {
  var written: OptionValue { .list(optionNames) }
}

extension API: SettingValue {}
extension DeviceState.Platform: SettingValue {}
extension CrossingRules.DwellOrigin: SettingValue {}
extension Ranking: SettingValue {}
extension Renewal: SettingValue {}
extension Triggers: SettingValue {}
extension GeofenceRequest.InitialTriggers: SettingValue {}
extension GeofenceRequest.Broadcasts: SettingValue {}
