/// A set of options, each of which has a name for users.
package protocol NamedOptions: OptionSet, Sendable where Element == Self {
  /// Every option with its name, in the order of listings.
  static var named: [(name: String, option: Self)] { get }
}

extension NamedOptions {
  /// The name of the empty set.
  package static var noneName: String { "none" }

  /// The names of the options in the set.
  package var names: [String] { Self.named.filter { contains($0.option) }.map(\.name) }

  /// The names of the options in the set, or that of the empty set.
  package var optionNames: [String] { isEmpty ? [Self.noneName] : names }

  /// Creates the set that a comma list of names stands for, or the name of the empty set alone.
  package init?(names list: String) {
    self = []
    if list == Self.noneName { return }
    for name in list.split(separator: ",", omittingEmptySubsequences: false) {
      guard let option = Self.named.first(where: { $0.name == name })?.option else { return nil }
      formUnion(option)
    }
  }
}
