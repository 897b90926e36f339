/// An object of the event store.
///
/// It belongs to one event store, and to the run in which it was made; none of these objects is
/// `Sendable`.
open class EKObject: NSObject {
  override init() { super.init() }

  /// True if there are changes that are not saved.
  open var hasChanges: Bool { false }
  /// True if the object was never saved.
  open var isNew: Bool { false }

  /// Returns the object to its saved state; `rollback()` does the same.
  open func reset() { rollback() }

  /// Reverts all changes that are not saved.
  open func rollback() {}

  /// Takes over what was changed elsewhere, except in properties that the app has changed.
  ///
  /// - Returns: `false` if the object is no longer in the store.
  @discardableResult
  open func refresh() -> Bool { true }
}
