import GeofenceCore
import GeofenceFormats

extension ReportDocument.Device {
  /// Creates the device with this number; `nil` for a device without a fix.
  init?(
    _ number: Int, of report: Report, _ differences: [Comparison.Finding],
    _ regions: ReportDocument.RegionTable, _ room: inout ReportDocument.Room
  ) {
    let record = report.devices[number]
    guard let times = record.times else { return nil }
    name = record.name?.steeringNothing
    fixes = record.fixes
    start = times.lowerBound.milliseconds
    end = times.upperBound.milliseconds
    for event in record.events { append(event, regions, &room) }
    for stay in record.stays where room.take("stays") {
      stays.append(regions.position(of: stay.region), stay.start, stay.end, after: start)
    }
    for span in record.registrations where room.take("registrations") {
      registrations.append(regions.position(of: span.region), span.start, span.end, after: start)
    }
    for crossing in report.crossings(ofDevice: number) {
      if let loss = crossing.loss { causes[loss.cause.rawValue, default: 0] += 1 }
      append(crossing, of: report, regions, &room)
    }
    appendApproaches(number, of: report, regions, &room)
    for look in record.looks where room.take("looks") { append(look) }
    for finding in differences where room.take("differences") {
      let event = finding.event
      self.differences.append(
        ReportDocument.Difference(
          time: event.time.milliseconds - start, name: event.name,
          region: event.region.flatMap { regions.position(of: $0) },
          text: ComparisonText.explanation(finding, clock: report.clock)))
    }
  }

  private mutating func append(
    _ event: Event, _ regions: ReportDocument.RegionTable, _ room: inout ReportDocument.Room
  ) {
    let time = event.time.milliseconds - start
    switch event.kind {
    case .crossing(let report):
      guard room.take("events"), let region = regions.position(of: report.region.identifier) else {
        return
      }
      events.time.append(time)
      events.name.append(report.name == .exit ? 0 : report.isInitial ? 2 : 1)
      events.region.append(region)
      events.distance.append(event.distance(to: report.region).tenths)
      events.delay.append((event.time - report.crossedAt).milliseconds)
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
      let words = [record.event == "device" ? nil : record.event, record.region, record.cause]
      marks.append(
        ReportDocument.Mark(
          time: time, name: words.compactMap { $0 }.joined(separator: " ").steeringNothing))
    case .outside: break
    }
  }

  private mutating func append(
    _ crossing: AuditedCrossing, of report: Report, _ regions: ReportDocument.RegionTable,
    _ room: inout ReportDocument.Room
  ) {
    let names = report.audit.names
    guard let region = regions.position(of: names[Int(crossing.region)]) else { return }
    let time = crossing.time.milliseconds - start
    if let loss = crossing.loss {
      guard room.take("losses") else { return }
      let text = LossText(crossing, names, clock: report.clock)
      losses.append(
        ReportDocument.Loss(
          time: time, name: crossing.name.rawValue, region: region, cause: loss.cause.rawValue,
          and: loss.others.map(\.rawValue), why: text?.text ?? ""))
    } else if crossing.isLate, let delivery = crossing.delivery, let possible = crossing.confirmedAt
    {
      guard room.take("late deliveries") else { return }
      late.append(
        ReportDocument.Late(
          time: time, name: crossing.name.rawValue, region: region,
          delivered: delivery.time.milliseconds - start,
          possible: possible.milliseconds - start))
    }
  }
}

extension ReportDocument.Device {
  /// Appends the regions that no device was in and that this device came nearest to.
  private mutating func appendApproaches(
    _ number: Int, of report: Report, _ regions: ReportDocument.RegionTable,
    _ room: inout ReportDocument.Room
  ) {
    let approaches = report.audit.approaches.filter { $0.value.device == Int32(number) }
    for (region, approach) in approaches.sorted(by: { $0.key < $1.key }) {
      guard let position = regions.position(of: report.audit.names[Int(region)]),
        room.take("nearest approaches")
      else { continue }
      nearest.region.append(position)
      nearest.time.append(approach.time.milliseconds - start)
      nearest.distance.append(approach.distance.tenths)
    }
  }
}

extension ReportDocument.Device {
  private mutating func append(_ look: Positioner.Sighting) {
    var looks = looks ?? .init()
    looks.time.append(look.time.milliseconds - start)
    looks.latitude.append(look.place.latitude.millionths)
    looks.longitude.append(look.place.longitude.millionths)
    looks.accuracy.append(look.accuracy ?? -1)
    self.looks = looks
  }
}

extension ReportDocument.Spans {
  fileprivate mutating func append(
    _ region: Int?, _ start: Timestamp, _ end: Timestamp?, after origin: Int64
  ) {
    guard let region else { return }
    self.region.append(region)
    self.start.append(start.milliseconds - origin)
    self.end.append(end.map { $0.milliseconds - origin } ?? -1)
  }
}
