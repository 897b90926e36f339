import Foundation
import SimulatedCoreLocationTesting
import Synchronization
import Testing
import XCTest

/// The library beside Swift Testing.
struct TestingTests {
  @Test(.simulatedDevice(authorization: .denied))
  func `a test with the trait has a device`() async throws {
    let device = try SimulatedDevice.running
    #expect(CLLocationManager().authorizationStatus == .denied)
    await device.move(to: .home, after: 10)
    #expect(device.now == Date(timeIntervalSince1970: 10))
  }

  @Test func `without one there is no device`() {
    #expect(throws: SimulationIssue.self) { try SimulatedDevice.running }
  }

  /// The issues of `body` as a test with the trait.
  private func issues(
    _ body: @escaping @Sendable () async throws -> Void
  ) async throws -> [Issue] {
    try await collect { test in
      try await SimulatedDeviceTrait.simulatedDevice.provideScope(
        for: test, testCase: Test.Case.current, performing: body)
    }
  }

  /// The issues of `body`, which are none of this test's.
  private func collect(
    _ body: @escaping @Sendable (Test) async throws -> Void
  ) async throws -> [Issue] {
    let test = try #require(Test.current)
    let issues = Mutex<[Issue]>([])
    try await IssueHandlingTrait.compactMapIssues { issue in
      issues.withLock { $0.append(issue) }
      return nil
    }.provideScope(for: test, testCase: Test.Case.current) { try await body(test) }
    return issues.withLock { $0 }
  }

  private func text(_ issue: Issue?) -> String {
    issue?.comments.map(\.rawValue).joined(separator: "\n") ?? ""
  }

  @Test func `a failing expectation comes with the timeline`() async throws {
    let issues = try await issues {
      await SimulatedDevice.current?.background()
      #expect(Bool(false))
    }
    #expect(issues.count == 1)
    #expect(text(issues.first).contains("before the first fix  action        background"))
  }

  @Test func `a mistake of the test is an issue with its own line`() async throws {
    let line = #line + 1
    let issues = try await issues { await SimulatedDevice.current?.move(to: .home, after: -1) }
    #expect(text(issues.first).hasPrefix("time does not go back"))
    #expect(issues.first?.sourceLocation?.filePath == #filePath)
    #expect(issues.first?.sourceLocation?.line == line)
  }

  @Test(.namedCallers) func `a mistake of the app is an issue with its own line`() async throws {
    let line = #line + 2
    let issues = try await issues {
      let (first, second) = (await CLMonitor("Parks"), await CLMonitor("Parks"))
      withExtendedLifetime((first, second)) {}
    }
    #expect(text(issues.first).hasPrefix("a monitor named \"Parks\" is open already"))
    #expect(issues.first?.sourceLocation?.filePath == #filePath)
    #expect(issues.first?.sourceLocation?.line == line)
  }

  @Test(.exactRuns) func `a warning is no failure`() async throws {
    let issues = try await issues { CLLocationManager().startUpdatingHeading() }
    #expect(issues.map(\.isFailure) == [false])
    #expect(issues.first?.sourceLocation?.filePath == #filePath, "the test, not the library")
  }

  @Test func `a mistake in a detached task of the app is an issue of its test`() async throws {
    let issues = try await issues {
      await SimulatedDevice.current?.launch {
        Task.detached {
          let (first, second) = (await CLMonitor("Parks"), await CLMonitor("Parks"))
          withExtendedLifetime((first, second)) {}
        }
      }
    }
    #expect(issues.map(\.isFailure) == [true])
    #expect(text(issues.first).hasPrefix("a monitor named \"Parks\" is open already"))
  }

  @Test func `what keeps the device waiting is an issue of its test, once`() async throws {
    var configuration = SimulatedDeviceConfiguration()
    configuration.patience = 0.05
    let impatient = SimulatedDeviceTrait.simulatedDevice(configuration)
    let issues = try await collect { test in
      try await impatient.provideScope(for: test, testCase: Test.Case.current) {
        await SimulatedDevice.current?.launch {
          let (calls, continuation) = AsyncStream<Void>.makeStream()
          continuation.yield()
          // The app goes on for ever, but lets the test go on, too.
          for await _ in calls where !Task.isCancelled {
            await Task.yield()
            continuation.yield()
          }
        }
      }
    }
    #expect(issues.map(\.isFailure) == [true])
    #expect(text(issues.first).hasPrefix("the app has not come to rest since it was started"))
  }

  private final class Deaf: NSObject, CLLocationManagerDelegate {}

  @Test(.exactRuns) func `crossings of one kind that nobody received are a warning at the end`()
    async throws
  {
    let issues = try await issues {
      let device = try SimulatedDevice.running
      let (manager, delegate) = (CLLocationManager(), Deaf())
      manager.delegate = delegate
      manager.startMonitoring(for: CLCircularRegion(center: .home, radius: 100, identifier: "home"))
      for place: CLLocationCoordinate2D in [.away, .home, .home] {
        await device.move(to: place, after: 30)
      }
    }
    #expect(issues.map(\.isFailure) == [false])
    #expect(text(issues.first).hasPrefix("Deaf implements neither didEnterRegion nor"))
  }

  @Test(.namedCallers) func `use outside of a run is an issue, not a crash`() async throws {
    #expect(try await issues {}.isEmpty)
    let line = #line + 1
    let issues = try await collect { _ in CLLocationManager().startUpdatingLocation() }
    #expect(
      text(issues.first).hasPrefix(
        "CLLocationManager.startUpdatingLocation() was called outside of SimulatedDevice.run"))
    #expect(issues.first?.sourceLocation?.line == line)
  }
}

/// An XCTest case as most are: of no actor, with methods that are not isolated.
final class OrdinaryXCTests: XCTestCase {
  private var places: [String] = []

  func testATestThatIsNotIsolatedHasADevice() async throws {
    try await simulateDevice(authorization: .denied) { device in
      XCTAssertEqual(CLLocationManager().authorizationStatus, .denied)
      await device.move(to: .home, after: 10)
      places.append("home")
      XCTAssertEqual(device.now, Date(timeIntervalSince1970: 10))
    }
    XCTAssertEqual(places, ["home"])
  }
}

/// The library beside XCTest.
final class SimulatedDeviceXCTests: XCTestCase {
  @MainActor func testAnAppHearsTheSameAsWithSwiftTesting() async throws {
    _ = await SimulatedDevice.tryExactness()
    try XCTSkipUnless(
      SimulatedDevice.isExact && SimulatedDevice.watchesQueues,
      "this platform does not show every yield, sleep and queue of an app to the device")
    for shape in Shape.allCases {
      try await simulateDevice { device in
        let lines = await shape.log(device)
        XCTAssertEqual(lines, shape.expected, "\(shape)")
      }
    }
  }
}

#if os(Linux)
  /// What a case sets up uses no device, and fails the case that it belongs to, the first as the second.
  final class SetUpXCTests: XCTestCase {
    private final class Case: XCTestCase {
      private(set) var failures: [String] = []
      private var manager: CLLocationManager?

      override func setUp() {
        manager = CLLocationManager()
        manager?.requestAlwaysAuthorization()
      }

      override func recordFailure(
        withDescription description: String, inFile filePath: String, atLine lineNumber: Int,
        expected: Bool
      ) {
        failures.append(description)
      }
    }

    func testAMistakeWhileACaseIsSetUpFailsThatCase() {
      for name in ["first", "second"] {
        let test = Case(name: name) { _ in }
        test.run()
        XCTAssertEqual(test.failures.count, 1, name)
        XCTAssertEqual(
          test.failures.first?.hasPrefix(
            "CLLocationManager.requestAlwaysAuthorization() was called outside of SimulatedDevice.run"
          ),
          true, name)
      }
    }
  }
#endif
