import GeofenceCore

extension SimulatedDevice {
  /// Waits until the app has come to rest, and delivers what it has asked for.
  public func settle(isolation: isolated (any Actor)? = #isolation) async {
    await operate { device in
      await device.rest()
      await device.tell()
    }
  }

  /// Delivers what is due, and what the app asks for in answer.
  ///
  /// An app that answers what it receives with a request that is answered at once, again and again
  /// for longer than the device's patience, is named, and does not receive what is left.
  nonisolated(nonsending) func tell() async {
    let (begin, patience) = (WallClock.machineTime, currentPatience)
    var count = 0
    while !Task.isCancelled {
      if showStandings() { await rest() }
      guard let news = system.withLock({ $0.next() }) ?? service?.next().map(News.service) else {
        return
      }
      await deliver(news)
      await rest()
      system.withLock { $0.answering = [] }
      if case .event(_, _, let name) = news { warnOfUnheardEvents(of: name) }
      count += 1
      // Few deliveries that took long are no loop.
      if count > Self.mostAtOnce, WallClock.machineTime - begin > patience {
        nameAsking(count)
        return system.withLock { $0.news = [] }
      }
    }
  }

  /// The number of deliveries at one time below which an app is not thought to ask without end.
  private static let mostAtOnce = 200

  /// Waits until the app has come to rest: none of its code can go on, and the events that it has
  /// received are handled, or what handles one may wait for the device: for an answer, or for time.
  /// Code that blocks its thread is at rest if an answer is due.
  nonisolated(nonsending) func rest() async {
    guard !Task.isCancelled else { return }
    let overdue = await Rest.wait(on: self) { [weak self] isBlocked in
      guard let self else { return true }
      let mayEnd = system.withLock { system in
        if isBlocked {
          return system.nextRequest != nil || system.news.contains { $0.isAnswer }
        }
        return system.channels.values.allSatisfy { $0.isHandled } || !system.news.isEmpty
          || system.sleepers.first != nil || system.nextRequest != nil
      }
      return mayEnd || service?.owesDelivery == true
    }
    reportAgain()
    guard let overdue else { return }
    name(overdue)
    for channel in system.withLock({ Array($0.channels.values) }) { channel.giveUpWaiting() }
    AppQueues.giveUp()
    AppExecutor.giveUp()
  }

  nonisolated(nonsending) func catchUp() async {
    if AppExecutor.isBusy { await rest() }
    await tell()
  }

  nonisolated(nonsending) private func deliver(_ news: News) async {
    switch news {
    case .relaunch(let reason): await relaunch(reason)
    case .event(let event, let report, let name): deliver(event, report, to: name)
    case .call(let call, let recipients): await deliver(call, to: recipients)
    case .update(let update):
      for reader in system.withLock({ $0.readersInOrder }) { reader.update?(update) }
    case .prompt(let wish): system.withLock { $0.answerPrompt(wish) }
    case .service(let delivery): await call(delivery.text) { delivery.deliver() }
    // The system has answered it.
    case .stateRequest: break
    }
  }

  /// Calls the app on the main actor.
  nonisolated(nonsending) private func call<R: Sendable>(
    _ text: String,
    _ body: @MainActor @Sendable () -> R
  ) async -> R {
    log(.delivery, text)
    setOccasion("the app has not come to rest after \(text)")
    return await AppContext.$current.withValue(appContext) { await MainActor.run(body: body) }
  }

  private func deliver(
    _ event: CLMonitor.Event, _ report: CrossingReport?, to name: String
  ) {
    guard let channel = system.withLock({ $0.channels[name] }) else {
      if let report { system.withLock { $0.core.putBack(report) } }
      return
    }
    setOccasion("\(channel.text(of: event)) has not been handled")
    channel.listener?.goOn(on: self)
    channel.send(event, report, from: self)
  }

  private func warnOfUnheardEvents(of name: String) {
    guard let reason = system.withLock({ $0.channels[name] })?.reasonOfSilence else { return }
    warn(
      reason.replacing("@", with: "the events of monitor \(name)") + "; they wait",
      help: "keep a task in `for try await event in await monitor.events`")
  }

  func warnOfReleasedMonitors() {
    let names = system.withLock { system in
      system.released.sorted().filter { name in
        system.monitors[name, default: [:]].contains { identifier, record in
          // The record shows what the app has received.
          let id = ConditionID(identifier, of: SimulatedSystem.owner(name))
          let state = system.core.state(of: id) ?? .unknown
          return state != .unknown && state != record.lastEvent.state.assumption
        }
      }
    }
    for name in names {
      warn(
        "the app has let go of monitor \(name); its events wait",
        help: "keep the CLMonitor, and a task in `for try await event in await monitor.events`")
    }
  }

  nonisolated(nonsending) private func deliver(
    _ call: DelegateCall, to recipients: Set<ObjectIdentifier>?
  ) async {
    let clients = system.withLock { $0.clients }.filter { recipients?.contains($0.id) ?? true }
    nonisolated(unsafe) let managers = clients.compactMap(\.manager).filter { $0.canCall }
    guard !managers.isEmpty else {
      if case .region(let region, _) = call,
        !clients.contains(where: { $0.manager?.delegate != nil })
      {
        reportNoReceiver(of: region)
      }
      return
    }
    if call.isLocations {
      system.withLock { $0.answering = Set(managers.map(ObjectIdentifier.init)) }
    }
    let heard = await self.call("\(call)") { managers.map { $0.perform(call) } }
    if case .region(_, let state) = call {
      reportIfDeaf(to: state, heard.contains(true), managers)
    } else if call.isLocations {
      for (manager, isHeard) in zip(managers, heard) where !isHeard {
        reportDeafRequest(call, of: manager)
      }
    }
  }

  private func reportNoReceiver(of region: CLRegion) {
    let isFirst = system.withLock { state in
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
    guard system.withLock({ $0.hearing.isDeaf(to: state, isHeard: isHeard, names) }) else { return }
    report(
      mistake:
        "\(names) implements none of didEnterRegion, didExitRegion and "
        + "didDetermineState; what the app's regions cross is lost",
      help: "implement one in the class that conforms to CLLocationManagerDelegate; those of a "
        + "subclass, and what is in `#if os(iOS)`, are not called here", place: site)
  }

  func warnIfDeaf() {
    let hearing = system.withLock { $0.hearing }
    guard let method = hearing.missingMethod else { return }
    warn(
      "\(hearing.delegates) implements neither \(method) nor "
        + "didDetermineState, and no other crossing occurred: the app has received none",
      help: "implement one where the class conforms to CLLocationManagerDelegate; what is in "
        + "`#if os(iOS)` is not called here")
  }
}

/// A detector of apps that receive no crossing of their regions.
///
/// A delegate that does not implement the call for an enter may want exits only; one that
/// implements neither call receives nothing.
struct RegionHearing {
  private var unheard: Set<RegionState> = []
  private(set) var delegates = ""
  private var isProved = false

  /// Returns `true` once both kinds have occurred and the app has received none.
  mutating func isDeaf(to state: RegionState, isHeard: Bool, _ delegates: String) -> Bool {
    self.delegates = delegates
    if isHeard { isProved = true } else { unheard.insert(state) }
    guard !isProved, unheard.count == 2 else { return false }
    isProved = true
    return true
  }

  /// The method that the app lacks if crossings of one kind alone have occurred, and it has received
  /// none: it may want the others.
  var missingMethod: String? {
    guard !isProved, unheard.count == 1, let state = unheard.first else { return nil }
    return state == .satisfied ? "didEnterRegion" : "didExitRegion"
  }
}
