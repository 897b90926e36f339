import GeofenceBytes
import GeofenceCore
import GeofenceWriting

extension ReportDocument.Run {
  init(
    _ run: ReportedRun, devices numbers: [Int], _ regions: ReportDocument.RegionTable,
    _ room: inout ReportDocument.Room
  ) {
    let settings = run.settings
    options = run.options
    let own = PictureInterface.all(of: run.report).first { $0.api == settings.api }
    (interface, mark) = (own?.name, own?.mark)
    limit = settings.limit
    (delivered, crossings) = (run.counts.delivered, run.counts.geometry)
    sentinelRadius = settings.triggers.contains(.sentinel) ? settings.sentinelRadius : nil
    if let trial = run.trial {
      trials = run.report.trials?.trials
      told = regions.identifiers.map { region in
        let number = run.report.audit.names.number(of: region)
        let share = number.flatMap { trial.account.regions[$0].reach.value } ?? -1
        return (share * 1000).rounded() / 1000
      }
    }
    let differences = Dictionary(grouping: run.unexpected?.moments ?? [], by: \.device)
    for number in numbers {
      devices.append(
        ReportDocument.Log(number, of: run, differences[number] ?? [], regions, &room))
    }
  }
}

extension ReportDocument.Log {
  init(
    _ number: Int, of run: ReportedRun, _ differences: [Problem.Moment],
    _ regions: ReportDocument.RegionTable, _ room: inout ReportDocument.Room
  ) {
    let record = run.devices[number]
    let start = run.report.devices[number].times?.lowerBound.milliseconds ?? 0
    let crossings = run.crossings(ofDevice: number)
    let deliveries = Deliveries(crossings, run.report)
    let made = Dictionary(
      record.falseEvents.map { ($0.event, $0) }, uniquingKeysWith: { first, _ in first })
    for (position, event) in record.events.enumerated() {
      append(event, made[position], deliveries, start, regions, &room)
    }
    for mark in run.report.phone?.marks(ofDevice: number) ?? [] {
      append(mark, start, regions, &room)
    }
    for span in record.registrations where room.take("registrations") {
      registrations.append(regions.position(of: span.region), span.start, span.end, after: start)
    }
    for crossing in crossings { append(crossing, of: run, start, regions, &room) }
    for look in record.looks where room.take("location updates") { append(look, start) }
    append(differences, start, regions, &room)
    problems += record.falseEvents.count
  }

  private mutating func append(
    _ event: Event, _ made: FalseEvent?, _ deliveries: Deliveries, _ start: Int64,
    _ regions: ReportDocument.RegionTable, _ room: inout ReportDocument.Room
  ) {
    let time = event.time.milliseconds - start
    switch event.kind {
    case .crossing(let report) where report.name == .dwell:
      guard room.take("events") else { return }
      append(mark: ["dwell", report.region.identifier.rawValue], at: time)
    case .crossing(let report):
      guard room.take("events"), let region = regions.position(of: report.region.identifier) else {
        return
      }
      let isExit = report.name == .exit
      events.time.append(time)
      events.name.append(
        made != nil ? (isExit ? 3 : 4) : isExit ? 0 : report.isInitial ? 2 : 1)
      events.region.append(region)
      events.distance.append((made?.distance ?? event.distance(to: report.region)).tenths)
      events.delay.append(deliveries.delay(of: report, at: event.time)?.milliseconds)
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
      append(
        mark: [record.event == "device" ? nil : record.event, record.region, record.cause],
        at: time)
    case .outside, .registered: break
    }
  }

  private mutating func append(
    _ mark: PhoneReport.Mark, _ start: Int64, _ regions: ReportDocument.RegionTable,
    _ room: inout ReportDocument.Room
  ) {
    guard room.take("events of the phone"), let region = regions.position(of: mark.region) else {
      return
    }
    events.time.append(mark.time.milliseconds - start)
    events.name.append(mark.isEnter ? 5 : 6)
    events.region.append(region)
    events.distance.append(mark.distance?.tenths ?? 0)
    events.delay.append(mark.delay?.milliseconds)
  }

  private mutating func append(mark words: [String?], at time: Int64) {
    let name = words.compactMap(\.self).joined(separator: " ").steeringNothing
    marks.append(ReportDocument.Mark(time: time, name: name))
  }

  private mutating func append(
    _ crossing: AuditedCrossing, of run: ReportedRun, _ start: Int64,
    _ regions: ReportDocument.RegionTable, _ room: inout ReportDocument.Room
  ) {
    guard let region = regions.position(of: run.report.audit.names[crossing.region]) else {
      return
    }
    let (time, name) = (crossing.time.milliseconds - start, crossing.name.rawValue)
    if crossing.loss != nil {
      problems += 1
      guard room.take("losses") else { return }
      let words = LossWords(crossing, of: run)
      losses.append(
        ReportDocument.Loss(
          time: time, name: name, region: region, cause: words.cause, why: words.why))
    } else if crossing.outcome == .undecided {
      guard room.take("undecided crossings") else { return }
      undecided.append(ReportDocument.Undecided(time: time, name: name, region: region))
    } else if crossing.isLate, let delivery = crossing.delivery, let possible = crossing.confirmedAt
    {
      problems += 1
      guard room.take("late deliveries") else { return }
      late.append(
        ReportDocument.Late(
          time: time, name: name, region: region,
          delivered: delivery.time.milliseconds - start,
          possible: possible.milliseconds - start))
    }
  }

  private mutating func append(_ look: Positioner.Sighting, _ start: Int64) {
    var looks = looks ?? .init()
    looks.time.append(look.time.milliseconds - start)
    looks.latitude.append(look.place.latitude.millionths)
    looks.longitude.append(look.place.longitude.millionths)
    looks.accuracy.append(look.accuracy ?? -1)
    self.looks = looks
  }

  private mutating func append(
    _ differences: [Problem.Moment], _ start: Int64, _ regions: ReportDocument.RegionTable,
    _ room: inout ReportDocument.Room
  ) {
    for moment in differences {
      problems += 1
      guard room.take("differences") else { continue }
      self.differences.append(
        ReportDocument.Difference(
          time: moment.time.milliseconds - start, name: moment.name,
          region: moment.region.flatMap { regions.position(of: $0) },
          text: moment.reasons.joined(separator: ". ").steeringNothing))
    }
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
  ///
  /// - Complexity: O(log n) for n regions.
  func delay(of report: CrossingReport, at time: Timestamp) -> Interval? {
    names.number(of: report.region.identifier).flatMap {
      delays[Key(region: $0, time: time, isExit: report.name == .exit)]
    }
  }
}
