import GeofenceBytes
import GeofenceCore

/// An alarm of a reminder in any of its forms, for a program that shows and edits all of them.
package struct ReminderAlarm: Hashable, Sendable {
  package enum Trigger: Hashable, Sendable {
    case place(LocationAlarm)
    case moment(Timestamp)
    /// The seconds from the reminder's due date, or else its start; negative before it.
    case offset(Int64)
  }

  package var trigger: Trigger
  /// The number of its VALARM among those of the VTODO, from 0; `nil` for a new alarm.
  package let number: Int?

  package init(_ trigger: Trigger, number: Int? = nil) {
    self.trigger = trigger
    self.number = number
  }

  package var place: LocationAlarm? { if case .place(let alarm) = trigger { alarm } else { nil } }

  init?(timed alarm: CalendarComponent, number: Int) {
    guard let text = alarm.filled("TRIGGER")?.value.trimmed else { return nil }
    if let moment = CalendarTime.local(text) {
      self.init(.moment(moment), number: number)
    } else if let duration = CalendarDuration(text) {
      self.init(
        .offset(duration.days * CivilDate.dayLength / 1000 + duration.seconds), number: number)
    } else {
      return nil
    }
  }
}

extension CalendarEdit {
  /// Gives a VTODO these alarms in place of the known ones; those that stay as they are keep their
  /// bytes.
  mutating func setAlarms(
    _ alarms: [ReminderAlarm], over known: [ReminderAlarm], title: String,
    of task: CalendarComponent
  ) {
    let old = task.components("VALARM")
    for known in known {
      guard let number = known.number else { continue }
      guard let new = alarms.first(where: { $0.number == number }) else {
        remove(old[number])
        continue
      }
      if new.trigger == known.trigger { continue }
      if let alarm = new.place, known.place != nil, let place = alarm.places.first {
        change(old[number], to: alarm, at: place, ofReminder: task.text("UID") ?? "")
      } else {
        remove(old[number])
        add(new, title: title, to: task)
      }
    }
    for alarm in alarms where alarm.number == nil { add(alarm, title: title, to: task) }
  }

  private mutating func add(
    _ alarm: ReminderAlarm, title: String, to task: CalendarComponent
  ) {
    switch alarm.trigger {
    case .place(let alarm):
      guard let place = alarm.places.first else { return }
      add(.alarm(alarm, at: place, title: title, ofReminder: task.text("UID") ?? ""), to: task)
    case .moment(let time):
      let trigger = ContentLine(
        "TRIGGER", [.init("VALUE", "DATE-TIME")], value: CalendarTime.utcValue(time))
      add(.alarm(trigger, title: title), to: task)
    case .offset(let seconds):
      let text = (seconds < 0 ? "-PT" : "PT") + "\(seconds.magnitude)S"
      // Without RELATED, a trigger counts from the start, which a reminder need not have.
      let trigger = ContentLine("TRIGGER", [.init("RELATED", "END")], value: text)
      add(.alarm(trigger, title: title), to: task)
    }
  }
}

extension CalendarComponent {
  static func alarm(_ trigger: ContentLine, title: String, _ more: [Item] = [])
    -> CalendarComponent
  {
    CalendarComponent(
      "VALARM",
      [
        .line(ContentLine("ACTION", value: "DISPLAY")),
        .line(ContentLine("DESCRIPTION", text: title)), .line(trigger),
      ] + more)
  }
}
