import GeofenceBytes

extension ReminderEditor {
  /// Moves one reminder, after `change` has changed it, to another list of the same or of another
  /// file or folder.
  ///
  /// If two files change, both are claimed before either is changed, and the reminder is written to
  /// the new file before it is removed from the old one. So a failure in between leaves it in both
  /// files, never in none.
  func carry(
    _ part: ReminderStore.Found, to goal: ReminderStore.Source, _ list: String,
    _ change: (inout ReminderFile) throws -> Void
  ) throws {
    if goal.files.contains(where: { $0.source == part.path }) {
      try ReminderFile.update(path: part.path, interrupted: interrupted) { file in
        try change(&file)
        if !goal.isFolder { try file.move([part.uid], to: list) }
      }
      return
    }
    let target = goal.isFolder ? Self.freePath(for: part.uid, in: goal.path) : goal.path
    // Claims have one order everywhere, so that two processes that swap reminders cannot deadlock.
    var claims: [String: WholeFile] = [:]
    for path in [part.path, target].sorted() {
      claims[path] = try WholeFile(claiming: path, interrupted: interrupted)
    }
    guard let taken = claims[part.path], let given = claims[target] else { return }
    var source = try ReminderFile.read(path: part.path)
    try change(&source)
    let whole = source.bytes
    let parcel = try source.take(part.uid)
    let isGone = part.folder != nil && source.isEmpty
    var destination = try ReminderFile.read(path: target, orNew: goal.isFolder)
    if goal.isFolder, isGone, !source.calendars.contains(where: { $0.listName != nil }) {
      destination = try ReminderFile(parsing: whole, source: target)
    } else {
      try destination.put(parcel, into: goal.isFolder ? nil : list)
    }
    if !isGone { try taken.append(source.bytes) }
    try given.commit(destination.bytes)
    if isGone { try taken.remove() } else { try taken.commit([]) }
  }

  struct Move {
    /// The reminder itself, followed by its parts.
    var parts: [ReminderStore.Found]
    let goal: ReminderStore.Source

    var paths: [String] { parts.map(\.path) + (goal.isFolder ? [] : [goal.path]) }

    init(_ found: ReminderStore.Found, to list: String, in store: ReminderStore)
      throws(InputError)
    {
      let reminder = found.reminder
      if reminder.occurrence != nil, reminder.identifier != reminder.uid,
        store.reminders.contains(where: { $0.identifier == reminder.uid })
      {
        throw InputError(
          source: found.path,
          problem: "\(reminder.identifier.quotedExcerpt()) is an occurrence of a series, and is in "
            + "its list",
          help: "move the series: \(reminder.uid.quotedExcerpt())")
      }
      let goals = store.sources.filter { $0.lists.contains(list) }
      let near = goals.first { $0.files.contains { $0.source == found.path } }
      guard let goal = near ?? goals.first else {
        throw .unknownList(list, among: store.lists, in: store.name)
      }
      self.goal = goal
      parts = [found]
      let children = Dictionary(
        grouping: store.reminders.filter { $0.list == reminder.list && $0.parent != nil }
      ) { $0.parent ?? "" }
      var known: Set<String> = [found.uid]
      var next = 0
      while next < parts.count {
        for child in children[parts[next].uid, default: []] {
          if known.insert(child.uid).inserted { parts.append(try store.find(child.identifier)) }
        }
        next += 1
      }
    }
  }
}
