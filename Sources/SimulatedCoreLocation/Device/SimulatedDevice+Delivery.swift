import GeofenceCore

extension SimulatedDevice {
  /// Waits until the app has handled everything it was told, and tells it what it has asked for.
  public func settle(isolation: isolated (any Actor)? = #isolation) async {
    while let news = system.withLock({ $0.next() }) {
      await deliver(news)
    }
    await untilHandled()
  }

  func untilHandled(isolation: isolated (any Actor)? = #isolation) async {
    for session in app.withLock({ Array($0.sessions.values) }) {
      await session.channel.untilIdle()
    }
  }

  func deliver(
    _ news: SimulatedSystem.News, isolation: isolated (any Actor)? = #isolation
  ) async {
    switch news {
    case .relaunch: await start()
    case .event(let event, let told, let name):
      guard let session = app.withLock({ $0.sessions[name] }) else {
        return system.withLock { $0.core.putBack(told) }
      }
      session.channel.send(event, told)
      await session.channel.untilIdle()
    case .diagnosis(let event, let name):
      app.withLock { $0.sessions[name] }?.channel.send(event, nil)
    case .region, .location, .state, .started, .failed, .authorization:
      for manager in managers { manager.hear(news) }
    }
  }
}
