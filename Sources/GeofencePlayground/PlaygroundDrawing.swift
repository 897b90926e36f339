import GeofenceBytes
import GeofenceCore
import GeofenceEngine

#if !hasFeature(Embedded)
  // In a page the recorder is a part of this room.
  import GeofenceReport
#endif

/// What a page draws of some devices: their paths and stays, and what the app received on the way.
///
/// Columns and names are those of the data of a report's page.
package struct PlaygroundDrawing {
  private var devices: [String] = []
  private var logs: [String] = []

  /// - Returns: `nil` where two regions have the same identifier.
  package init?(_ world: EngineMessage.World, _ given: [EngineMessage.Device]) {
    let clock = LocalClock(sayingOffset: false)
    guard let regions = try? RegionSet(world.regions) else { return nil }
    let plan = AuditPlan(
      of: regions, [AuditStrategy(world.settings)], positioning: world.positioning,
      Question(recording: nil))
    let positions = Dictionary(
      world.regions.enumerated().map { ($1.identifier, $0) },
      uniquingKeysWith: { first, _ in first })
    for (number, device) in given.enumerated() {
      guard let first = device.fixes.first else { continue }
      var account = AuditAccount(plan)
      var recorder = DeviceRecorder(
        plan, startingAt: first.time, device: Int32(number), named: device.name)
      for fix in device.fixes { recorder.advance(to: fix, into: &account) }
      recorder.finish(into: &account)
      let record = recorder.record(named: device.name)
      let columns = PlaygroundColumns(
        start: first.time, positions: positions, names: plan.names)
      let strategy = account.ordered.strategies[0]
      let judgements = Judgements(
        of: strategy, world.settings, world.phrasing(clock, given, plan.names))
      devices.append(columns.device(record))
      logs.append(columns.log(of: record, strategy, judgements))
    }
  }

  package var json: String {
    EngineJSON.object([("devices", EngineJSON.list(devices)), ("logs", EngineJSON.list(logs))])
  }
}

/// The rows of one device as columns, with times counted from its first fix.
private struct PlaygroundColumns {
  let start: Timestamp
  let positions: [RegionIdentifier: Int]
  let names: RegionNames

  private func time(_ time: Timestamp) -> Int64 { (time - start).milliseconds }

  func device(_ record: DeviceRecord) -> String {
    let vertices = record.path.vertices
    let times = vertices.map { $0.time.milliseconds }
    return EngineJSON.object([
      ("name", record.name.map { $0.jsonText }), ("fixes", "\(record.fixes)"),
      ("start", "\(start.milliseconds)"),
      ("end", "\((vertices.last?.time ?? start).milliseconds)"),
      ("stays", spans(record.stays)),
      ("nearest", "{\"region\":[],\"time\":[],\"distance\":[],\"side\":[],\"text\":[]}"),
      (
        "path",
        EngineJSON.object([
          ("error", "\(record.path.error)"),
          ("time", steps(times, from: start.milliseconds)),
          ("latitude", steps(vertices.map { millionths($0.coordinate.latitude) }, from: 0)),
          ("longitude", steps(vertices.map { millionths($0.coordinate.longitude) }, from: 0)),
          ("gaps", EngineJSON.list(vertices.indices.filter { vertices[$0].endsGap })),
        ])
      ),
    ])
  }

  private func millionths(_ degrees: Double) -> Int64 { Int64((degrees * 1e6).rounded()) }

  private func steps(_ numbers: [Int64], from start: Int64) -> String {
    EngineJSON.list(zip(numbers, [start] + numbers).map { $0 - $1 })
  }

  /// Spans of time; an end of −1 stands for the end of the track.
  private func spans(_ spans: [RegionSpan]) -> String {
    EngineJSON.object([
      ("region", EngineJSON.list(spans.map { positions[$0.region] ?? 0 })),
      ("start", EngineJSON.list(spans.map { time($0.start) })),
      ("end", EngineJSON.list(spans.map { $0.end.map { time($0) } ?? -1 })),
    ])
  }

  func log(of record: DeviceRecord, _ account: StrategyAccount, _ judgements: Judgements)
    -> String
  {
    func moment(_ crossing: JudgedCrossing) -> String {
      EngineJSON.object([
        ("time", "\(time(crossing.id.time))"),
        ("name", crossing.id.name.rawValue.jsonText),
        ("region", "\(positions[names[crossing.id.region]] ?? 0)"),
        ("text", judgements.sentence(on: crossing.id).map { $0.jsonText }),
      ])
    }
    var (losses, late, open): ([String], [String], [String]) = ([], [], [])
    for crossing in account.judged {
      switch crossing.verdict.outcome {
      case .missed: losses.append(moment(crossing))
      case .late, .early: late.append(moment(crossing))
      case .undecidable, .waits:
        if crossing.verdict.deliveredAt == nil { open.append(moment(crossing)) }
      case .inTime, .filtered: break
      }
    }
    return EngineJSON.object([
      ("events", events(of: record, account, judgements)), ("marks", "[]"),
      ("choices", choices(of: record)),
      ("registrations", spans(record.registrations)), ("losses", EngineJSON.list(losses)),
      ("late", EngineJSON.list(late)), ("undecided", EngineJSON.list(open)),
      ("differences", "[]"), ("problems", "\(losses.count + late.count)"),
    ])
  }

  /// The events of regions; the kinds are 0 for an exit, 1 for an enter, 2 for an initial enter, 3 for
  /// a false exit, 4 for a false enter.
  private func events(
    of record: DeviceRecord, _ account: StrategyAccount, _ judgements: Judgements
  ) -> String {
    var sources: [AuditedCrossing.ID: AuditedCrossing] = [:]
    for crossing in account.crossings {
      guard let delivery = crossing.delivery else { continue }
      sources[id(crossing.region, crossing.name, delivery.time)] = crossing
    }
    let made = Dictionary(
      record.falseEvents.map { ($0.event, $0.distance) }, uniquingKeysWith: { first, _ in first })
    var rows:
      [(time: Int64, kind: Int, region: Int, side: String, delay: Interval?, text: String)] =
        []
    for (number, event) in record.events.enumerated() {
      guard case .crossing(let report) = event.kind, report.name != .dwell,
        let region = positions[report.region.identifier]
      else { continue }
      let isExit = report.name == .exit
      let kind =
        made[number] != nil ? (isExit ? 3 : 4) : isExit ? 0 : report.isInitial ? 2 : 1
      let distance = made[number] ?? event.distance(to: report.region)
      let source = names.number(of: report.region.identifier).flatMap {
        sources[id($0, isExit ? .exit : .enter, event.time)]
      }
      let sentence = source.flatMap { judgements.sentence(on: $0.id) }
      let reason = EventReason.text(isFalse: kind > 2, isInitial: report.isInitial)
      rows.append(
        (
          time(event.time), kind, region, EventWords.side(distance), source?.delay,
          sentence ?? reason
        ))
    }
    return EngineJSON.object([
      ("time", EngineJSON.list(rows.map { $0.time })),
      ("name", EngineJSON.list(rows.map { $0.kind })),
      ("region", EngineJSON.list(rows.map { $0.region })),
      ("side", EngineJSON.list(rows.map { $0.side.jsonText })),
      (
        "delay", EngineJSON.list(rows.map { $0.delay.map { "\($0.milliseconds)" } ?? "null" })
      ),
      ("text", EngineJSON.list(rows.map { $0.text.jsonText })),
    ])
  }

  private func id(_ region: RegionNumber, _ name: AuditedCrossing.Name, _ time: Timestamp)
    -> AuditedCrossing.ID
  { .init(device: 0, region: region, name: name, time: time) }

  private func choices(of record: DeviceRecord) -> String {
    var choices: [(time: Int64, choice: Reselection)] = []
    for event in record.events {
      if case .reselect(let choice) = event.kind { choices.append((time(event.time), choice)) }
    }
    return EngineJSON.object([
      ("time", EngineJSON.list(choices.map { $0.time })),
      (
        "cause",
        EngineJSON.list(
          choices.map { $0.choice.causeNames.joined(separator: ",").jsonText })
      ),
      ("registered", EngineJSON.list(choices.map { $0.choice.registered })),
      ("candidates", EngineJSON.list(choices.map { $0.choice.candidates })),
      ("text", EngineJSON.list(choices.map { EventWords.text(of: $0.choice).jsonText })),
    ])
  }
}
