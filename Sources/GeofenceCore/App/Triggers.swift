/// What makes the app choose anew which regions to register.
public struct Triggers: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// A significant change of location.
  public static let significant = Self(rawValue: 1)
  /// An `enter` or `exit` delivered at the fix.
  public static let event = Self(rawValue: 2)
  /// The exit from the circle around the last reselection.
  public static let sentinel = Self(rawValue: 4)
  /// Every fix.
  public static let fix = Self(rawValue: 8)

  /// Every trigger with the name users know it by, in the order of listings.
  public static let named: [(name: String, trigger: Triggers)] = [
    ("significant", .significant), ("event", .event), ("sentinel", .sentinel), ("fix", .fix),
  ]

  /// The names of those in the set.
  public var names: [String] { Self.named.filter { contains($0.trigger) }.map(\.name) }
}
