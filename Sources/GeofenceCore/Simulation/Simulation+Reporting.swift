extension Simulation {
  /// Tells the app of `news`, now or when it can hear of it.
  mutating func report(
    _ news: Delivery.News, of region: CircularRegion, _ step: inout Step,
    _ events: inout [Event]
  ) {
    guard isNews(news, of: region) else { return }
    switch device.reach {
    case .delivered: break
    case .relaunches: relaunch(for: .event, &step, &events)
    case .waits:
      if settings.api == .clMonitor { delivery.keep(news, of: region.identifier) }
      return
    }
    delivery.forget(region.identifier)
    tell(news, of: region, &step, &events)
  }

  /// Whether the interface has anything to say to the app.
  ///
  /// `CLMonitor` says everything, and the flags are the app's own filter; `CLLocationManager` takes
  /// the first state silently and knows the flags itself.
  private func isNews(_ news: Delivery.News, of region: CircularRegion) -> Bool {
    guard settings.api == .clLocationManager else { return true }
    return news.crossedAt != nil
      && (news.state == .satisfied ? region.notifyOnEntry : region.notifyOnExit)
  }

  private mutating func tell(
    _ news: Delivery.News, of region: CircularRegion, _ step: inout Step,
    _ events: inout [Event]
  ) {
    selection.appWasTold(news.state, of: region.identifier)
    let isInitial = news.crossedAt == nil
    let name: CrossingReport.Name =
      news.state == .satisfied ? .enter : isInitial ? .unsatisfied : .exit
    let isReported =
      switch name {
      case .enter: region.notifyOnEntry
      case .exit: region.notifyOnExit
      case .unsatisfied: settings.isVerbose
      }
    guard isReported else { return }
    let fix = step.fix
    let distance = Geodesic(from: fix.coordinate, to: region.center).distance - region.radius
    let waited = fix.time - news.since
    let report = CrossingReport(
      name: name, region: region.identifier, distance: distance,
      crossedAt: news.crossedAt ?? fix.time, isInitial: isInitial,
      waited: settings.isVerbose && waited.milliseconds > 0 ? waited : nil)
    emit(.crossing(report), fix, &events)
    if name != .unsatisfied { step.wasDelivered = true }
  }

  /// The system starts the app in the background; it recreates its monitor and gets what waits.
  mutating func relaunch(
    for cause: RelaunchCause, _ step: inout Step, _ events: inout [Event]
  ) {
    device.app = .background
    if settings.isVerbose { emit(.relaunch(cause), step.fix, &events) }
    appRuns(&step, &events)
  }

  /// The app has been started or brought to the front: it does what it put off and hears what waits.
  mutating func appRuns(_ step: inout Step, _ events: inout [Event]) {
    guard device.app != .terminated else { return }
    for action in postponed { changeSet(action) }
    postponed = []
    guard device.reach == .delivered else { return }
    for (identifier, news) in delivery.takeAll() {
      guard let region = selection.region(named: identifier) else { continue }
      tell(news, of: region, &step, &events)
    }
  }

  func emit(_ kind: Event.Kind, _ fix: Fix, _ events: inout [Event]) {
    events.append(Event(time: fix.time, coordinate: fix.coordinate, kind: kind))
  }
}
