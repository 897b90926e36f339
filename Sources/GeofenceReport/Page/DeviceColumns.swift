import GeofenceBytes
import GeofenceCore
import GeofenceWriting

/// The rows of one device as columns, with times counted from its first fix.
struct DeviceColumns {
  let number: Int
  private let times: ClosedRange<Timestamp>
  private let regions: PageRegions
  /// The circles that actions put in the place of a region, by their positions, each from a time on.
  private let later: [RegionIdentifier: [(from: Timestamp, position: Int)]]

  init(
    _ number: Int, _ times: ClosedRange<Timestamp>, _ record: DeviceRecord, _ regions: PageRegions
  ) {
    (self.number, self.times, self.regions) = (number, times, regions)
    later = record.added.reduce(into: [:]) { later, added in
      guard let position = regions.positions[added.region] else { return }
      later[added.region.identifier, default: []].append((added.from, position))
    }
  }

  /// Returns the position of the circle that a region has at a time.
  private func position(of region: RegionIdentifier, at time: Timestamp) -> Int? {
    later[region]?.last { $0.from <= time }?.position ?? regions.first[region]
  }

  private func time(_ time: Timestamp) -> Int64 { (time - times.lowerBound).milliseconds }

  // MARK: the device

  /// Returns what is the same under every strategy, but for the path.
  ///
  /// - Parameter approaches: the regions that no device was in and that this one came nearest to.
  func members(
    of report: Report, _ approaches: [(RegionNumber, Approach)], _ room: inout PageRoom
  ) -> [(String, (any JSONConvertible)?)] {
    let record = report.devices[number]
    return [
      ("name", record.name?.steeringNothing), ("fixes", record.fixes),
      // In milliseconds since 1970.
      ("start", times.lowerBound.milliseconds), ("end", times.upperBound.milliseconds),
      ("stays", json(record.stays.filter { _ in room.take("stays") })),
      ("nearest", json(approaches, report)), ("profile", json(record.profile)),
    ]
  }

  /// Returns a track whose every value but the first is the difference to the one before, with the
  /// numbers of the points before which the path is unknown.
  func json(_ path: TrackPath) -> JSONValue {
    let vertices = path.vertices
    return [
      "error": path.error.tenths,
      "time": vertices.map(\.time.milliseconds).steps(from: times.lowerBound.milliseconds),
      "latitude": vertices.map(\.coordinate.latitude).differences,
      "longitude": vertices.map(\.coordinate.longitude).differences,
      "gaps": vertices.indices.filter { vertices[$0].endsGap },
    ]
  }

  /// Returns spans of time, each in the circle that the region has then; an end of −1 stands for
  /// the end of the track.
  private func json(_ spans: [RegionSpan]) -> JSONValue {
    let known = spans.flatMap { span -> [(position: Int, start: Timestamp, end: Timestamp?)] in
      let changes = (later[span.region] ?? []).map(\.from).filter { from in
        span.start < from && span.end.map { from < $0 } ?? true
      }
      return zip([span.start] + changes, changes as [Timestamp?] + [span.end])
        .compactMap { start, end in
          position(of: span.region, at: start).map { (position: $0, start: start, end: end) }
        }
    }
    return [
      "region": known.map(\.position), "start": known.map { time($0.start) },
      "end": known.map { $0.end.map(time) ?? -1 },
    ]
  }

  private func json(_ approaches: [(RegionNumber, Approach)], _ report: Report) -> JSONValue {
    let known = approaches.compactMap { region, approach in
      position(of: report.audit.names[region], at: approach.time).map {
        (
          region: $0, approach: approach,
          note: report.audit.note(on: region, clock: report.clock).steeringNothing
        )
      }
    }
    return [
      "region": known.map(\.region), "time": known.map { time($0.approach.time) },
      "distance": known.map(\.approach.distance.tenths),
      "side": known.map {
        let (distance, isInside) = ($0.approach.distance, $0.approach.isInside)
        return "\(distance.magnitude.spokenMetres) \(isInside ? "inside" : "away")"
      },
      "text": known.map(\.note),
    ]
  }

  private func json(_ profile: TrackProfile) -> JSONValue? {
    let samples = profile.samples
    guard samples.count > 1 else { return nil }
    return [
      "time": samples.map(\.time.milliseconds).steps(from: times.lowerBound.milliseconds),
      "altitude": JSONValue(column: samples.map { $0.altitude?.tenths }),
      "speed": JSONValue(column: samples.map { $0.speed?.tenths }),
    ]
  }

  // MARK: the log of a run

  /// An event of a region; its kind is 0 for an exit, 1 for an enter, 2 for an initial enter, 3 for
  /// a false exit, 4 for a false enter, 5 for an enter of the phone itself, 6 for an exit of it.
  private struct EventRow {
    let kind: Int
    let time: Timestamp
    let region: Int
    /// The distance from the boundary in words; of a false event that of the device's true place.
    let side: String
    /// The time from the true crossing; `nil` for an event of no crossing.
    let delay: Interval?
    /// The sentence on its crossing, or why it came without one.
    let text: String
  }

  /// Returns what happened on the device under a strategy.
  func log(
    of run: ReportedRun, _ judgements: Judgements, _ differences: [Problem.Moment],
    _ room: inout PageRoom
  ) -> JSONValue {
    let record = run.devices[number]
    let crossings = run.crossings(ofDevice: number)
    let (events, marks, choices) = happenings(
      record, crossings, run.report, judgements, &room)
    let registrations = record.registrations.filter { _ in room.take("registrations") }
    let looks = record.looks.filter { _ in room.take("location updates") }
    var (losses, late, undecided): ([JSONValue], [JSONValue], [JSONValue]) = ([], [], [])
    // Differences and false events that are not listed count, too.
    var problems = differences.count + record.falseEvents.count
    for crossing in run.judged(ofDevice: number) {
      let id = crossing.id
      guard let region = position(of: run.report.audit.names[id.region], at: id.time) else {
        continue
      }
      func moment() -> JSONValue {
        json(
          id.time, id.name.rawValue, region,
          [("text", judgements.sentence(on: id)?.steeringNothing)])
      }
      switch crossing.verdict.outcome {
      case .missed:
        problems += 1
        if room.take("losses") { losses.append(moment()) }
      case .late, .early:
        problems += 1
        if room.take("late deliveries") { late.append(moment()) }
      case .undecidable, .waits:
        if crossing.verdict.deliveredAt == nil, room.take("undecided crossings") {
          undecided.append(moment())
        }
      case .inTime, .filtered: break
      }
    }
    return [
      "events": [
        "time": events.map { time($0.time) }, "name": events.map(\.kind),
        "region": events.map(\.region), "side": events.map(\.side),
        "delay": events.map { $0.delay?.milliseconds.json ?? .null }, "text": events.map(\.text),
      ] as JSONValue,
      "marks": marks, "choices": json(choices), "registrations": json(registrations),
      "outages": record.outages.isEmpty
        ? nil
        : [
          "start": record.outages.map { time($0.from) },
          "end": record.outages.map { $0.until.map(time) ?? -1 },
          "text": record.outages.map { run.phrasing.clause($0) },
        ] as JSONValue,
      "looks": looks.isEmpty ? nil : json(looks), "losses": losses, "late": late,
      "undecided": undecided,
      "differences": differences.filter { _ in room.take("differences") }.map { moment in
        json(
          moment.time, moment.name, moment.region.flatMap { position(of: $0, at: moment.time) },
          [
            (
              "text",
              "not as expected: \(moment.reasons.joined(separator: ". "))".steeringNothing
            )
          ])
      },
      "problems": problems,
    ]
  }

  private func happenings(
    _ record: DeviceRecord, _ crossings: ArraySlice<AuditedCrossing>, _ report: Report,
    _ judgements: Judgements, _ room: inout PageRoom
  ) -> (events: [EventRow], marks: [JSONValue], choices: [(Timestamp, Reselection)]) {
    let delivered = Dictionary(grouping: crossings, by: \.delivery?.time)
    let made = Dictionary(
      record.falseEvents.map { ($0.event, $0) }, uniquingKeysWith: { first, _ in first })
    var (events, marks): ([EventRow], [JSONValue]) = ([], [])
    var choices: [(Timestamp, Reselection)] = []
    for (number, event) in record.events.enumerated() {
      func mark(_ words: [String?]) {
        let name = words.compactMap(\.self).joined(separator: " ").steeringNothing
        marks.append(["time": time(event.time), "text": name])
      }
      switch event.kind {
      case .crossing(let crossing):
        let identifier = crossing.region.identifier
        guard room.take("events") else { continue }
        if crossing.name == .dwell {
          mark(["dwell", identifier.rawValue])
          continue
        }
        guard let region = position(of: identifier, at: event.time) else { continue }
        let (made, isExit) = (made[number], crossing.name == .exit)
        let source = delivered[event.time]?.last {
          report.audit.names[$0.region] == identifier && ($0.name == .exit) == isExit
        }
        events.append(
          EventRow(
            kind: made != nil ? (isExit ? 3 : 4) : isExit ? 0 : crossing.isInitial ? 2 : 1,
            time: event.time, region: region,
            side: EventWords.side(made?.distance ?? event.distance(to: crossing.region)),
            delay: source?.delay,
            text: source.flatMap { judgements.sentence(on: $0.id) }?.steeringNothing
              ?? EventReason.text(isFalse: made != nil, isInitial: crossing.isInitial)))
      case .reselect(let reselection):
        if room.take("reselections") { choices.append((event.time, reselection)) }
      case .device, .relaunch, .failed, .unmonitored:
        guard room.take("events") else { continue }
        let record = EventRecord(event)
        mark([record.event == "device" ? nil : record.event, record.region, record.cause])
      case .outside, .registered: break
      }
    }
    events += (report.phone?.marks(ofDevice: number) ?? []).compactMap { mark in
      position(of: mark.region, at: mark.time).map { region in
        EventRow(
          kind: mark.isEnter ? 5 : 6, time: mark.time, region: region,
          side: EventWords.side(mark.distance ?? 0), delay: mark.delay,
          text: "delivered by the phone "
            + (mark.delay.map {
              "\($0.spoken) \($0.milliseconds < 0 ? "before" : "after") the true crossing"
            } ?? "without a crossing"))
      }
    }
    return (events, marks, choices)
  }

  private func json(_ choices: [(time: Timestamp, choice: Reselection)]) -> JSONValue {
    [
      "time": choices.map { time($0.time) },
      "cause": choices.map { $0.choice.causeNames.joined(separator: ",") },
      "registered": choices.map(\.choice.registered),
      "candidates": choices.map(\.choice.candidates),
      "text": choices.map { EventWords.text(of: $0.choice) },
    ]
  }

  /// Returns location updates; an accuracy of −1 stands for none.
  private func json(_ looks: [Positioner.Sighting]) -> JSONValue {
    [
      "time": looks.map { time($0.time) },
      "latitude": looks.map(\.place.latitude.millionths),
      "longitude": looks.map(\.place.longitude.millionths),
      "accuracy": looks.map { $0.accuracy ?? -1 },
    ]
  }

  private func json(
    _ moment: Timestamp, _ name: String, _ region: Int?, _ more: [(String, (any JSONConvertible)?)]
  ) -> JSONValue {
    JSONValue([("time", time(moment)), ("name", name), ("region", region)] + more)
  }
}
