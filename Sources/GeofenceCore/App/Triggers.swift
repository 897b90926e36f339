/// The triggers that make the app reselect which regions to register; none for an app that registers
/// all of its regions once and does not know of the limit.
package struct Triggers: NamedOptions, Hashable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// A significant change of location.
  package static let significant = Self(rawValue: 1)
  /// An `enter` or `exit` delivered at the fix.
  package static let event = Self(rawValue: 2)
  /// The exit from the circle around the last reselection.
  package static let sentinel = Self(rawValue: 4)
  /// A fix, whatever it is.
  package static let fix = Self(rawValue: 8)

  /// Every trigger with the name users know it by, in the order of listings.
  package static let named: [(name: String, option: Triggers)] = [
    ("significant", .significant), ("event", .event), ("sentinel", .sentinel), ("fix", .fix),
  ]
}
