import GeofenceCore
import Synchronization

extension SimulatedDevice {
  /// Waits until the app has come to rest, and delivers what it has asked for.
  public func settle(isolation: isolated (any Actor)? = #isolation) async {
    await operate { device in
      await device.rest()
      await device.tell()
    }
  }

  func tell(isolation: isolated (any Actor)? = #isolation) async {
    while !Task.isCancelled {
      if app.withLock({ !$0.standings.isEmpty }) { showStandings() }
      if let news = system.withLock({ $0.next() }) {
        await deliver(news)
        await rest()
        if case .event(_, _, let name) = news { warnOfUnheardEvents(of: name) }
      } else if let delivery = service?.next() {
        await deliver(delivery)
        await rest()
      } else {
        return
      }
    }
  }

  private func deliver(
    _ delivery: ServiceDelivery, isolation: isolated (any Actor)? = #isolation
  ) async {
    log(.delivery, delivery.text)
    setOccasion("the app has not come to rest after \(delivery.text)")
    await AppContext.$current.withValue(appContext) { await MainActor.run { delivery.deliver() } }
  }

  /// Waits until the app has come to rest: none of its code can go on, and the events that it has
  /// received are handled, or it sleeps.
  func rest(isolation: isolated (any Actor)? = #isolation) async {
    guard !Task.isCancelled else { return }
    let wasOverdue = await Rest.wait(on: self) { [weak self] in
      guard let self else { return true }
      return app.withLock { state in
        state.sleepers.first != nil || state.sessions.values.allSatisfy { $0.channel.isHandled }
      }
    }
    guard wasOverdue else { return }
    for session in app.withLock({ Array($0.sessions.values) }) { session.channel.giveUpWaiting() }
    AppQueues.giveUp()
  }

  func catchUp(isolation: isolated (any Actor)? = #isolation) async {
    if AppExecutor.isBusy { await rest() }
    await tell()
  }

  private func deliver(
    _ news: News, isolation: isolated (any Actor)? = #isolation
  ) async {
    switch news {
    case .relaunch(let cause): await relaunch(for: cause)
    case .event(let event, let report, let name): deliver(event, report, to: name)
    case .call(let call, let recipients): await deliver(call, to: recipients)
    case .update(let update):
      for reader in app.withLock({ $0.liveUpdates.sorted { $0.key < $1.key }.map(\.value) }) {
        reader.yield(update)
      }
    case .prompt(let wish):
      system.withLock { $0.answerPrompt(wish) }
    }
  }

  private func deliver(
    _ event: CLMonitor.Event, _ report: CrossingReport?, to name: String
  ) {
    guard let session = app.withLock({ $0.sessions[name] }) else {
      if let report { system.withLock { $0.core.putBack(report) } }
      return
    }
    let text = "event \(event.state) of \(event.identifier) in monitor \(name)"
    setOccasion("\(text) has not been handled")
    session.channel.listener?.goOn(on: self)
    let isReceived = session.channel.send(
      EventChannel.Item(
        event: event, report: report, onReceived: { [weak self] in self?.log(.delivery, text) },
        onHandled: { [weak self] in self?.noteHandled(event, monitor: name) }))
    if !isReceived { log(.waiting, text) }
  }

  private func warnOfUnheardEvents(of name: String) {
    guard let reason = app.withLock({ $0.sessions[name]?.channel })?.reasonOfSilence else { return }
    warn(
      reason.replacing("@", with: "the events of monitor \(name)") + "; they wait",
      help: "keep a task in `for try await event in await monitor.events`")
  }

  private func deliver(
    _ call: DelegateCall, to recipients: News.Recipients,
    isolation: isolated (any Actor)? = #isolation
  ) async {
    var managers = system.withLock { $0.managers }
    managers.all.removeAll { !recipients.contains($0) || $0.delegate == nil }
    guard !managers.all.isEmpty else {
      if case .region(let region, _) = call { reportNoReceiver(of: region) }
      return
    }
    log(.delivery, "\(call)")
    setOccasion("the app has not come to rest after \(call)")
    let isHeard = await AppContext.$current.withValue(appContext) { [managers] in
      await MainActor.run { managers.all.map { $0.perform(call) }.contains(true) }
    }
    if case .region(_, let state) = call { reportIfDeaf(to: state, isHeard, managers.all) }
  }

  private func reportNoReceiver(of region: CLRegion) {
    let isFirst = app.withLock { state in
      defer { state.lacksDelegate = true }
      return !state.lacksDelegate && state.isListening
    }
    guard isFirst else { return }
    report(
      mistake: "the app has crossed the boundary of \(region.identifier), and none of its location "
        + "managers has a delegate",
      help:
        "keep a CLLocationManager and the object that is its delegate, which it does not retain",
      place: site)
  }

  private func reportIfDeaf(
    to state: RegionState, _ isHeard: Bool, _ managers: [CLLocationManager]
  ) {
    let names = Set(managers.compactMap { $0.delegate.map { "\(type(of: $0))" } }).sorted()
      .joined(separator: ", ")
    guard app.withLock({ $0.hearing.isDeaf(to: state, isHeard: isHeard, names) }) else { return }
    report(
      mistake:
        "\(names) implements none of didEnterRegion, didExitRegion and "
        + "didDetermineState; what the app's regions cross is lost",
      help: "implement one in the class that conforms to CLLocationManagerDelegate; those of a "
        + "subclass, and what is in `#if os(iOS)`, are not called here", place: site)
  }

  func warnIfDeaf() {
    let hearing = app.withLock { $0.hearing }
    guard let method = hearing.missingMethod else { return }
    warn(
      "\(hearing.delegates) implements neither \(method) nor "
        + "didDetermineState, and no other crossing occurred: the app has received none",
      help: "implement one where the class conforms to CLLocationManagerDelegate; what is in "
        + "`#if os(iOS)` is not called here")
  }
}
