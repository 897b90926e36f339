import Foundation
import SimulatedCoreLocation

/// An account with lists; the device has one, which is local.
open class EKSource: EKObject {
  private let store: EKEventStore

  init(_ store: EKEventStore) {
    self.store = store
    super.init()
  }

  static let identifier = "F0000000-0000-4000-8000-000000000001"

  open var sourceIdentifier: String { Self.identifier }
  open var sourceType: EKSourceType { .local }
  open var title: String { "Default" }
  /// A Boolean value that indicates whether the account is that of another person; always false.
  open var isDelegate: Bool { false }

  open func calendars(for entityType: EKEntityType) -> Set<EKCalendar> {
    Set(store.calendars(for: entityType))
  }

  @available(*, deprecated, message: "Use calendars(for:)")
  open var calendars: Set<EKCalendar> { calendars(for: .reminder) }

  open override func isEqual(_ object: Any?) -> Bool { object is EKSource }

  open override var hash: Int { 1 }

  open override var description: String { "EKSource \(title)" }
}
