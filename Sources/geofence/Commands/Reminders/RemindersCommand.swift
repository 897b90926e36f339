import Foundation
import GeofenceCore
import GeofenceFormats

extension Command {
  static let reminders = Command(
    name: "reminders",
    abstract: "List and change the location-based reminders of an iCalendar file.",
    notes: ["A <uid> may be given by the beginning of only one."],
    subcommands: [
      .reminders(
        "lists", "Show the lists of a file.", groups: [RemindersOptions.outputGroup]
      ) { file, options, _ in
        options.format == .json
          ? ReminderListing.jsonLists(of: file) : ReminderListing.lists(of: file)
      },
      .reminders(
        "list", "Show the reminders of a file.",
        groups: RemindersOptions.queryGroups + [RemindersOptions.outputGroup]
      ) { file, options, _ in
        let found = options.query.select(from: file.reminders)
        return options.format == .json
          ? ReminderListing.json(found) : ReminderListing.text(found, among: file.reminders)
      },
      .reminders(
        "show", "Show everything about a reminder.", uid, groups: [RemindersOptions.outputGroup]
      ) { file, options, uid in
        let reminder = try file.reminder(uid)
        return options.format == .json
          ? ReminderListing.json(reminder) : ReminderListing.details(reminder)
      },
      .reminders(
        "add", "Add a reminder and print its UID; the file is made where there is none.", title,
        groups: RemindersOptions.addGroups, changesFile: true
      ) { file, options, title in
        let uid = options.uid ?? UUID().uuidString
        try file.add(options.draft(titled: title), uid: uid, to: options.list, at: options.time)
        return uid
      },
      .reminders(
        "edit", "Change a reminder.", uid, groups: RemindersOptions.editGroups, changesFile: true
      ) { file, options, uid in
        try file.edit(uid, at: options.time) { draft in try options.change(&draft) }
        return nil
      },
      .reminders("complete", "Mark a reminder as done.", uid, changesFile: true) {
        file, options, uid in
        try file.complete(uid, options.time, at: options.time)
        return nil
      },
      .reminders("uncomplete", "Mark a reminder as to be done.", uid, changesFile: true) {
        file, options, uid in
        try file.complete(uid, nil, at: options.time)
        return nil
      },
      .reminders("delete", "Take a reminder out of its file.", uid, changesFile: true) {
        file, _, uid in
        try file.delete(uid)
        return nil
      },
    ])

  private static let uid = Parameter(name: "uid", summary: "Which reminder.")
  private static let title = Parameter(name: "title", summary: "What it is called.")

  /// A command on a file of reminders.
  ///
  /// - Parameters:
  ///   - operand: what follows the file.
  ///   - work: is given the file and the operand; what it returns is printed. It throws a usage
  ///     error or an input error.
  private static func reminders(
    _ name: String, _ abstract: String, _ operand: Parameter? = nil,
    groups: [OptionGroup<RemindersOptions>] = [], changesFile: Bool = false,
    _ work: @escaping @Sendable (inout ReminderFile, RemindersOptions, String) throws -> String?
  ) -> Command {
    let file = Parameter(
      name: "file", summary: "The reminders: iCalendar (.ics).", completion: .files)
    let operands = [file] + (operand.map { [$0] } ?? [])
    return Command(
      name: name, abstract: abstract,
      synopsis: operands.map { "<\($0.name)>" }.joined(separator: " ") + " [options]",
      operands: operands,
      groups: groups + (changesFile ? [RemindersOptions.changeGroup] : [])
        + [RemindersOptions.accessGroup],
      exits: [.success, .usage, .data, .noInput]
        + (changesFile ? [.cannotCreate] : []) + [.inputOutput, .noPermission],
      defaults: RemindersOptions()
    ) { options, arguments throws(UsageError) in
      guard arguments.count >= operands.count else {
        throw UsageError("Missing expected argument '<\(operands[arguments.count].name)>'")
      }
      guard arguments.count == operands.count else {
        throw UsageError("Unexpected argument '\(arguments[operands.count])'")
      }
      guard options.authorization == .fullAccess else {
        Console.note(
          "error: no access to reminders: the authorization is '\(options.authorization.rawValue)'\n"
            + "help: only full-access reads them")
        return .noPermission
      }
      let path = arguments[0]
      if changesFile, path == "-" {
        throw UsageError("A file is changed in place, which standard input '-' cannot be")
      }
      var files = RunFiles()
      files.read("the reminders", path)
      files.write("standard output", "-")
      try files.check()
      do {
        let operand = arguments.count > 1 ? arguments[1] : ""
        let text: String?
        if changesFile {
          text = try ReminderFile.update(
            path: path, orNew: name == "add", interrupted: { Interruption.isRequested }
          ) { file in
            try work(&file, options, operand)
          }
        } else {
          var file = try ReminderFile.read(path: path)
          text = try work(&file, options, operand)
        }
        return text.map { .printing($0) } ?? .success
      } catch let error as UsageError {
        throw error
      } catch let error as InputError {
        Console.note(error.description)
        return ExitStatus(error)
      } catch {
        preconditionFailure("work on reminders throws no other error: \(error)")
      }
    }
  }
}

extension RemindersOptions {
  /// What a new reminder is to have.
  func draft(titled title: String) throws(UsageError) -> ReminderFile.Draft {
    var draft = ReminderFile.Draft(title: title)
    try change(&draft)
    return draft
  }

  /// Puts what was given into `draft`.
  func change(_ draft: inout ReminderFile.Draft) throws(UsageError) {
    if let title { draft.title = title }
    if let notes { draft.notes = notes.isEmpty ? nil : notes }
    if let priority { draft.priority = priority }
    switch due {
    case .at(let time)?: draft.due = time
    case RemindersOptions.DueDate.none?: draft.due = nil
    case nil: break
    }
    guard place != nil || placeName != nil || radius != nil || proximity != nil else { return }
    guard let coordinate = place ?? draft.alarm?.places.first?.coordinate else {
      throw UsageError("A place to fire at needs '--at <lat,lon>'")
    }
    let old = draft.alarm?.places.first
    draft.alarm = LocationAlarm(
      proximity ?? draft.alarm?.proximity ?? .arrive,
      at: [
        LocationAlarm.Place(
          name: placeName ?? (place == nil ? old?.name : nil), coordinate: coordinate,
          radius: radiusInMetres ?? old?.radius ?? LocationAlarm.Place.defaultRadius)
      ])
  }
}
