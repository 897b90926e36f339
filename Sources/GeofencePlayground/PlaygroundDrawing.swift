import GeofenceBytes
import GeofenceCore
import GeofenceEngine

#if !hasFeature(Embedded)
  // In a page the recorder is a part of this room.
  import GeofenceReport
#endif

/// The contents of a page on some devices: the data of its map and timeline, the verdict, and the
/// problems, each in the form of a report's page.
package struct PlaygroundDrawing {
  private let regions: RegionColumns
  private let plane: StereographicProjection
  private var (devices, logs) = ([String](), [String]())
  private let problems: String
  private var judged: [JudgedCrossing] = []
  private let records: [DeviceRecord]
  private let sentences: [String]
  private let limit: Int

  /// - Returns: `nil` where two regions have the same identifier.
  package init?(_ world: EngineMessage.World, _ given: [EngineMessage.Device]) {
    let clock = LocalClock(sayingOffset: false)
    guard let set = try? RegionSet(world.regions), let audit = EngineAudit(world, given, clock)
    else { return nil }
    (sentences, limit) = (audit.sentences, world.settings.limit)
    regions = RegionColumns(
      world.regions.map { ($0, $0.name == $0.identifier.rawValue ? nil : $0.name, nil) })
    let plan = AuditPlan(
      of: set, [AuditStrategy(world.settings)], positioning: world.positioning,
      Question(recording: nil))
    let phrasing = world.phrasing(clock, given, plan.names)
    let dwellSentence = DwellSentence(world.settings, phrasing)
    var records:
      [(record: DeviceRecord, account: DeviceColumns.Account, dwells: [DeviceColumns.Row])] = []
    var reasons: [AuditedCrossing.ID: String] = [:]
    for (number, device) in given.enumerated() {
      guard let first = device.fixes.first else { continue }
      var account = AuditAccount(plan)
      var recorder = DeviceRecorder(
        plan, startingAt: first.time, device: Int32(number), named: device.name)
      for fix in device.fixes { recorder.advance(to: fix, into: &account) }
      recorder.finish(into: &account)
      let strategy = account.ordered.strategies[0]
      let judgements = Judgements(of: strategy, world.settings, phrasing)
      let own = strategy.judged
      judged += own
      records.append(
        (
          recorder.record(named: device.name), (own, plan.names, judgements),
          DeviceColumns.rows(of: strategy.dwells, plan.names, dwellSentence)
        ))
      for crossing in own { reasons[crossing.id] = judgements.sentence(on: crossing) }
    }
    problems = Self.problems(judged, world.settings, plan.names, phrasing, reasons)
    plane = StereographicProjection(
      aroundMiddleOf: records.flatMap { $0.record.path.vertices.map { $0.coordinate } })
    var room = PageRoom()
    self.records = records.map { $0.record }
    for (record, account, dwells) in records {
      guard let columns = DeviceColumns(record, regions, on: plane) else { continue }
      devices.append(columns.device(record.path, [], &room))
      logs.append(columns.log(of: record, account, dwells: dwells, &room))
    }
  }

  /// The cards of a report's page, with each crossing's link and sentence.
  private static func problems(
    _ judged: [JudgedCrossing], _ settings: Settings, _ names: RegionNames, _ phrasing: Phrasing,
    _ sentences: [AuditedCrossing.ID: String]
  ) -> String {
    var cards = ""
    for group in ProblemGroup.all(of: judged, settings) {
      let items = group.crossings.map { crossing in
        let id = crossing.id
        return Card.item(
          group.kind, PageLink.moment(id.time, region: names[id.region].rawValue), at: id.time,
          phrasing.moment(id.time), id.name.rawValue,
          "<bdi>\(phrasing.name(id.region).html)</bdi>", sentences[id].map { [$0] } ?? [])
      }
      let parts = ["<p>\(group.meaning.html)</p>", "<ul>\(items.joined())</ul>"]
      cards += Card.html(group.kind, group.title, parts, isOpen: cards.isEmpty)
    }
    return cards
  }

  package var json: String {
    let counts = VerdictCounts(judged)
    let run = EngineJSON.object([
      ("devices", EngineJSON.list(logs)), ("limit", "\(limit)"),
    ])
    return EngineJSON.object([
      (
        "data",
        EngineJSON.object([
          ("devices", EngineJSON.list(devices)), ("omissions", "[]"), ("plane", plane.json),
          ("regions", regions.json(on: plane)), ("runs", EngineJSON.list([run])),
        ])
      ),
      ("facts", facts.html.jsonText),
      ("problems", problems.jsonText),
      ("verdicts", verdict(counts).jsonText),
    ])
  }

  private var facts: String {
    let (fixes, regions) = (records.reduce(0) { $0 + $1.fixes }, regions.identifiers.count)
    let ends = records.compactMap { $0.times }.flatMap { [$0.lowerBound, $0.upperBound] }
    let span = ends.min().map { $0...(ends.max() ?? $0) }
    let clock = LocalClock(sayingOffset: false)
    return [
      span.map { TimeWords(clock, $0).run($0) } ?? "",
      "\(fixes.grouped) \(fixes == 1 ? "fix" : "fixes")",
      "\(regions.grouped) \(regions == 1 ? "region" : "regions")",
    ].joined(separator: " · ")
  }

  private func verdict(_ counts: VerdictCounts) -> String {
    let tone =
      counts.missed + counts.late > 0
      ? "bad" : problems.isEmpty && counts.asked > 0 ? "good" : "open"
    let said =
      sentences.isEmpty
      ? ["No region is given: under “What if” one can be placed on the map."] : sentences
    let others = said.dropFirst().joined(separator: " ")
    return "<h1 class=\"\(tone)\">\(said[0].html)</h1>"
      + (others.isEmpty ? "" : "<p class=\"aside\">\(others.html)</p>")
      + Figure.html(Figure.outcomes(of: counts))
  }
}
