import Synchronization

/// The managers and monitors of earlier runs that may still wait for a run that uses them.
enum Leftovers {
  private struct Entry: @unchecked Sendable { weak var object: AnyObject? }

  /// The objects by their descriptions.
  private static let entries = Mutex<[String: Entry]>([:])

  static func note(_ description: String, of object: AnyObject) {
    let entry = Entry(object: object)
    entries.withLock { $0[description] = entry }
  }

  static var descriptions: [String] {
    entries.withLock { $0.filter { $0.value.object != nil }.keys.sorted() }
  }
}

extension SimulatedDevice {
  func noteLeftovers() {
    let (clients, channels) = system.withLock { ($0.clients, $0.channels) }
    for manager in clients.compactMap(\.manager) {
      guard let delegate = manager.delegate else { continue }
      Leftovers.note("the location manager of \(type(of: delegate))", of: manager)
    }
    for (name, channel) in channels where channel.listener != nil {
      Leftovers.note("the task that listens to monitor \(name)", of: channel)
    }
  }

  /// Warns once of a silent app: it has called nothing since its start and waited for no time, and may
  /// rely on leftovers.
  ///
  /// An object that an earlier run has made receives nothing in a run that does not use it.
  func nameLeftoversOfSilentApp() {
    let isSilent = system.withLock { system in
      defer { system.hasMoved = true }
      return !system.hasMoved && !system.hasSlept && !system.tasks.isEmpty
        && system.channels.isEmpty
        && !system.readers.values.contains { $0.update != nil } && system.clients.isEmpty
        && system.core.monitor.individuals.isEmpty
    }
    guard isSilent, service?.isUsed != true else { return }
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
