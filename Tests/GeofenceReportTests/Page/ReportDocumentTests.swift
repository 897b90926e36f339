import Foundation
import GeofenceBytes
import GeofenceCore
import TestSupport
import Testing

@testable import GeofenceReport

struct ReportDocumentTests {
  private func document(_ report: Report, _ limits: ReportDocument.Limits = .init()) throws
    -> PageData
  {
    try PageData(ReportDocument(report, limits))
  }

  @Test func `a small drive is all there`() throws {
    let document = try document(Drive.report(past: Drive.parkAndBooth))
    let device = try #require(document.devices.first)
    #expect(device.start == 0 && device.end == 200_000 && device.fixes == 21)
    #expect(device.path.time == [0, 200_000])
    #expect(device.path.x.count == 2 && device.path.y.count == 2)
    #expect(device.stays.region == [1, 0])
    #expect(device.stays.start == [30_000, 170_000])
    #expect(device.stays.end == [120_000, 180_000])
    let log = try #require(document.runs.first?.devices.first)
    #expect(log.events.time == [50_000, 140_000])
    #expect(log.events.name == [1, 0])
    #expect(log.events.region == [1, 1])
    #expect(
      log.events.text == [
        ", 200 m inside: delivered at 00:00:50, 20 s later",
        ", 300 m outside: delivered at 00:02:20, 20 s later",
      ])
    #expect(log.events.delay == [20_000, 20_000])
    #expect(log.registrations.region == [0, 1])
    #expect(log.registrations.end == [-1, -1])
    #expect(
      log.losses.map { "\($0.time) \($0.name ?? "") \($0.region ?? -1)\($0.text ?? "")" }
        == [
          "170000 enter 0 missed: stayed 0 s to 20 s; 20 s are needed; some phones report an arrival at "
            + "once",
          "180000 exit 0 missed: its arrival (00:02:50) was missed, so the system saw nobody leave",
        ])
    #expect(log.undecided.isEmpty)
    let open = try #require(self.document(Drive.report()).runs.first?.devices.first)
    #expect(open.losses.isEmpty && open.undecided.map(\.time) == [160_000, 180_000])
  }

  @Test func `what differs from the expectations has its time, its region and its reasons`() throws
  {
    let expected = RecordedEvent(
      time: Timestamp(milliseconds: 60_000), name: "enter", region: "park", device: nil)
    let report = try Drive.report(
      past: [Line.region("park", at: 700, radius: 400)],
      comparison: Comparison(expected: [expected], actual: []))
    let difference = try #require(try document(report).runs[0].devices[0].differences.first)
    #expect(difference.time == 60_000 && difference.region == 0)
    #expect(difference.text == " not as expected: missing; no event of this region came")
  }

  @Test func `a difference of one day has the page's form of times`() throws {
    let event = { (name: String, seconds: Int64) in
      RecordedEvent(
        time: Timestamp(milliseconds: seconds * 1000), name: name, region: "park", device: nil)
    }
    let report = try Drive.report(
      past: [Line.region("park", at: 700, radius: 400)],
      comparison: Comparison(expected: [event("exit", 60)], actual: [event("enter", 50)]))
    let differences = try document(report).runs[0].devices[0].differences.compactMap(\.text)
    #expect(
      differences.contains {
        $0.hasSuffix("the nearest event of this region is the enter 10 s earlier, at 00:00:50")
      }, "\(differences)")
  }

  @Test func `a scenario leaves its marks, and circles that it brings are drawn`() throws {
    let shop = Line.region("shop", at: 1000, radius: 100)
    let report = try Drive.report(
      past: Drive.parkAndKiosk, .init(), [(10, .terminate), (20, .add(shop)), (40, .launch)])
    let document = try document(report)
    #expect(document.regions.identifier == ["kiosk <1>", "park", "shop"])
    #expect(
      document.runs[0].devices[0].marks.map { "\($0.time / 1000) \($0.text ?? "")" } == [
        "10 terminate", "20 add shop", "40 launch",
      ])
  }

  @Test func `what happens to a region that an action moves is drawn at the circle of its time`()
    throws
  {
    let (before, after) = (
      Line.region("park", at: 300, radius: 200), Line.region("park", at: 1500, radius: 250)
    )
    let report = try Drive.report(past: [before], .init(), [(100, .add(after))])
    let document = try document(report)
    #expect(document.regions.identifier == ["park", "park"])
    #expect(document.regions.size == ["200 m", "250 m"])
    let device = try #require(document.devices.first)
    #expect(device.stays.region == [0, 1])
    #expect(device.stays.start == [10_000, 130_000])
    let log = document.runs[0].devices[0]
    #expect(log.registrations.region == [0, 1])
    #expect(log.registrations.start == [0, 100_000])
    #expect(zip(log.events.time, log.events.region).allSatisfy { ($0 < 100_000) == ($1 == 0) })
    #expect(Set(log.events.region) == [0, 1])
    #expect(report.svg.components(separatedBy: "<circle cx").count - 1 >= 2)
    #expect(report.html.contains("200 m, then 250 m"))
  }

  @Test func `location updates come with their accuracy where the phone does not get every fix`()
    throws
  {
    let grade = PositioningModel.Grade(interval: Interval(seconds: 50), accuracy: 30)
    let positioning = Positioning(PositioningModel(far: grade, near: grade, nearWithin: 0))
    let looks = try document(Drive.report(positioning: positioning)).runs[0].devices[0].looks
    #expect(looks?.time == [0, 50_000, 100_000, 150_000, 200_000])
    #expect(looks?.accuracy == [30, 30, 30, 30, 30])
    #expect(try document(Drive.report()).runs[0].devices[0].looks == nil)
  }

  @Test func `a region that no device was in comes with its nearest approach`() throws {
    let far = Line.region("far", at: 3000, radius: 400)
    let document = try document(Drive.report(past: Drive.parkAndKiosk + [far]))
    let nearest = document.devices[0].nearest
    #expect(nearest.region.map { document.regions.identifier[$0] } == ["far"])
    #expect(nearest.time == [200_000] && nearest.distance == [6000])
  }

  @Test func `of the regions that were never entered the nearest are kept`() throws {
    let far = (1...5).map { Line.region("far\($0)", at: 9000 - Double($0) * 1000, radius: 400) }
    var limits = ReportDocument.Limits()
    limits.approaches = 2
    let document = try document(Drive.report(past: far), limits)
    #expect(
      document.devices[0].nearest.region.map { document.regions.identifier[$0] }
        == ["far5", "far4"])
    #expect(
      document.omissions == [
        "2 of 5 regions that were never entered are shown; the numbers in the head count all of "
          + "them."
      ])
  }

  @Test func `names and flags are columns where regions have them`() throws {
    var park = Line.region("park", at: 700, radius: 400)
    (park.name, park.notifyOnExit) = ("The <park>", false)
    let regions = try document(
      Drive.report(past: [park, Line.region("kiosk", at: 1650, radius: 60)])
    ).regions
    #expect(regions.identifier == ["kiosk", "park"])
    #expect(regions.name == [nil, "The <park>"])
    #expect(try document(Drive.report()).regions.name == nil)
  }

  @Test func `the sentences of a page are in its data`() throws {
    var park = Line.region("park", at: 700, radius: 400)
    (park.notifyOnEntry, park.notifyOnExit) = (false, false)
    let far = Line.region("far", at: 3000, radius: 400)
    let silent = try document(Drive.report(past: [park, far]))
    #expect(silent.regions.note == [nil, "crossed, but no event of it is asked for"])
    #expect(
      silent.devices[0].nearest.text == [": never entered; nearest 600 m outside at 00:03:20"])
    let home = try document(Drive.report(past: [Line.region("home", at: 0, radius: 400)]))
    let events = home.runs[0].devices[0].events
    #expect(events.text[0].hasSuffix(" inside: because the device was already inside"))
    #expect(events.text[1].hasSuffix(" outside: delivered at 00:01:10, 20 s later"))
  }

  @Test func `a departure that the phone finds after a restart is an event`() throws {
    let report = try Drive.report(
      past: [Line.region("park", at: 300, radius: 400)], Settings(),
      [(second: 20, action: .reboot), (second: 120, action: .unlock)])
    let document = try document(report)
    let log = try #require(document.runs.first?.devices.first)
    #expect(log.events.name == [2, 0])
    #expect(log.events.time.last == 120_000)
    #expect(
      log.events.text.last
        == ", 500 m outside: delivered at 00:02:00, 40 s later, as a first state", "\(log)")
  }

  @Test func `each dwell that is due has its line, with its region and its outcome`() throws {
    var settings = Settings(.geofencingClient)
    settings.request.loitering = Interval(milliseconds: 30_000)
    let regions = [Line.region("park", at: 700, radius: 400)]
    func dwells(_ timeline: [(second: Int64, action: DeviceAction)] = []) throws -> [String] {
      let log = try document(Drive.report(past: regions, settings, timeline)).runs[0].devices[0]
      return log.marks.filter { $0.name == "dwell" }
        .map { "\($0.time) \($0.region ?? -1)\($0.text ?? "")" }
    }
    #expect(try dwells() == ["60000 0: delivered at once"])
    #expect(
      try dwells([(second: 40, action: .forceStop)]) == [
        "60000 0: missed because the force-stop of 00:00:40 removed its registration, and the app did "
          + "not add it again in time"
      ])
    // One that is not due, or only after the recording, is no event.
    settings.request.loitering = Interval(milliseconds: 170_000)
    #expect(try dwells() == [])
  }

  @Test func `elevations and speeds are a profile where the track has them`() throws {
    let fixes = (0...20).map { second in
      var fix = Line.fix(second: Int64(second) * 10, at: Double(second) * 100)
      fix.altitude = 300 + Double(second)
      fix.speed = second == 3 ? nil : 10
      return fix
    }
    let profile = try document(Drive.report(fixes, past: [])).devices[0].profile
    #expect(profile?.time.prefix(3) == [0, 10_000, 10_000])
    #expect(profile?.altitude?.last == 320 && profile?.speed?.compactMap(\.self).count == 20)
    #expect(try document(Drive.report()).devices[0].profile == nil)
  }

  @Test func `each strategy has a log of its own, and the track is there once`() throws {
    let kiosks = (0..<4).map { Line.region("k\($0)", at: Double($0) * 1000, radius: 300) }
    var slow = Settings()
    slow.limit = 2
    var fast = slow
    fast.triggers = [.fix]
    let fixes = (0...30).map { Line.fix(second: Int64($0) * 10, at: Double($0) * 100) }
    let document = try document(Drive.report(fixes, past: kiosks, under: [slow, fast]))
    #expect(document.devices.count == 1)
    // The best comes first.
    #expect(document.runs.map(\.options) == ["--reselect-on fix", "--reselect-on significant"])
    #expect(document.runs[0].devices[0].losses.count < document.runs[1].devices[0].losses.count)
    #expect(document.runs[0].devices[0].events.time != document.runs[1].devices[0].events.time)
  }

  @Test func `what does not fit is left out and said`() throws {
    var limits = ReportDocument.Limits()
    (limits.rows, limits.losses) = (1, 0)
    let document = try document(Drive.report(past: Drive.parkAndBooth), limits)
    #expect(document.runs[0].devices[0].events.time.count == 1)
    #expect(document.runs[0].devices[0].losses.isEmpty)
    #expect(document.runs[0].devices[0].problems == 2)
    #expect(
      document.omissions.contains(
        "0 of 2 losses are shown; the numbers in the head count all of them."))
    #expect(try self.document(Drive.report()).omissions == [])
  }

  @Test func `of too many devices those with the most losses are shown`() throws {
    let good = try Drive.report(past: [])
    let bad = try Drive.report(past: Drive.parkAndBooth, device: 2)
    let devices = [good.devices[0], good.devices[0], bad.devices[0]]
    let report = Report(title: "", regions: bad.regions, audit: bad.audit, records: [devices])
    var limits = ReportDocument.Limits()
    limits.devices = 2
    let document = try document(report, limits)
    #expect(document.runs[0].devices.map(\.losses.count) == [0, 2])
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
    let document = try document(report, limits)
    #expect(document.regions.identifier == ["far0", "kiosk <1>", "park"])
    #expect(document.runs[0].devices[0].events.region == [2, 2])
    #expect(document.omissions.count == 1)
  }

  @Test func `a track that is too long for the page is drawn with fewer points`() throws {
    var random = SeededGenerator(seed: 3)
    let fixes = (0..<60_000).map { second in
      Line.fix(second: Int64(second), at: random.number(in: 0...5000))
    }
    var limits = ReportDocument.Limits()
    limits.size = 0
    let page = ReportDocument(try Drive.report(fixes, past: []), limits)
    let path = try PageData(page).devices[0].path
    #expect(path.time.count <= 500_000 / ReportDocument.Limits.bytesPerPoint)
    #expect(path.error.hasSuffix(" km"))
    #expect(page.json.utf8.count < 700_000)
  }
}
