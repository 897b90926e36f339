public import Foundation

/// A participant of an event; no reminder has one, so none is ever made.
open class EKParticipant: EKObject {
  open var url: URL { URL(fileURLWithPath: "/") }
  open var name: String? { nil }
  open var participantStatus: EKParticipantStatus { .unknown }
  open var participantRole: EKParticipantRole { .unknown }
  open var participantType: EKParticipantType { .unknown }
  open var isCurrentUser: Bool { false }
  open var contactPredicate: NSPredicate { NSPredicate(value: false) }

  override init() { super.init() }
}
