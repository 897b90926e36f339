import GeofenceBytes

/// The value in force of an option that changes results, for help, settings files and states.
package struct Setting<Target>: Sendable {
  package let scope: SettingScope
  /// Returns the value in force; `nil` where the target does not have the setting.
  package let value: @Sendable (Target) -> OptionValue?

  package init(_ scope: SettingScope, _ value: @escaping @Sendable (Target) -> OptionValue?) {
    (self.scope, self.value) = (scope, value)
  }
}

/// The part of a run that a setting changes.
package enum SettingScope: Sendable {
  case strategy
  /// The model of the fixes that the system gets.
  case positioning
  case inputs
}

package enum OptionValue: Hashable, JSONConvertible {
  case toggle(Bool)
  case number(Double)
  case text(String)
  case list([String])
  case numbers([Double])
  case unset

  /// The value as the command line has it, and `none` where there is none.
  package var words: String {
    switch self {
    case .toggle(let isOn): "\(isOn)"
    case .number(let number): number.plain
    case .text(let text): text
    case .list(let texts): texts.joined(separator: ",")
    case .numbers(let numbers): numbers.map(\.plain).joined(separator: ",")
    case .unset: "none"
    }
  }

  package var isWritable: Bool {
    if case .number(let number) = self { number.isFinite } else { self != .unset }
  }

  package var json: JSONValue {
    switch self {
    case .toggle(let isOn): isOn.json
    case .number(let number): number.json
    case .text(let text): text.json
    case .list(let texts): texts.json
    case .numbers(let numbers): numbers.json
    case .unset: .null
    }
  }
}
