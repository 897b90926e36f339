/// The signature of a closure that receives events; there are none.
public typealias EKEventSearchCallback = (EKEvent, UnsafeMutablePointer<ObjCBool>) -> Void

/// The calls about events, which are not simulated: access to them is denied, and they say so.
extension EKEventStore {
  private func refuse(_ call: String) {
    guard let device = SimulatedDevice.called("EKEventStore.\(call)") else { return }
    device.warn("EKEventStore.\(call) has no effect: events are not simulated, reminders are")
  }

  private func refused(_ call: String) -> EKError {
    refuse(call)
    return EKError(.eventStoreNotAuthorized, "Access to this event store is unauthorized.")
  }

  public func requestFullAccessToEvents(
    completion: @escaping EKEventStoreRequestAccessCompletionHandler
  ) {
    refuse("requestFullAccessToEvents(completion:)")
    answer { completion(false, nil) }
  }

  public nonisolated(nonsending) func requestFullAccessToEvents() async throws -> Bool {
    refuse("requestFullAccessToEvents()")
    return false
  }

  public func requestWriteOnlyAccessToEvents(
    completion: @escaping EKEventStoreRequestAccessCompletionHandler
  ) {
    refuse("requestWriteOnlyAccessToEvents(completion:)")
    answer { completion(false, nil) }
  }

  public nonisolated(nonsending) func requestWriteOnlyAccessToEvents() async throws -> Bool {
    refuse("requestWriteOnlyAccessToEvents()")
    return false
  }

  public var defaultCalendarForNewEvents: EKCalendar? { nil }

  public func event(withIdentifier identifier: String) -> EKEvent? { nil }

  public func events(matching predicate: NSPredicate) -> [EKEvent] {
    refuse("events(matching:)")
    return []
  }

  public func enumerateEvents(
    matching predicate: NSPredicate, using block: @escaping EKEventSearchCallback
  ) { refuse("enumerateEvents(matching:using:)") }

  public func predicateForEvents(
    withStart startDate: Date, end endDate: Date, calendars: [EKCalendar]?
  ) -> NSPredicate { NSPredicate(value: false) }

  public func save(_ event: EKEvent, span: EKSpan) throws { throw refused("save(_:span:)") }

  public func save(_ event: EKEvent, span: EKSpan, commit: Bool) throws {
    throw refused("save(_:span:commit:)")
  }

  public func remove(_ event: EKEvent, span: EKSpan) throws { throw refused("remove(_:span:)") }

  public func remove(_ event: EKEvent, span: EKSpan, commit: Bool) throws {
    throw refused("remove(_:span:commit:)")
  }
}
