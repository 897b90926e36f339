import Foundation
import GeofenceCore
import GeofenceFormats
import TestSupport
import Testing

@testable import GeofenceReport

struct ReportDocumentTests {
  private func document(_ report: Report, _ limits: ReportDocument.Limits = .init())
    -> ReportDocument
  {
    ReportDocument(report, limits)
  }

  @Test func `a small drive is all there`() throws {
    let device = try #require(document(Drive.report()).devices.first)
    #expect(device.start == 0 && device.end == 200_000 && device.fixes == 21)
    #expect(device.path.time == [0, 200_000])
    #expect(device.path.latitude.count == 2 && device.path.longitude.count == 2)
    #expect(device.events.time == [50_000, 140_000])
    #expect(device.events.name == [1, 0])
    #expect(device.events.region == [1, 1])
    #expect(device.events.distance == [-200, 300])
    #expect(device.events.delay == [20_000, 20_000])
    #expect(device.registrations.region == [0, 1])
    #expect(device.registrations.end == [-1, -1])
    #expect(device.stays.region == [1, 0])
    #expect(device.stays.start == [30_000, 160_000])
    #expect(device.stays.end == [120_000, 180_000])
    #expect(
      device.losses.map { "\($0.time) \($0.name) \($0.region) \($0.cause)" }
        == ["160000 enter 0 dwell", "180000 exit 0 dwell"])
  }

  @Test func `the head says what happened and under which settings`() throws {
    let document = document(try Drive.report())
    #expect(
      document.headline
        == "2 of 4 crossings never reached the app: recall 100 %, reach 50 %, 1 enter, 1 exit, "
        + "0 reselections")
    #expect(!document.isGood)
    #expect(document.causes.map(\.cause) == ["dwell"])
    #expect(document.settings.contains { $0.name == "limit" && $0.value == "20" })
    #expect(document.assumptions == Settings().assumptions)
  }

  @Test(
    arguments: [
      ([], "No region was crossed: nothing", true),
      ([Line.region("park", at: 700, radius: 400)], "All 2 crossings", true),
    ] as [([CircularRegion], String, Bool)])
  func `nothing lost is good`(_ regions: [CircularRegion], _ words: String, _ isGood: Bool) throws {
    let document = document(try Drive.report(past: regions))
    #expect(document.headline.hasPrefix(words.prefix { $0 != ":" }))
    #expect(document.isGood == isGood)
    #expect(document.causes.isEmpty)
  }

  @Test func `what differs from the expectations is told with its time and region`() throws {
    let expected = RecordedEvent(
      time: Timestamp(milliseconds: 60_000), name: "enter", region: "park", device: nil)
    let report = try Drive.report(
      past: [Line.region("park", at: 700, radius: 400)],
      comparison: Comparison(expected: [expected], actual: []))
    let document = document(report)
    #expect(!document.isGood)
    let difference = try #require(document.devices[0].differences.first)
    #expect(difference.time == 60_000 && difference.region == 0)
    #expect(difference.text == "missing; no event of this region came")
    #expect(
      document.facts.contains { $0.name == "expectations" && $0.value == "0 met, 1 difference" })
  }

  @Test func `a scenario leaves its marks, and circles that it brings are drawn`() throws {
    let shop = Line.region("shop", at: 1000, radius: 100)
    let report = try Drive.report(
      past: Drive.parkAndKiosk, .init(), [(10, .terminate), (20, .add(shop)), (40, .launch)])
    let document = document(report)
    #expect(document.regions.identifier == ["kiosk <1>", "park", "shop"])
    #expect(
      document.devices[0].marks.map { "\($0.time / 1000) \($0.name)" } == [
        "10 terminate", "20 add shop", "40 launch",
      ])
  }

  @Test func `where the phone does not see every fix, its looks are told with their accuracy`()
    throws
  {
    let grade = PositioningModel.Grade(interval: Interval(seconds: 50), accuracy: 30)
    let positioning = Positioning(PositioningModel(far: grade, near: grade, nearWithin: 0))
    let looks = document(try Drive.report(positioning: positioning)).devices[0].looks
    #expect(looks?.time == [0, 50_000, 100_000, 150_000, 200_000])
    #expect(looks?.accuracy == [30, 30, 30, 30, 30])
    #expect(document(try Drive.report()).devices[0].looks == nil)
  }

  @Test func `a region that no device was in comes with its nearest approach`() throws {
    let far = Line.region("far", at: 3000, radius: 400)
    let document = document(try Drive.report(past: Drive.parkAndKiosk + [far]))
    let nearest = document.devices[0].nearest
    #expect(nearest.region.map { document.regions.identifier[$0] } == ["far"])
    #expect(nearest.time == [200_000] && nearest.distance == [600])
  }

  @Test func `what does not fit is left out and said`() throws {
    var limits = ReportDocument.Limits()
    (limits.rows, limits.losses) = (1, 0)
    let document = document(try Drive.report(), limits)
    #expect(document.devices[0].events.time.count == 1)
    #expect(document.devices[0].losses.isEmpty)
    #expect(document.devices[0].causes == ["dwell": 2])
    #expect(
      document.omissions.contains(
        "The first 0 of 2 losses are shown; the numbers in the head count all of them."))
    #expect(self.document(try Drive.report()).omissions == [])
  }

  @Test func `of too many devices those with the most losses are shown`() throws {
    let good = try Drive.report(past: [])
    let bad = try Drive.report(device: 2)
    let devices = [good.devices[0], good.devices[0], bad.devices[0]]
    let report = Report(title: "", regions: bad.regions, audit: bad.audit, devices: devices)
    var limits = ReportDocument.Limits()
    limits.devices = 2
    let document = document(report, limits)
    #expect(document.devices.map(\.losses.count) == [0, 2])
    #expect(
      document.omissions == ["The 2 of 3 devices with the most losses are shown."])
  }

  @Test func `of too many regions those that something happened to are shown`() throws {
    let far = (0..<5).map { Line.region("far\($0)", at: 90_000, radius: 100) }
    var settings = Settings()
    settings.limit = 2
    var limits = ReportDocument.Limits()
    limits.regions = 1
    let report = try Drive.report(past: Drive.parkAndKiosk + far, settings)
    let document = document(report, limits)
    #expect(document.regions.identifier == ["far0", "kiosk <1>", "park"])
    #expect(document.devices[0].events.region == [2, 2])
    #expect(document.omissions.count == 1)
  }

  @Test func `a track that is too long for the page is drawn with fewer points`() throws {
    var random = SeededGenerator(seed: 3)
    let fixes = (0..<60_000).map { second in
      Line.fix(second: Int64(second), at: random.number(in: 0...5000))
    }
    var limits = ReportDocument.Limits()
    limits.size = 0
    let document = document(try Drive.report(fixes, past: []), limits)
    let path = document.devices[0].path
    #expect(path.time.count <= 500_000 / ReportDocument.Limits.bytesPerPoint)
    #expect(path.error > 100)
    #expect(JSONText.compact(document).utf8.count < 700_000)
  }
}
