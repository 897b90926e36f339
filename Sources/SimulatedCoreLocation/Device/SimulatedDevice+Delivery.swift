import GeofenceCore

extension SimulatedDevice {
  /// Waits until the app has handled everything it was told, and tells it what it has asked for.
  public func settle(isolation: isolated (any Actor)? = #isolation) async {
    sendDiagnoses()
    while let news = system.withLock({ $0.nextNews() }) {
      await deliver(news)
    }
    await untilHandled()
  }

  func untilHandled(isolation: isolated (any Actor)? = #isolation) async {
    for session in app.withLock({ Array($0.sessions.values) }) {
      await session.channel.untilIdle()
    }
  }

  private func deliver(
    _ news: SimulatedSystem.News, isolation: isolated (any Actor)? = #isolation
  ) async {
    if system.withLock({ $0.device.reach }) == .relaunches, news.startsApp,
      app.withLock({ $0.launch }) != nil
    {
      system.withLock { $0.device.app = .background }
      await start()
    }
    let reach = system.withLock { $0.device.reach }
    switch news {
    case .event(let event, let name):
      let session = app.withLock { $0.sessions[name] }
      guard reach == .delivered, let session else {
        system.withLock { system in
          system.monitors[name]?.waiting[RegionIdentifier(event.identifier)] = event
        }
        return
      }
      system.withLock { system in
        system.monitors[name]?.waiting[RegionIdentifier(event.identifier)] = nil
      }
      session.channel.send(event)
      await session.channel.untilIdle()
    case .region, .location: if reach == .delivered { callManagers(news) }
    case .state, .started, .failed, .authorization: callManagers(news)
    }
  }

  private func callManagers(_ news: SimulatedSystem.News) {
    for manager in managers { manager.hear(news) }
  }
}
