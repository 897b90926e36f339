import GeofenceCommandLine
import GeofenceCore

extension SimulateOptions {
  /// The options that change the results of a run, in the order of the help.
  static let settings = groups.flatMap(\.options).filter { $0.setting != nil }

  /// The settings in force that a settings file can have, which are none of reading, by name.
  var writtenSettings: [String: OptionValue] {
    var written: [String: OptionValue] = [:]
    for option in Self.settings {
      let isWritten =
        switch option.setting?.scope {
        case .strategy: true
        case .positioning: isPositioned
        case .inputs, nil: false
        }
      guard isWritten, let value = option.setting?.value(self), value.isWritable else { continue }
      written[option.parameter.name] = value
    }
    return written
  }
}

extension Option<SimulateOptions> {
  /// Returns this option as a setting, whose default the help renders from its value.
  ///
  /// - Parameters:
  ///   - absent: the word for a default that is no value.
  ///   - shows: whether the help says the default of an option with a value.
  ///   - mark: what the help says after the default, such as its source.
  ///   - value: the value in force; `nil` where the interface does not have the setting.
  func setting(
    _ scope: SettingScope, absent: String = "none", mark: String = "", shows: Bool = true,
    _ value: @escaping @Sendable (SimulateOptions) -> OptionValue?
  ) -> Self {
    let defaults = API.allCases.compactMap { api in
      var usual = SimulateOptions()
      usual.settings = Settings(api)
      return value(usual).map { (api: api, words: $0.isWritable ? $0.words : absent) }
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

extension OptionValue {
  /// The seconds of a time that may be absent.
  static func seconds(_ interval: Interval?) -> OptionValue {
    interval.map { .number($0.seconds) } ?? .unset
  }
}

extension Settings {
  /// The rules of an interface that judges a fix by its distance from the boundary.
  var ofDistances: CrossingRules? { isJudgedByOverlap ? nil : crossing }

  /// The settings themselves under an interface that judges a fix by the overlap.
  var ofOverlap: Settings? { isJudgedByOverlap ? self : nil }
}
