import Synchronization

/// The managers and monitors of earlier runs that may still wait for a run that uses them.
enum Leftovers {
  private struct Entry: @unchecked Sendable { weak var object: AnyObject? }

  private static let entries = Mutex<[String: Entry]>([:])

  static func note(_ description: String, of object: AnyObject) {
    let entry = Entry(object: object)
    entries.withLock { $0[description] = entry }
  }

  static var descriptions: [String] {
    entries.withLock { entries in
      entries = entries.filter { $0.value.object != nil }
      return entries.keys.sorted()
    }
  }
}

extension SimulatedDevice {
  func noteLeftovers() {
    for manager in system.withLock({ $0.managers }).all {
      guard let delegate = manager.delegate else { continue }
      Leftovers.note("the location manager of \(type(of: delegate))", of: manager)
    }
    for (name, session) in app.withLock({ $0.sessions }) where session.channel.listener != nil {
      Leftovers.note("the task that listens to monitor \(name)", of: session.channel)
    }
  }

  /// Warns once of a silent app: it has called nothing since its start, and may rely on leftovers.
  ///
  /// An object that an earlier run has made receives nothing in a run that does not use it.
  func nameLeftoversOfSilentApp() {
    let isSilent = app.withLock { state in
      defer { state.hasMoved = true }
      return !state.hasMoved && state.task != nil && state.sessions.isEmpty
        && state.liveUpdates.isEmpty
    }
    guard isSilent, service?.isUsed != true,
      system.withLock({ $0.clients.isEmpty && $0.core.monitor.individuals.isEmpty })
    else { return }
    let leftovers = Leftovers.descriptions
    if leftovers.isEmpty { return }
    warn(
      "the app has used no location service since it was started; "
        + "\(leftovers.joined(separator: " and ")), made in an earlier run, "
        + "\(leftovers.count == 1 ? "receives" : "receive") nothing in a run that does not use "
        + (leftovers.count == 1 ? "it" : "them"),
      help: "let the app's start call what it relies on, or make the object that holds it again")
  }
}
