/// A reference to a condition of a monitor.
package enum ConditionRef: Hashable, Sendable {
  /// A region of the catalog, given by its position.
  case region(Int32)
  /// A condition outside of the catalog.
  case individual(ConditionID)
}

/// The name of a condition within an app: its identifier and its owner.
public struct ConditionID: Hashable, Comparable, Sendable {
  public let identifier: RegionIdentifier
  public let owner: ConditionOwner

  public init(_ identifier: RegionIdentifier, of owner: ConditionOwner) {
    self.identifier = identifier
    self.owner = owner
  }

  public static func < (lhs: Self, rhs: Self) -> Bool {
    lhs.identifier == rhs.identifier
      ? lhs.owner < rhs.owner : lhs.identifier < rhs.identifier
  }
}

/// The owner of a condition: a monitor with a name, or all location managers of the app together.
public struct ConditionOwner: Hashable, Comparable, Sendable {
  public let api: API
  /// The name of the monitor; empty for location managers.
  public let name: String

  public init(_ api: API, named name: String = "") {
    self.api = api
    self.name = name
  }

  public static func < (lhs: Self, rhs: Self) -> Bool {
    lhs.api == rhs.api ? lhs.name < rhs.name : lhs.api == .clLocationManager
  }
}
