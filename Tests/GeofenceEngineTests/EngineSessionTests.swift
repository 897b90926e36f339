import Foundation
import GeofenceCore
import GeofenceEngine
import TestSupport
import Testing

/// What the engine tells a page of changes.
struct EngineSessionTests {
  /// Two kilometres to the east past two circles, at 10 m/s, a fix each 10 s.
  private static let fixes = (0...40).map { step in
    Fix(
      time: Timestamp(milliseconds: 1_700_000_000_000 + Int64(step) * 10_000),
      coordinate: Coordinate(latitude: 0, longitude: Double(step) * 0.0009))
  }

  private static func region(_ name: String, east: Double, radius: Double = 150) -> CircularRegion {
    CircularRegion(
      identifier: RegionIdentifier(name), center: Coordinate(latitude: 0, longitude: east),
      radius: radius)
  }

  private static var settings: Settings {
    var settings = Settings()
    settings.crossing.cushion = 0
    return settings
  }

  private struct Answer: Decodable {
    struct Outcome: Decodable, Equatable {
      var kind: String
      var at: Int64?
    }
    struct Crossing: Decodable {
      var region: String
      var name: String
      var outcome: Outcome
    }
    struct Change: Decodable {
      var region: String
      var name: String
      var before: Outcome
      var after: Outcome
    }
    var sentences: [String]
    var crossings: [Crossing]
    var changes: [Change]
  }

  private func answers(_ worlds: [EngineMessage.World]) throws -> [Answer] {
    var session = EngineSession()
    #expect(session.answer(to: .devices([.init(name: nil, fixes: Self.fixes)], in: nil)) == "{}")
    return try worlds.enumerated().map { number, world in
      let json = session.answer(to: .world(world, isCompared: number > 0))
      return try JSONDecoder().decode(Answer.self, from: Data(json.utf8))
    }
  }

  private func world(
    _ regions: [CircularRegion], _ settings: Settings = Self.settings
  ) -> EngineMessage.World { .init(settings, nil, regions) }

  private let places = [Self.region("a", east: 0.009), Self.region("b", east: 0.018)]

  @Test func `the world as it is has every arrival and departure with its outcome`() throws {
    let answer = try answers([world(places)])[0]
    #expect(
      answer.sentences == [
        "All 4 arrivals and departures reached the app in time, the latest after 20 s."
      ])
    #expect(answer.crossings.map { $0.outcome.kind } == ["inTime", "inTime", "inTime", "inTime"])
    #expect(
      answer.crossings.map { "\($0.name) \($0.region)" } == [
        "enter a", "exit a", "enter b", "exit b",
      ])
    #expect(answer.changes.isEmpty)
  }

  @Test func `without a slot for both, each that is lost is a change`() throws {
    var settings = Self.settings
    settings.limit = 1
    settings.triggers = []
    let answer = try answers([world(places), world(places, settings)])[1]
    #expect(
      answer.sentences == [
        "2 of 4 arrivals and departures never reached the app, at 1 of 2 places, because the one slot was "
          + "taken."
      ])
    #expect(
      answer.changes.map { "\($0.name) \($0.region) \($0.before.kind) \($0.after.kind)" } == [
        "enter b inTime missed", "exit b inTime missed",
      ])
  }

  @Test func `a moved circle has the same arrival at another time`() throws {
    let moved = [places[0], Self.region("b", east: 0.027)]
    let changes = try answers([world(places), world(moved)])[1].changes
    #expect(changes.map { "\($0.name) \($0.region)" } == ["enter b", "exit b"])
    for change in changes {
      #expect(change.before.kind == "inTime")
      #expect(try #require(change.after.at) > #require(change.before.at))
    }
  }

  @Test func `a removed circle has no arrival any more, and a placed one a new one`() throws {
    let placed = [places[0], Self.region("c", east: 0.027)]
    let changes = try answers([world(places), world(placed)])[1].changes
    #expect(
      changes.map { "\($0.name) \($0.region) \($0.before.kind) \($0.after.kind)" } == [
        "enter b inTime none", "exit b inTime none", "enter c none inTime",
        "exit c none inTime",
      ])
  }

  @Test func `two regions of one identifier are an error`() throws {
    var session = EngineSession()
    let answer = session.answer(
      to: .world(world([places[0], places[0]]), isCompared: false))
    #expect(answer.hasPrefix("{\"error\":"))
  }

  @Test(arguments: 0..<20) func `a message says what it was made of`(seed: UInt64) throws {
    let drive = try RandomDrive(seed: seed)
    for (number, settings) in drive.strategies.enumerated() {
      let presets = PositioningPreset.all
      let model = presets[number % presets.count].model
      // The phone's model draws rules of each crossing, too.
      let settings = settings.suited(to: Positioning(model, seed: seed))
      let world = EngineMessage.World(
        settings, Positioning(model, seed: seed), Array(drive.regions))
      guard
        case .world(let read, isCompared: true) = EngineMessage(
          EngineMessage.world(world, isCompared: true).numbers)
      else {
        Issue.record("the message is not whole")
        return
      }
      #expect(read.settings == settings)
      #expect(read.positioning == world.positioning)
      #expect(read.regions == world.regions)
    }
  }

  @Test func `a message that is cut off is none`() {
    let numbers = EngineMessage.world(world(places), isCompared: true).numbers
    for count in numbers.indices { #expect(EngineMessage(Array(numbers.prefix(count))) == nil) }
  }
}
