import GeofenceBytes

extension ReminderEditor {
  /// Changes reminders and moves them to another list, of the same or of another file or folder.
  ///
  /// A series is moved with its changed occurrences, and a reminder with its parts. Their lines
  /// stay byte for byte, except those that `change` concerns.
  ///
  /// If two files change, both are claimed before either is changed, and the reminder is written to
  /// the new file before it is removed from the old one. So a failure in between leaves it in both
  /// files, never in none.
  func move(
    _ prefixes: [String], to list: String, wholeSeries: Bool,
    _ change: (inout ReminderFile.Draft) throws -> Void
  ) throws {
    let store = try ReminderStore(paths: paths)
    guard store.lists.contains(list) else {
      throw InputError.unknownList(list, among: store.lists, in: store.name)
    }
    var moves: [Move] = []
    for prefix in prefixes {
      let move = try Move(of: prefix, to: list, in: store)
      if !moves.contains(where: { $0.found.identifier == move.found.identifier }) {
        moves.append(move)
      }
    }
    for path in Set(moves.flatMap(\.paths)).sorted() { try WholeFile.check(path) }
    for move in moves {
      for (number, part) in move.parts.enumerated() {
        let isFirst = number == 0
        try carry(part, to: move.goal, list) { file in
          guard isFirst else { return }
          try file.edit(move.found.identifier, at: now, wholeSeries: wholeSeries, change)
        }
      }
    }
  }

  /// Moves one reminder, after `change` has changed it.
  private func carry(
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

  /// A reminder with those that move along, and their destination.
  private struct Move {
    let found: ReminderStore.Found
    /// The reminder itself, followed by its parts.
    var parts: [ReminderStore.Found]
    let goal: ReminderStore.Source

    var paths: [String] { parts.map(\.path) + (goal.isFolder ? [] : [goal.path]) }

    init(of prefix: String, to list: String, in store: ReminderStore) throws(InputError) {
      let reminder = try store.reminder(prefix)
      found = try store.find(prefix)
      let home = found
      if reminder.occurrence != nil, reminder.identifier != reminder.uid,
        store.reminders.contains(where: { $0.identifier == reminder.uid })
      {
        throw InputError(
          source: home.path,
          problem: "\(reminder.identifier.quotedExcerpt()) is an occurrence of a series, and is in "
            + "its list", help: "move the series: \(reminder.uid.quotedExcerpt())")
      }
      let near = store.sources.first { source in
        source.lists.contains(list) && source.files.contains { $0.source == home.path }
      }
      guard let goal = near ?? store.sources.first(where: { $0.lists.contains(list) }) else {
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
