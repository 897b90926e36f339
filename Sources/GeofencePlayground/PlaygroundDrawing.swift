import GeofenceBytes
import GeofenceCore
import GeofenceEngine
import GeofenceInputs

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
  private let input: Input

  /// The names of the tracks' files, and the doubts about all files.
  private struct Input {
    var tracks: [String] = []
    var findings: [Finding] = []
    var worthless: Diagnosis?
  }

  /// Draws all tracks of some files past all of their regions.
  package init(of files: [PlaygroundFile.Reading]) throws(InputError) {
    var tracks: [PlaygroundFile.Track] = []
    var inspections: [RegionReader.Inspection] = []
    for file in files {
      switch file {
      case .track(let track): tracks.append(track)
      case .regions(let inspection): inspections.append(inspection)
      case .mistake: break
      }
    }
    let regions = try RegionReader.joined(inspections)
    let vicinities = tracks.map { track in
      var vicinity = Vicinity(of: regions.elements)
      for device in track.devices {
        for fix in device.fixes { vicinity.visit(fix.coordinate) }
      }
      return vicinity
    }
    var input = Input(tracks: tracks.map { $0.report.source })
    input.worthless = .worthless(tracks.map { $0.report }, vicinities, TrackReader.Options())
    for (track, vicinity) in zip(tracks, vicinities) {
      input.findings += Finding.about(track.report, vicinity)
      if let failure = track.failure {
        input.findings.append(Finding(.error, .unreadable, failure))
      }
    }
    let all = inspections.flatMap { $0.regions }
    input.findings += inspections.flatMap {
      Plausibility.strays(among: $0.regions, of: all, along: vicinities, in: $0.source) + $0.notes
    }
    let devices = tracks.flatMap { track in
      // Of several tracks the file's name is that of a device without one.
      track.devices.map { device in
        let name = tracks.count > 1 ? FilePath.baseName(of: track.report.source) : nil
        return EngineMessage.Device(name: device.name ?? name, fixes: device.fixes)
      }
    }
    self.init(EngineMessage.World(Settings(), nil, regions.asGiven), regions, devices, input)
  }

  private init(
    _ world: EngineMessage.World, _ set: RegionSet, _ given: [EngineMessage.Device], _ input: Input
  ) {
    let clock = LocalClock(sayingOffset: false)
    self.input = input
    // The identifiers of a set are unique.
    sentences = EngineAudit(world, given, clock)?.sentences ?? []
    limit = world.settings.limit
    regions = RegionColumns(
      world.regions.map { ($0, $0.name == $0.identifier.rawValue ? nil : $0.name, nil) })
    let plan = AuditPlan(
      of: set, [AuditStrategy(world.settings)], positioning: world.positioning,
      Question(recording: nil))
    let phrasing = Phrasing(clock, given, plan.names)
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
    problems = Self.problems(
      judged, world.settings, plan.names, given.map { $0.name }, phrasing, reasons)
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
    _ judged: [JudgedCrossing], _ settings: Settings, _ names: RegionNames, _ devices: [String?],
    _ phrasing: Phrasing, _ sentences: [AuditedCrossing.ID: String]
  ) -> String {
    var cards = ""
    for group in ProblemGroup.all(of: judged, settings) {
      let items = group.crossings.map { crossing in
        let id = crossing.id
        let device = devices.count > 1 ? devices[Int(id.device)] : nil
        let link = PageLink.moment(
          id.time, region: names[id.region].rawValue, device: device)
        return Card.item(
          group.kind, link, at: id.time, phrasing.moment(id.time), id.name.rawValue,
          "<bdi>\(phrasing.name(id.region).html)</bdi>",
          owner: device.map { " <span>(<bdi>\($0.html)</bdi>)</span>" } ?? "",
          sentences[id].map { [$0] } ?? [])
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
      (
        "problems",
        (problems + input.findings.map { "<p>\($0.description.html)</p>" }.joined()).jsonText
      ),
      ("title", title.jsonText),
      ("verdicts", verdict(counts).jsonText),
    ])
  }

  private var title: String {
    input.tracks.count > 3
      ? counted(input.tracks.count, "track") : input.tracks.joined(separator: ", ")
  }

  private var facts: String {
    let (fixes, regions) = (records.reduce(0) { $0 + $1.fixes }, regions.identifiers.count)
    let ends = records.compactMap { $0.times }.flatMap { [$0.lowerBound, $0.upperBound] }
    let span = ends.min().map { $0...(ends.max() ?? $0) }
    let clock = LocalClock(sayingOffset: false)
    return [
      span.map { TimeWords(clock, $0).run($0) } ?? "",
      input.tracks.count > 1 ? counted(input.tracks.count, "track") : "",
      records.count > 1 ? counted(records.count, "device") : "",
      "\(fixes.grouped) \(fixes == 1 ? "fix" : "fixes")",
      "\(regions.grouped) \(regions == 1 ? "region" : "regions")",
    ].filter { !$0.isEmpty }.joined(separator: " · ")
  }

  private func verdict(_ counts: VerdictCounts) -> String {
    let doubts = input.findings.map { Doubt($0) }
    let doubtful = Doubt.sentence(on: doubts)
    let isBad =
      counts.missed + counts.late > 0 || input.worthless != nil
      || doubts.contains { $0.severity == .error }
    let isGood = problems.isEmpty && counts.asked > 0 && doubtful == nil
    var said =
      sentences.isEmpty
      ? ["No region is given: under “What if” one can be placed on the map."] : sentences
    if let doubtful { said.append(doubtful) }
    // Where the results are worthless, nothing else is said.
    if let worthless = input.worthless { said = [worthless.clause.sentence] }
    let others = said.dropFirst().joined(separator: " ")
    return "<h1 class=\"\(isBad ? "bad" : isGood ? "good" : "open")\">\(said[0].html)</h1>"
      + (others.isEmpty ? "" : "<p class=\"aside\">\(others.html)</p>")
      + Figure.html(Figure.outcomes(of: counts))
  }
}
