import Foundation
import SimulatedCoreLocation

extension CLLocationCoordinate2D {
  static let home = CLLocationCoordinate2D(latitude: 46.05, longitude: 14.5)
  static let away = CLLocationCoordinate2D(latitude: 46.07, longitude: 14.5)
}

/// The ways in which apps hear of geofences through tasks, each as an app's author would write it.
enum Shape: String, CaseIterable, Sendable {
  case listensThenAdds, listensThenAddsLater, startsInItsInitializer, stampsInATask
  case readsAStreamInATask, readsAStreamInItsStart, hopsBetweenActors, yieldsInItsHandler
  case debounces, postpones, postponesTooLong, queues

  /// What the app writes down on a way from home, out, back in, and out again.
  var expected: [String] {
    switch self {
    case .listensThenAdds, .listensThenAddsLater, .startsInItsInitializer:
      ["home satisfied", "home unsatisfied", "home satisfied", "home unsatisfied"]
    case .stampsInATask: ["60 exit home", "120 enter home", "180 exit home"]
    case .readsAStreamInATask, .readsAStreamInItsStart: ["exit home", "enter home", "exit home"]
    case .hopsBetweenActors: ["2 1 exit 2", "4 3 enter 4", "6 5 exit 6"]
    case .yieldsInItsHandler:
      ["1 satisfied", "2 unsatisfied", "3 satisfied", "4 unsatisfied"]
    case .debounces, .postpones: ["exit acted on", "enter acted on", "exit acted on"]
    case .postponesTooLong: []
    case .queues: ["1 exit", "2 enter", "3 exit"]
    }
  }

  /// Whether the app waits in dispatch queues.
  var usesQueues: Bool { [.postpones, .postponesTooLong, .queues].contains(self) }

  /// Plays the way to the app.
  func outcome(isolation: isolated (any Actor)? = #isolation) async -> [String] {
    await SimulatedDevice.run { await log($0) }
  }

  func log(
    _ device: SimulatedDevice, isolation: isolated (any Actor)? = #isolation
  ) async -> [String] {
    let log = Log()
    await device.launch { await start(log) }
    await device.move(to: .home, after: 0)
    for place: CLLocationCoordinate2D in [.away, .home, .away] {
      await device.move(to: place, after: 30)
      await device.move(to: place, after: 30)
    }
    await device.move(to: .away, after: 30)
    return log.lines
  }

  nonisolated(nonsending) private func start(_ log: Log) async {
    let write: @Sendable (String) -> Void = { log.write($0) }
    switch self {
    case .listensThenAdds: try? await ListeningApp(log: write).run()
    case .listensThenAddsLater:
      try? await ListeningApp(pause: .milliseconds(10), log: write).run()
    case .startsInItsInitializer: log.keep(await SelfStartingApp(log: write))
    case .stampsInATask: log.keep(StampingApp(log: write))
    case .readsAStreamInATask:
      let app = StreamingApp()
      log.keep(app)
      Task { for await crossing in app.crossings { write(crossing) } }
    case .readsAStreamInItsStart:
      let app = StreamingApp()
      for await crossing in app.crossings { write(crossing) }
    case .hopsBetweenActors:
      let app = HoppingApp(log: write)
      await app.start()
      log.keep(app)
    case .yieldsInItsHandler: await YieldingApp(log: write).run()
    case .debounces: log.keep(await DebouncingApp(log: write))
    case .postpones: log.keep(PostponingApp(pause: .seconds(5), log: write))
    case .postponesTooLong: log.keep(PostponingApp(pause: .seconds(100), log: write))
    case .queues: log.keep(QueueingApp(log: write))
    }
  }
}
