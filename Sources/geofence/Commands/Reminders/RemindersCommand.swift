import GeofenceBytes
import GeofenceCommandLine
import GeofenceReminders

extension Command {
  static let reminders = Command(
    name: "reminders",
    abstract: "List and change location-based reminders in files.",
    notes: [
      "A <file> may be a folder that keeps one reminder in each file. Of several, those after the "
        + "first end in .ics, or in / for a folder.",
      "A <uid> may be given by the beginning of only one; a changed occurrence beside its series has "
        + "its date behind it, as 'list' shows it.",
    ],
    subcommands: [
      .reminderLists,
      .reminders(
        "list", "Show reminders.", [],
        Example(
          "What is still to be done", "geofence reminders list home.ics --incomplete --sort due"),
        groups: RemindersOptions.queryGroups + [RemindersOptions.distanceOutputGroup]
      ) { run in
        let store = try run.store()
        let found = try run.query.select(from: store)
        return run.options.format == .json
          ? ReminderListing.json(found)
          : ReminderListing.text(found, among: store.reminders, unit: run.options.unit)
      },
      .reminders(
        "show", "Show everything about reminders.", [uids],
        Example("All about one of them", "geofence reminders show home.ics BREAD"),
        groups: [RemindersOptions.distanceOutputGroup]
      ) { run in
        let store = try run.store()
        let found = try run.operands.map { try store.reminder($0) }
        guard run.options.format == .json else {
          return found.map { ReminderListing.details($0, unit: run.options.unit) }
            .joined(separator: "\n\n")
        }
        return found.count == 1 ? ReminderListing.json(found[0]) : ReminderListing.json(found)
      },
      .reminders(
        "add", "Add a reminder and print its UID; the file is made where there is none.", [title],
        Example(
          "Bread, on arriving at the bakery",
          "geofence reminders add home.ics 'Buy bread' --at 46.0511,14.5051 --radius 100 --on-enter"
        ),
        groups: RemindersOptions.addGroups, changes: true
      ) { run in
        var reminder = Reminder(
          uid: run.options.uid ?? ReminderFile.newUID(), title: run.operands[0])
        try RemindersOptions.require(reminder.title, "title")
        try run.options.change(&reminder)
        try run.editor.add([reminder], to: run.options.list)
        return reminder.uid
      },
      .reminders(
        "edit", "Change reminders.", [uids],
        Example("Another day", "geofence reminders edit home.ics BREAD --due 2026-12-01T10:00"),
        groups: RemindersOptions.editGroups, changes: true
      ) { run in
        try run.edit(list: run.options.list) { try run.options.change(&$0) }
        return nil
      },
      .reminders(
        "complete",
        "Mark reminders as done; one that repeats moves on, and leaves a completed copy.", [uids],
        Example("The one whose UID begins so", "geofence reminders complete home.ics BREAD"),
        groups: RemindersOptions.completeGroups, changes: true
      ) { run in
        let moved = try run.edit(.completed(run.options.time)).compactMap { uid, completion in
          if case .movedOn(let time, _) = completion {
            "\(VisibleText.quoted(uid)) moves on to \(time.text)"
          } else {
            nil
          }
        }
        return moved.isEmpty ? nil : moved.joined(separator: "\n")
      },
      .reminders(
        "uncomplete", "Mark reminders as to be done.", [uids],
        Example("The one whose UID begins so", "geofence reminders uncomplete home.ics BREAD"),
        changes: true
      ) { run in
        try run.edit(.incomplete)
        return nil
      },
      .reminders(
        "delete", "Take reminders out of their files.", [uids],
        Example("The one whose UID begins so", "geofence reminders delete home.ics BREAD"),
        changes: true
      ) { run in
        try run.editor.delete(run.operands)
        return nil
      },
    ])

  private static let uids = Parameter(name: "uid", summary: "Which reminder.", isRepeated: true)
  private static let title = Parameter(name: "title", summary: "What it is called.")

  private static let reminderLists = Command(
    name: "lists", abstract: "Show the lists of reminders, or change them.", standard: "show",
    subcommands: [
      .reminders(
        "show", "Show the lists.", [],
        Example("What there is", "geofence reminders lists show home.ics"),
        groups: [RemindersOptions.outputGroup]
      ) { run in
        let store = try run.store()
        return run.options.format == .json
          ? ReminderListing.jsonLists(of: store) : ReminderListing.lists(of: store)
      },
      .reminders(
        "add", "Add a list; the file is made where there is none.", [list],
        Example("A list", "geofence reminders lists add home.ics Errands"), changes: true
      ) { run in
        try RemindersOptions.require(run.operands[0], "list")
        try run.editor.addList(run.operands[0])
        return nil
      },
      .reminders(
        "rename", "Give a list another name.", [list, newName],
        Example("Another name", "geofence reminders lists rename home.ics Errands Shopping"),
        changes: true
      ) { run in
        try RemindersOptions.require(run.operands[1], "new name")
        try run.editor.renameList(run.operands[0], to: run.operands[1])
        return nil
      },
      .reminders(
        "delete", "Take a list out of its file.", [list],
        Example("A list", "geofence reminders lists delete home.ics Errands"),
        groups: RemindersOptions.deleteListGroups, changes: true
      ) { run in
        try run.editor.deleteList(run.operands[0], withContents: run.options.deletesContents)
        return nil
      },
    ])

  private static let list = Parameter(name: "list", summary: "What the list is called.")
  private static let newName = Parameter(name: "name", summary: "What it is to be called.")
}
