import Foundation
import GeofenceBytes
import GeofenceCore
import GeofenceWriting
import TestSupport
import Testing

@testable import GeofenceReport

/// One crossing, one sentence: what `why`, `audit`, its JSON, the page and a failed test say of each
/// crossing of random lives is the same text.
///
/// `GEOFENCE_LIVES=300` tries so many drives.
@Suite(.slow) struct OneSentenceTests {
  /// A drive under one strategy, audited as the tool does.
  private struct Life {
    let drive: RandomDrive
    let settings: Settings
    let positioning: Positioning?
    let report: Report

    var audit: AuditReport { report.audit }
    var account: StrategyAccount { audit.strategies[0].account }

    init(_ drive: RandomDrive, _ settings: Settings, _ positioning: Positioning?) throws {
      (self.drive, self.settings, self.positioning) = (drive, settings, positioning)
      let plan = AuditPlan(
        of: drive.regions, [AuditStrategy(settings)], timeline: drive.timeline,
        positioning: positioning, Question(recording: nil))
      let (record, account) = Drive.record(drive.fixes, plan)
      var input = AuditReport.Input()
      (input.tracks, input.devices, input.fixes) = (1, 1, drive.fixes.count)
      (input.regions, input.times) = (drive.regions.count, record.times)
      report = Report(
        title: "life", regions: drive.regions,
        audit: AuditReport(input, plan, account, devices: [nil]), records: [[record]])
    }

    /// The sentences of a failed test that expects each crossing at its time, by their crossings.
    func failedTest() -> [AuditedCrossing.ID: String] {
      let missed = account.judged.filter { $0.verdict.deliveredAt == nil }
      let expected = missed.map { crossing in
        RecordedEvent(
          time: crossing.id.time, name: crossing.id.name.rawValue,
          region: audit.names[crossing.id.region], device: nil)
      }
      guard let times = audit.input.times, !expected.isEmpty else { return [:] }
      let explainer = Explainer(
        Comparison(expected: expected, actual: []), [], settings,
        circles: drive.regions.asGiven,
        devices: [.init(number: 0, name: nil, times: times, wanted: nil)], limit: nil)
      let plan = AuditPlan(
        of: drive.regions, [AuditStrategy(settings)], timeline: drive.timeline,
        positioning: positioning, Question(about: Set(missed.map(\.id.region))))
      let survey = HistorySurvey(
        plan, startingAt: drive.fixes[0].time, of: [0: nil], about: explainer.questions,
        near: Vicinity(of: drive.regions.asGiven, []))
      let histories = survey.histories { visit in for fix in drive.fixes { visit(fix, 0) } }
      var sentences: [AuditedCrossing.ID: String] = [:]
      for claims in explainer.explained(by: histories).explanations {
        for case .judged(let crossing, let sentence, _, _) in claims {
          sentences[crossing.id] = sentence
        }
      }
      return sentences
    }
  }

  private static let lives = Result {
    let lives = ProcessInfo.processInfo.environment["GEOFENCE_LIVES"].flatMap(UInt64.init) ?? 24
    return try (0..<lives).flatMap { seed -> [Life] in
      let drive = try RandomDrive(seed: seed, lingers: seed % 2 == 1)
      let positioning =
        seed % 4 == 2 ? Positioning(PositioningPreset.phone.model, seed: seed) : nil
      return try drive.strategies.map { settings in
        var settings = settings
        // A larger circle is watched in every third drive.
        if seed % 3 == 0 { settings.minimumRadius = 300 }
        return try Life(drive, settings, positioning)
      }
    }
  }

  @Test func `audit, its JSON, why, the page and a failed test say the same of a crossing`() throws
  {
    var checked = (all: 0, page: 0, failed: 0)
    for life in try Self.lives.get() {
      let (audit, strategy) = (life.audit, life.audit.strategies[0])
      let judgements = Judgements(of: strategy.account, strategy.settings, audit.phrasing())
      let text = AuditText(audit, isComplete: true).lines
      var json = ""
      AuditJSON(audit, isComplete: true).write(to: &json)
      let page = ReportDocument(life.report).json
      let moments = Problem.all(of: life.report.best).filter { $0.kind != .falseEvents }
        .flatMap(\.moments)
      let failed = life.failedTest()
      let crossings = Dictionary(grouping: strategy.account.crossings, by: \.region)
      for (number, region) in zip(audit.names.indices, life.drive.regions) {
        let own = crossings[number] ?? []
        guard !own.isEmpty else { continue }
        // A stay for each crossing, so that the story has a line for it.
        var survey = VisitSurvey(of: [region], .empty)
        for fix in life.drive.fixes { survey.visit(fix, ofDevice: 0) }
        let story = RegionStory(
          audit, of: region, number, crossings: own, visits: survey.visits(at: 0), judgements)
        let lines = story.lines
        for crossing in own.compactMap(\.judged) {
          let id = crossing.id
          let sentence = judgements.sentence(on: crossing)
          #expect(
            text.contains { line in
              line.contains(id.time.rfc3339) && line.contains("\(id.name.rawValue) ")
                && line.hasSuffix(sentence)
            }, "\(sentence)")
          #expect(json.contains("\"sentence\":\(JSONValue.text(sentence).text)"), "\(sentence)")
          let moment = audit.phrasing().moment(id.time)
          #expect(
            lines.contains("    \(id.name.rawValue) of \(moment): \(sentence)"), "\(sentence)")
          // An event in the log of the page has the sentence of the crossing that it belongs to.
          if crossing.verdict.deliveredAt != nil {
            let isInLog = page.contains("side: \(sentence)\"")
            #expect(isInLog, "\(sentence)")
          }
          checked.all += 1
          if let failed = failed[id] {
            #expect(failed == sentence)
            checked.failed += 1
          }
          for moment in moments
          where moment.time == id.time && moment.name == id.name.rawValue
            && moment.region == region.identifier
          {
            #expect(moment.reasons == [sentence])
            checked.page += 1
          }
        }
      }
    }
    #expect(checked.all > 1000 && checked.page > 300 && checked.failed > 100, "\(checked)")
  }
}
