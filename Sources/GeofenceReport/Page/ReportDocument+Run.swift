import GeofenceBytes
import GeofenceCore
import GeofenceWriting

extension ReportDocument.Run {
  init(_ run: ReportedRun, devices numbers: [Int], _ room: ReportDocument.Room) {
    let settings = run.settings
    options = run.options
    let own = PictureInterface.all(of: run.report).first { $0.api == settings.api }
    (interface, mark) = (own?.name, own?.mark)
    limit = settings.limit
    (delivered, crossings) = (run.counts.delivered, run.counts.geometry)
    sentinelRadius = settings.triggers.contains(.sentinel) ? settings.sentinelRadius : nil
    if let trial = run.trial {
      trials = run.report.trials?.trials
      told = room.regions.identifiers.map { region in
        let number = run.report.audit.names.number(of: region)
        let share = number.flatMap { trial.account.regions[$0].reach.value } ?? -1
        return (share * 1000).rounded() / 1000
      }
    }
    let differences = Dictionary(grouping: run.unexpected?.moments ?? [], by: \.device)
    devices = numbers.map { ReportDocument.Log($0, of: run, differences[$0] ?? [], room) }
  }
}

extension ReportDocument.Log {
  init(
    _ number: Int, of run: ReportedRun, _ differences: [Problem.Moment],
    _ room: ReportDocument.Room
  ) {
    let record = run.devices[number]
    room.start = run.report.devices[number].times?.lowerBound ?? Timestamp(milliseconds: 0)
    let crossings = run.crossings(ofDevice: number)
    let deliveries = Deliveries(crossings, run.report)
    let made = Dictionary(
      record.falseEvents.map { ($0.event, $0) }, uniquingKeysWith: { first, _ in first })
    for (position, event) in record.events.enumerated() {
      append(event, made[position], deliveries, room)
    }
    // Events that the phone itself delivered.
    for mark in run.report.phone?.marks(ofDevice: number) ?? [] {
      guard room.take("events of the phone"), let region = room.position(of: mark.region) else {
        continue
      }
      events.append(
        mark.isEnter ? 5 : 6, at: room.time(mark.time), region, mark.distance ?? 0, mark.delay)
    }
    for span in record.registrations where room.take("registrations") {
      registrations.append(span, room)
    }
    for crossing in crossings { append(crossing, of: run, room) }
    for look in record.looks where room.take("location updates") {
      looks = looks ?? .init()
      looks?.time.append(room.time(look.time))
      looks?.latitude.append(look.place.latitude.millionths)
      looks?.longitude.append(look.place.longitude.millionths)
      looks?.accuracy.append(look.accuracy ?? -1)
    }
    for moment in differences where room.take("differences") {
      self.differences.append(
        .init(
          time: room.time(moment.time), name: moment.name,
          region: moment.region.flatMap(room.position),
          text: moment.reasons.joined(separator: ". ").steeringNothing))
    }
    problems += differences.count + record.falseEvents.count
  }

  private mutating func append(
    _ event: Event, _ made: FalseEvent?, _ deliveries: Deliveries, _ room: ReportDocument.Room
  ) {
    let time = room.time(event.time)
    func mark(_ words: [String?]) {
      let name = words.compactMap(\.self).joined(separator: " ").steeringNothing
      marks.append(ReportDocument.Mark(time: time, name: name))
    }
    switch event.kind {
    case .crossing(let report) where report.name == .dwell:
      if room.take("events") { mark(["dwell", report.region.identifier.rawValue]) }
    case .crossing(let report):
      guard room.take("events"), let region = room.position(of: report.region.identifier) else {
        return
      }
      let isExit = report.name == .exit
      events.append(
        made != nil ? (isExit ? 3 : 4) : isExit ? 0 : report.isInitial ? 2 : 1, at: time, region,
        made?.distance ?? event.distance(to: report.region),
        deliveries.delay(of: report, at: event.time))
    case .reselect(let reselection):
      guard room.take("reselections") else { return }
      choices.time.append(time)
      choices.cause.append(reselection.causeNames.joined(separator: ","))
      choices.registered.append(reselection.registered)
      choices.candidates.append(reselection.candidates)
      choices.started.append(reselection.started.count)
      choices.stopped.append(reselection.stopped.count)
    case .device, .relaunch, .failed, .unmonitored:
      guard room.take("events") else { return }
      let record = EventRecord(event)
      mark([record.event == "device" ? nil : record.event, record.region, record.cause])
    case .outside, .registered: break
    }
  }

  private mutating func append(
    _ crossing: AuditedCrossing, of run: ReportedRun, _ room: ReportDocument.Room
  ) {
    let region = room.position(of: run.report.audit.names[crossing.region])
    guard region != nil else { return }
    var moment = ReportDocument.Moment(
      time: room.time(crossing.time), name: crossing.name.rawValue, region: region)
    if crossing.loss != nil {
      problems += 1
      guard room.take("losses") else { return }
      let words = LossWords(crossing, of: run)
      (moment.cause, moment.why) = (words.cause, words.why)
      losses.append(moment)
    } else if crossing.outcome == .undecided {
      if room.take("undecided crossings") { undecided.append(moment) }
    } else if crossing.isLate, let delivery = crossing.delivery, let possible = crossing.confirmedAt
    {
      problems += 1
      guard room.take("late deliveries") else { return }
      (moment.delivered, moment.possible) = (room.time(delivery.time), room.time(possible))
      late.append(moment)
    }
  }
}

extension ReportDocument.Events {
  fileprivate mutating func append(
    _ kind: Int, at time: Int64, _ region: Int, _ distance: Double, _ delay: Interval?
  ) {
    self.time.append(time)
    name.append(kind)
    self.region.append(region)
    self.distance.append(distance.tenths)
    self.delay.append(delay?.milliseconds)
  }
}

/// The true crossings of a device that reached the app, by their events.
private struct Deliveries {
  private struct Key: Hashable {
    let region: RegionNumber
    let time: Timestamp
    let isExit: Bool
  }

  private var delays: [Key: Interval] = [:]
  private let names: RegionNames

  init(_ crossings: ArraySlice<AuditedCrossing>, _ report: Report) {
    names = report.audit.names
    for crossing in crossings {
      guard let delivery = crossing.delivery, let delay = crossing.delay else { continue }
      let key = Key(
        region: crossing.region, time: delivery.time, isExit: crossing.name == .exit)
      delays[key] = delay
    }
  }

  /// Returns the time from the true crossing to its event; `nil` for an event of no crossing.
  func delay(of report: CrossingReport, at time: Timestamp) -> Interval? {
    names.number(of: report.region.identifier).flatMap {
      delays[Key(region: $0, time: time, isExit: report.name == .exit)]
    }
  }
}
