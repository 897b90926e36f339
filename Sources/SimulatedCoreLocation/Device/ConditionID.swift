import GeofenceCore

/// Whose condition it is: one core monitor watches those of every monitor and location manager.
///
/// The identifier comes first, so that the monitor's order is that of the app's identifiers.
struct ConditionID {
  enum Owner: Hashable {
    case manager
    case monitor(String)
  }

  let identifier: RegionIdentifier

  init(_ identifier: RegionIdentifier, _ owner: Owner) {
    let suffix =
      switch owner {
      case .manager: ""
      case .monitor(let name): name
      }
    self.identifier = RegionIdentifier("\(identifier.rawValue)\u{0}\(suffix)")
  }

  /// The app's identifier and the owner of a condition.
  static func owner(of key: RegionIdentifier) -> (RegionIdentifier, Owner) {
    // A monitor's name has no NUL; an identifier might.
    let scalars = key.rawValue.unicodeScalars
    guard let mark = scalars.lastIndex(of: "\u{0}") else { return (key, .manager) }
    let name = String(scalars[scalars.index(after: mark)...])
    return (
      RegionIdentifier(String(scalars[..<mark])), name.isEmpty ? .manager : .monitor(name)
    )
  }
}
