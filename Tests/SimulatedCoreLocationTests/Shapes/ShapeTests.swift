import Foundation
import SimulatedCoreLocationTesting
import Testing

/// Whatever its tasks do, an app hears the same on every run.
@Suite(.exactRuns, .timeLimit(.minutes(60))) struct ShapeTests {
  /// How often each is run; `make stress` asks for more, on loaded cores.
  private static let runs =
    ProcessInfo.processInfo.environment["GEOFENCE_STRESS_RUNS"].flatMap(Int.init) ?? 40

  @Test(arguments: Shape.allCases)
  func `off the main actor there is one outcome`(_ shape: Shape) async throws {
    if shape.usesQueues { try await SimulatedDevice.skipUnlessQueuesAreWatched() }
    for _ in 0..<Self.runs { #expect(await shape.outcome() == shape.expected) }
  }

  @MainActor
  @Test(arguments: Shape.allCases)
  func `on the main actor there is one outcome`(_ shape: Shape) async throws {
    if shape.usesQueues { try await SimulatedDevice.skipUnlessQueuesAreWatched() }
    for _ in 0..<Self.runs { #expect(await shape.outcome() == shape.expected) }
  }

  @Test(arguments: Shape.allCases)
  func `in six tests at once there is one outcome`(_ shape: Shape) async throws {
    if shape.usesQueues { try await SimulatedDevice.skipUnlessQueuesAreWatched() }
    await withTaskGroup(of: [[String]].self) { group in
      for _ in 0..<6 {
        group.addTask {
          var outcomes: [[String]] = []
          for _ in 0..<(Self.runs + 5) / 6 { outcomes.append(await shape.outcome()) }
          return outcomes
        }
      }
      for await outcomes in group {
        #expect(outcomes.allSatisfy { $0 == shape.expected }, "\(outcomes)")
      }
    }
  }
}
