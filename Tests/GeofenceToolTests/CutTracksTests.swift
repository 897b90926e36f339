import Foundation
import GeofenceBytes
import GeofenceCore
import GeofenceInputs
import TestSupport
import Testing

@testable import GeofenceWriting
@testable import geofence

/// The bundled tracks, cut at their fixes: what a state keeps is enough to go on from there.
///
/// The simulations go through the lines of the state file within the process, since a run of the
/// tool for each of five thousand fixes would take minutes.
struct CutTracksTests {
  /// The simulation of a track, and the fixes that the tool gives it.
  private struct Drive {
    let plans: [SimulationPlan]
    let fixes: [Fix]
    let name: String?

    init(_ scenario: TestSupport.Scenario) throws {
      let path = ToolRun.package.appendingPathComponent("tracks/\(scenario.name)").path
      let folder = try CaseFolder(path, below: []) { folder throws(InputError) in
        (try? FileManager.default.contentsOfDirectory(atPath: folder).sorted()) ?? []
      }
      var options = try CaseSettings(folder, override: OptionSettings()).simulation
      let inputs = try SimulationInputs(options)
      options.settings = options.settings(for: inputs.positioning)
      let (own, ofReminders) = inputs.plans(options.settings)
      plans = [own] + [ofReminders].compactMap(\.self)
      let tracks = TapedTracks(folder.tracks, options, inputs)
      let track = try #require(tracks.tracks.first)
      name = track.devices[0].name
      var fixes: [Fix] = []
      try track.play { fix, device in
        if device == 0 { fixes.append(fix) }
        return true
      }
      self.fixes = fixes
    }

    /// Returns the events of a plan at each fix from one on, if the run is cut after some of them.
    func events(
      of plan: SimulationPlan, from first: Int = 0, after saved: CodedSimulation? = nil,
      isCut: (Int) -> Bool = { _ in false }, saving: (Int, CodedSimulation) -> Void = { _, _ in }
    ) throws -> [[Event]] {
      var fleet = try fleet(plan, after: saved, first)
      var found: [[Event]] = []
      for number in first..<fixes.count {
        var events: [Event] = []
        fleet.advance(0, to: fixes[number], into: &events)
        found.append(events)
        let saved = fleet.saved(0)
        saving(number, saved)
        if isCut(number) { fleet = try self.fleet(plan, after: saved, number) }
      }
      return found
    }

    /// Returns the simulation of a run that goes on from a state.
    private func fleet(
      _ plan: SimulationPlan, after saved: CodedSimulation?, _ number: Int
    ) throws -> Fleet {
      var fleet = Fleet(plan, Schedule(plan.timeline, from: fixes[0].time))
      try fleet.add(
        named: name, after: saved.map { try reread($0, at: fixes[number].time) })
      return fleet
    }

    /// Returns a simulation as the next run reads it.
    private func reread(_ saved: CodedSimulation, at time: Timestamp) throws -> CodedSimulation {
      var progress = DeviceProgress()
      progress.lastTime = time.milliseconds
      var line = LineText()
      SavedDevice(name: name, saved, lastFix: nil, progress: progress).write(to: &line)
      let bytes = Array(line.bytes)
      return try #require(SavedDevice(line: 0..<bytes.count, of: bytes)).simulation
    }
  }

  @Test(arguments: TestSupport.Scenario.all)
  func `a track that is cut after every fix gives the events of the whole`(
    _ scenario: TestSupport.Scenario
  ) throws {
    let drive = try Drive(scenario)
    for plan in drive.plans {
      let whole = try drive.events(of: plan)
      #expect(try drive.events(of: plan, isCut: { _ in true }) == whole)
    }
    #expect(try drive.plans.contains { try drive.events(of: $0).contains { !$0.isEmpty } })
  }

  /// Every fix of the small tracks, and some of the large ones.
  @Test(arguments: TestSupport.Scenario.all)
  func `a track that is cut once goes on with the events of the whole`(
    _ scenario: TestSupport.Scenario
  ) throws {
    let drive = try Drive(scenario)
    let last = drive.fixes.count - 1
    var random = SeededGenerator(seed: 7)
    let cuts =
      last <= 150 ? Array(0..<last) : (0..<30).map { _ in Int.random(in: 0..<last, using: &random) }
    for plan in drive.plans {
      var states: [Int: CodedSimulation] = [:]
      let whole = try drive.events(of: plan, saving: { states[$0] = $1 })
      for cut in cuts {
        let rest = try drive.events(of: plan, from: cut + 1, after: states[cut])
        #expect(rest == Array(whole[(cut + 1)...]), "cut after fix \(cut)")
      }
    }
  }
}
