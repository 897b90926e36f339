import GeofenceBytes
import GeofenceCore
import GeofenceEngine

/// The rows of one device as columns of JSON, with times counted from its first fix and places in
/// decimetres on the plane of the page.
package struct DeviceColumns {
  private let record: DeviceRecord
  private let times: ClosedRange<Timestamp>
  private let regions: RegionColumns
  private let plane: StereographicProjection
  /// The circles that actions put in the place of a region, by their positions, each from a time on.
  private let later: [RegionIdentifier: [(from: Timestamp, position: Int)]]

  /// - Returns: `nil` for a device without a fix.
  package init?(
    _ record: DeviceRecord, _ regions: RegionColumns, on plane: StereographicProjection
  ) {
    guard let times = record.times else { return nil }
    (self.record, self.times, self.regions, self.plane) = (record, times, regions, plane)
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

  /// A region that the device was never in, and how near it came, in words.
  package typealias Near = (region: RegionIdentifier, approach: Approach, text: String)

  /// Returns what is the same under every strategy.
  ///
  /// - Parameter nearest: the regions that no device was in and that this one came nearest to.
  package func device(_ path: TrackPath, _ nearest: [Near], _ room: inout PageRoom) -> String {
    EngineJSON.object([
      // In milliseconds since 1970.
      ("end", "\(times.upperBound.milliseconds)"), ("fixes", "\(record.fixes)"),
      ("name", record.name.map { $0.steeringNothing.jsonText }), ("nearest", json(nearest)),
      ("path", json(path)), ("profile", json(record.profile)),
      ("start", "\(times.lowerBound.milliseconds)"),
      ("stays", json(record.stays.filter { _ in room.take("stays") })),
    ])
  }

  /// Returns a track whose every value but the first is the difference to the one before, with the
  /// numbers of the points before which the path is unknown.
  private func json(_ path: TrackPath) -> String {
    let vertices = path.vertices
    let points = vertices.map { plane.project($0.coordinate) }
    return EngineJSON.object([
      ("error", path.error.spokenMetres.jsonText),
      ("gaps", EngineJSON.list(vertices.indices.filter { vertices[$0].endsGap })),
      ("time", EngineJSON.list(vertices.map { time($0.time) }.steps())),
      ("x", EngineJSON.list(points.map { $0.x.decimetres }.steps())),
      ("y", EngineJSON.list(points.map { $0.y.decimetres }.steps())),
    ])
  }

  /// Returns spans of time, each in the circle that the region has then; an end of −1 stands for
  /// the end of the track.
  private func json(_ spans: [RegionSpan]) -> String {
    var known: [(position: Int, start: Timestamp, end: Timestamp?)] = []
    for span in spans {
      let changes = (later[span.region] ?? []).map { $0.from }.filter { from in
        span.start < from && span.end.map { from < $0 } ?? true
      }
      for (start, end) in zip([span.start] + changes, changes.map { Optional($0) } + [span.end]) {
        if let position = position(of: span.region, at: start) {
          known.append((position, start, end))
        }
      }
    }
    return columns(
      known,
      [
        ("end", { "\($0.end.map { time($0) } ?? -1)" }), ("region", { "\($0.position)" }),
        ("start", { "\(time($0.start))" }),
      ])
  }

  private func json(_ nearest: [Near]) -> String {
    let known = nearest.filter { position(of: $0.region, at: $0.approach.time) != nil }
    return columns(
      known,
      [
        ("distance", { "\($0.approach.distance.decimetres)" }),
        ("region", { "\(position(of: $0.region, at: $0.approach.time) ?? 0)" }),
        (
          "side",
          {
            let (distance, isInside) = ($0.approach.distance, $0.approach.isInside)
            return "\(distance.magnitude.spokenMetres) \(isInside ? "inside" : "away")".jsonText
          }
        ),
        ("text", { ": \($0.text)".jsonText }), ("time", { "\(time($0.approach.time))" }),
      ])
  }

  /// Returns an object whose members are columns of values of some rows.
  private func columns<Row>(_ rows: [Row], _ members: [(name: String, value: (Row) -> String)])
    -> String
  {
    EngineJSON.object(
      members.map { member in
        (member.name, EngineJSON.list(rows.map { member.value($0) }))
      })
  }

  private func json(_ profile: TrackProfile) -> String? {
    let samples = profile.samples
    guard samples.count > 1 else { return nil }
    func column(_ value: (TrackProfile.Sample) -> Double?) -> String? {
      guard samples.contains(where: { value($0) != nil }) else { return nil }
      return EngineJSON.list(samples.map { value($0).map { $0.tenths.plain } ?? "null" })
    }
    return EngineJSON.object([
      ("altitude", column { $0.altitude }), ("speed", column { $0.speed }),
      ("time", EngineJSON.list(samples.map { time($0.time) }.steps())),
    ])
  }

  // MARK: the log of a run

  /// Something that happened with a region; its text goes on behind the name of the region.
  package typealias Row = (time: Timestamp, name: String, region: RegionIdentifier?, text: String)

  /// An event of a region; its kind is 0 for an exit, 1 for an enter, 2 for an initial enter, 3 for
  /// a false exit, 4 for a false enter, 5 for an enter of the phone itself, 6 for an exit of it.
  ///
  /// The distance is that from the boundary in metres, where a position was wrong that of the true place;
  /// the delay is the time from the true crossing, `nil` for an event of no crossing.
  package typealias EventRow = (
    kind: Int, time: Timestamp, region: RegionIdentifier, distance: Double, delay: Interval?,
    text: String
  )

  /// The crossings of the device in a run, with their verdicts and the sentences on them.
  package typealias Account = (
    judged: [JudgedCrossing], names: RegionNames, judgements: Judgements
  )

  /// Returns a line on each dwell that was due, at its delivery or else at the time when it was due.
  package static func rows(
    of dwells: [JudgedDwell], _ names: RegionNames, _ sentence: DwellSentence
  ) -> [Row] {
    dwells.compactMap { dwell in
      let time: Timestamp
      switch dwell.outcome {
      case .delivered(let delivery), .repeated(let delivery): time = delivery.time
      case .missed: time = dwell.due
      case .left, .undecidable, .notAsked: return nil
      }
      return (time, "dwell", names[dwell.region], ": \(sentence.text(of: dwell))")
    }
  }

  /// Returns what happened on the device under a strategy.
  ///
  /// - Parameters:
  ///   - record: the record of the device under this strategy.
  ///   - dwells: the outcomes of the dwells.
  ///   - outages: the words for each outage.
  ///   - ofPhone: the events that the phone itself delivered.
  ///   - missing: what the phone itself did not deliver, unlike the rules.
  ///   - differences: what was expected otherwise.
  ///   - mark: the words for an event of no region; `nil` for one that is not shown.
  package func log(
    of record: DeviceRecord, _ account: Account, dwells: [Row] = [], outages: [String] = [],
    ofPhone: [EventRow] = [], missing: [Row] = [], differences: [Row] = [], _ room: inout PageRoom,
    mark: (Event) -> String? = { _ in nil }
  ) -> String {
    var (losses, late, undecided, delivered, problems) = ([Row](), [Row](), [Row](), 0, (0, 0))
    for crossing in account.judged {
      let (id, verdict) = (crossing.id, crossing.verdict)
      let row: Row = (
        id.time, id.name.rawValue, account.names[id.region],
        " \(account.judgements.sentence(on: crossing))"
      )
      if verdict.deliveredAt != nil { delivered += 1 }
      switch verdict.outcome {
      case .missed:
        problems.0 += 1
        if room.take("losses") { losses.append(row) }
      case .late, .early:
        problems.1 += 1
        if room.take("late deliveries") { late.append(row) }
      case .undecidable:
        if verdict.deliveredAt == nil, room.take("undecided crossings") { undecided.append(row) }
      case .inTime, .filtered, .waits: break
      }
    }
    let outcomes = account.judged.compactMap { crossing in
      Self.kind(of: crossing.verdict.outcome).map { (kind: $0, time: crossing.id.time) }
    }
    var (events, marks, choices) = happenings(record, account, &room, mark)
    marks += dwells.filter { _ in room.take("events") }
    let looks = record.looks.filter { _ in room.take("location updates") }
    // Those that are not listed count, too.
    let counts = [delivered, problems.0, record.falseEvents.count, problems.1]
    let all = counts.dropFirst().reduce(differences.count + missing.count, +)
    return EngineJSON.object([
      ("choices", json(choices)), ("counts", EngineJSON.list(counts)),
      ("differences", json(differences.filter { _ in room.take("differences") })),
      ("events", json(events + ofPhone)),
      (
        "label",
        ((record.name?.steeringNothing ?? "the device")
          + (all > 0 ? ": \(counted(all, "problem"))" : "")).jsonText
      ),
      ("late", json(late)), ("looks", looks.isEmpty ? nil : json(looks)), ("losses", json(losses)),
      ("marks", json(marks)),
      (
        "missing",
        missing.isEmpty ? nil : json(missing.filter { _ in room.take("differences") })
      ),
      (
        "outcomes",
        outcomes.count > room.rows
          ? nil : columns(outcomes, [("kind", { "\($0.kind)" }), ("time", { "\(time($0.time))" })])
      ), ("outages", self.outages(of: record, outages)),
      ("problems", "\(all)"),
      ("registrations", json(record.registrations.filter { _ in room.take("registrations") })),
      ("undecided", json(undecided)),
    ])
  }

  /// Returns the place of an outcome's figure among those of `Figure.outcomes`.
  private static func kind(of outcome: CrossingVerdict.Outcome) -> Int? {
    switch outcome {
    case .inTime: 0
    case .late, .early: 1
    case .missed: 2
    case .undecidable: 3
    case .filtered: 4
    case .waits: nil
    }
  }

  private typealias Choice = (time: Timestamp, choice: Reselection)

  private func happenings(
    _ record: DeviceRecord, _ account: Account, _ room: inout PageRoom, _ mark: (Event) -> String?
  ) -> (events: [EventRow], marks: [Row], choices: [Choice]) {
    let judged = Dictionary(account.judged.map { ($0.id, $0) }) { first, _ in first }
    var (events, marks): ([EventRow], [Row]) = ([], [])
    var choices: [Choice] = []
    for (number, event) in record.events.enumerated() {
      switch event.kind {
      case .crossing(let crossing):
        let identifier = crossing.region.identifier
        guard crossing.name != .dwell, room.take("events") else { continue }
        let (received, isExit) = (record.received[number], crossing.state == .unsatisfied)
        let isFalse = received?.extra?.isFault == true
        let source = received?.crossing.flatMap { judged[$0] }
        events.append(
          (
            isFalse ? (isExit ? 3 : 4) : isExit ? 0 : crossing.isInitial ? 2 : 1, event.time,
            identifier, received?.error?.distance ?? event.distance(to: crossing.region),
            source.map { event.time - $0.id.time },
            source.map(account.judgements.sentence)
              ?? EventReason.text(
                received?.extra, isMisled: received?.error != nil, isEnter: !isExit,
                isInitial: crossing.isInitial)
              + account.judgements.phrasing.uncertainty(received?.accuracy)
          ))
      case .reselect(let reselection):
        if room.take("reselections") { choices.append((time: event.time, choice: reselection)) }
      case .device, .relaunch, .failed, .unmonitored:
        guard room.take("events"), let words = mark(event) else { continue }
        marks.append((event.time, "", nil, words))
      case .outside, .registered: break
      }
    }
    return (events, marks, choices)
  }

  private func json(_ events: [EventRow]) -> String {
    let known = events.filter { position(of: $0.region, at: $0.time) != nil }
    return columns(
      known,
      [
        ("delay", { $0.delay.map { "\($0.milliseconds)" } ?? "null" }), ("name", { "\($0.kind)" }),
        ("region", { "\(position(of: $0.region, at: $0.time) ?? 0)" }),
        ("text", { ", \($0.distance.spokenSide): \($0.text)".steeringNothing.jsonText }),
        ("time", { "\(time($0.time))" }),
      ])
  }

  private func json(_ rows: [Row]) -> String {
    EngineJSON.list(
      rows.map { row in
        let place = row.region.flatMap { position(of: $0, at: row.time) }
        return EngineJSON.object([
          ("name", row.name.jsonText), ("region", place.map { "\($0)" }),
          ("text", row.text.steeringNothing.jsonText), ("time", "\(time(row.time))"),
        ])
      })
  }

  /// Returns selections, each with whether the start of the app or a significant change has made it.
  private func json(_ choices: [Choice]) -> String {
    columns(
      choices,
      [
        ("candidates", { "\($0.choice.candidates)" }),
        ("registered", { "\($0.choice.registered)" }),
        (
          "significant",
          { $0.choice.causes.isEmpty || $0.choice.causes.contains(.significant) ? "1" : "0" }
        ),
        ("text", { EventWords.text(of: $0.choice).jsonText }), ("time", { "\(time($0.time))" }),
      ])
  }

  private func outages(of record: DeviceRecord, _ texts: [String]) -> String? {
    texts.isEmpty
      ? nil
      : columns(
        Array(zip(record.outages, texts)),
        [
          ("end", { $0.0.until.map { "\(time($0))" } ?? "null" }),
          ("start", { "\(time($0.0.from))" }),
          ("text", { $0.1.jsonText }),
        ])
  }

  /// Returns location updates; an accuracy of −1 stands for none.
  private func json(_ looks: [Positioner.Sighting]) -> String {
    columns(
      looks.map { (look: $0, point: plane.project($0.place)) },
      [
        ("accuracy", { ($0.look.accuracy ?? -1).plain }), ("time", { "\(time($0.look.time))" }),
        ("x", { "\($0.point.x.decimetres)" }), ("y", { "\($0.point.y.decimetres)" }),
      ])
  }
}
