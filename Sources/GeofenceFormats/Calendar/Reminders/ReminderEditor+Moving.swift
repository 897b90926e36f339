extension ReminderEditor {
  /// Changes reminders and puts them into another list: of the same file, or of another file or
  /// folder. A series goes with its changed occurrences, and a reminder with those that are a part
  /// of it. Their lines stay byte for byte, but for those that `change` is about.
  ///
  /// Where two files change, both are claimed before either is, and the reminder is written where it
  /// goes before it is taken from where it was: a failure in between leaves it twice, never nowhere.
  ///
  /// - Parameters:
  ///   - prefixes: UIDs, or the beginnings of only one.
  ///   - list: the name of a list of the files or folders.
  /// - Throws: an error when there is no such list or reminder, or one cannot be moved or changed.
  public func edit(
    _ prefixes: [String], movingTo list: String, wholeSeries: Bool = false,
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
          try file.edit(
            move.found.identifier, at: now, wholeSeries: wholeSeries, change)
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
    // In one order everywhere, so that two who exchange reminders never wait for each other.
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

  /// A reminder with what goes along, and where to.
  private struct Move {
    let found: ReminderStore.Found
    /// The reminder, then those that are a part of it.
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
            + "its list",
          help: "move the series: \(reminder.uid.quotedExcerpt())")
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
