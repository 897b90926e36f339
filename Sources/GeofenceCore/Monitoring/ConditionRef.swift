/// A reference to a condition of a monitor.
package enum ConditionRef: Hashable, Sendable {
  /// A region of the catalog, given by its position.
  case region(Int32)
  /// A condition outside of the catalog.
  case individual(ConditionID)
}

/// The name of a condition within an app: its identifier and its owner.
package struct ConditionID: Hashable, Comparable, Sendable {
  package let identifier: RegionIdentifier
  package let owner: ConditionOwner

  package init(_ identifier: RegionIdentifier, of owner: ConditionOwner) {
    self.identifier = identifier
    self.owner = owner
  }

  package static func < (lhs: Self, rhs: Self) -> Bool {
    lhs.identifier == rhs.identifier
      ? lhs.owner < rhs.owner : lhs.identifier < rhs.identifier
  }
}

/// The owner of a condition: a monitor with a name, or all location managers of the app together.
package struct ConditionOwner: Hashable, Comparable, Sendable {
  package let api: API
  /// The name of the monitor; empty for location managers.
  package let name: String

  package init(_ api: API, named name: String = "") {
    self.api = api
    self.name = name
  }

  var rules: InterfaceRules { api.rules }

  package static func < (lhs: Self, rhs: Self) -> Bool {
    lhs.api == rhs.api ? lhs.name < rhs.name : lhs.api.rawValue < rhs.api.rawValue
  }
}
