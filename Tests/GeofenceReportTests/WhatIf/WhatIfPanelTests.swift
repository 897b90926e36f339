import Foundation
import GeofenceCore
import GeofenceEngine
import GeofenceWriting
import TestSupport
import Testing

@testable import GeofenceReport

/// What a page carries of the panel "What if".
struct WhatIfPanelTests {
  private struct Data: Decodable {
    struct Device: Decodable {
      var digits: Int?
      var time: [Int64]
      var latitude: [Double]
      var longitude: [Double]
      var accuracy: [Double]?
    }
    struct Regions: Decodable {
      var identifier: [String]
      var latitude: [Double]
      var longitude: [Double]
      var radius: [Double]
      var flags: [Int]
    }
    var devices: [Device]
    var regions: Regions
    var settings: [String]
    var runs: [[Double?]]
    var interfaces: [[Double?]]
  }

  private func data(of report: Report) throws -> Data {
    let json = try #require(WhatIfPanel(report)).json
    return try JSONDecoder().decode(Data.self, from: Foundation.Data(json.utf8))
  }

  private func offered(_ report: Report) -> Report {
    var report = report
    report.whatIf = .offered(nil)
    return report
  }

  @Test func `the fixes come out of their differences as they were`() throws {
    let places = [(46.123456, 14.5), (46.1234567, 14.50001), (-0.1 + 0.3, 179.9999999)]
    for places in [places, [(1.0 / 3, 2.0 / 3), (0.1, 0.2)]] {
      let fixes = places.enumerated().map { number, place in
        Fix(
          time: Timestamp(milliseconds: 1_700_000_000_123 + Int64(number) * 1000),
          coordinate: Coordinate(latitude: place.0, longitude: place.1),
          horizontalAccuracy: number == 1 ? nil : 12.5)
      }
      let report = offered(try Drive.report(fixes, past: Drive.parkAndKiosk))
      let device = try data(of: report).devices[0]
      func degrees(_ column: [Double]) -> [Double] {
        guard let digits = device.digits else { return column }
        var sum = 0.0
        return column.map {
          sum += $0
          return sum / .powerOfTen(digits)
        }
      }
      #expect(degrees(device.latitude) == fixes.map(\.coordinate.latitude))
      #expect(degrees(device.longitude) == fixes.map(\.coordinate.longitude))
      #expect(device.accuracy == fixes.map { $0.horizontalAccuracy ?? -1 })
    }
  }

  private struct Answer: Decodable {
    struct Crossing: Decodable { var outcome: Outcome }
    struct Outcome: Decodable { var sentence: String }
    var sentences: [String]
    var crossings: [Crossing]
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `it says of everything what an audit says`(seed: UInt64) throws {
    let drive = try RandomDrive(seed: seed, lingers: seed % 2 == 1)
    // Of every third drive the device enters nothing.
    let fixes = seed % 3 == 0 ? Array(drive.fixes.prefix(3)) : drive.fixes
    for settings in drive.strategies {
      let plan = AuditPlan(of: drive.regions, [AuditStrategy(settings)])
      let (record, account) = Drive.record(fixes, plan)
      var input = AuditReport.Input()
      input.times = record.times
      var audit = AuditReport(input, plan, account, devices: [nil])
      audit.approaches = plan.approaches(of: fixes, account)
      let phrasing = audit.phrasing { audit.names[$0].rawValue }
      let strategy = audit.strategies[0]
      let judgements = Judgements(of: strategy.account, settings, phrasing)
      var session = EngineSession()
      _ = session.answer(to: .devices([.init(name: nil, fixes: fixes)], in: nil))
      let world = EngineMessage.World(settings, nil, Array(drive.regions))
      let answer = try JSONDecoder().decode(
        Answer.self,
        from: Foundation.Data(session.answer(to: .world(world, isCompared: false)).utf8))
      #expect(
        answer.sentences == ClaimWords(settings, phrasing).sentences(audit.claims(on: strategy)))
      #expect(
        answer.crossings.map(\.outcome.sentence)
          == strategy.account.judged.map { judgements.sentence(on: $0) })
    }
  }

  @Test func `settings and regions are whole`() throws {
    let data = try data(of: offered(try Drive.report()))
    #expect(data.regions.identifier == ["kiosk <1>", "park"])
    #expect(data.regions.flags == [3, 3])
    #expect(data.runs.map(\.count) == [data.settings.count])
    #expect(data.interfaces.map(\.count) == API.allCases.map { _ in data.settings.count })
  }

  @Test func `the engine may run only where there is one`() throws {
    let page = offered(try Drive.report()).html
    #expect(page.contains("script-src 'unsafe-inline' 'wasm-unsafe-eval';"))
    #expect(page.contains("id=\"engine\""))
    let plain = try Drive.report().html
    #expect(plain.contains("script-src 'unsafe-inline';"))
    #expect(!plain.contains("id=\"engine\"") && !plain.contains("id=\"what-if-data\""))
  }

  @Test func `a page says why it has no panel`() throws {
    var report = try Drive.report()
    report.whatIf = .leftOut(because: "What if is not available for a report with a scenario.")
    #expect(report.html.contains(">What if is not available for a report with a scenario.</p>"))
  }

  @Test func `a report of which not every fix was kept offers none`() throws {
    let plan = AuditPlan(of: try RegionSet(Drive.parkAndKiosk), [AuditStrategy(Settings())])
    var account = AuditAccount(plan)
    var recorder = DeviceRecorder(plan, startingAt: Timestamp(milliseconds: 0), keptFixes: 1)
    for second in [0, 10] as [Int64] {
      recorder.advance(to: Line.fix(second: second, at: 0), into: &account)
    }
    #expect(recorder.record(named: nil).given.count == 1)
  }
}
