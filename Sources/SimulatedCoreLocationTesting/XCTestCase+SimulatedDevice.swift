#if canImport(XCTest)
  public import Foundation
  public import SimulatedCoreLocation
  public import XCTest

  extension XCTestCase {
    /// Runs `body` with a new device, as `SimulatedDevice.run` does.
    ///
    /// A mistake of the app is a failure of the test, at the app's own line. If the test fails
    /// meanwhile, the device's timeline is printed.
    ///
    /// The parameters are as in `SimulatedDevice.run`.
    public func simulateDevice(
      _ configuration: SimulatedDeviceConfiguration = .init(),
      authorization: CLAuthorizationStatus? = nil, answering answer: CLAuthorizationStatus? = nil,
      positioning: SimulatedPositioning? = nil, seed: UInt64? = nil, startingAt start: Date? = nil,
      places: [String: CLLocation]? = nil, file: String = #filePath, line: Int = #line,
      isolation: isolated (any Actor)? = #isolation, _ body: (SimulatedDevice) async throws -> Void
    ) async throws {
      let configuration = configuration.with(
        authorization: authorization, answering: answer, positioning: positioning, seed: seed,
        startingAt: start, places: places)
      try await SimulatedDevice.run(configuration, file: file, line: line) { device in
        _ = isolation
        let failures = failureCount
        var hasThrown = true
        defer {
          if hasThrown || failureCount > failures, let timeline = device.timelineText {
            FileHandle.standardError.write(Data("\(timeline)\n".utf8))
          }
        }
        try await body(device)
        hasThrown = false
      }
    }

    private nonisolated var failureCount: Int { testRun?.totalFailureCount ?? 0 }

    nonisolated func record(_ issue: SimulationIssue) {
      guard issue.severity == .error else {
        return FileHandle.standardError.write(Data("\(issue)\n".utf8))
      }
      let text = issue.help.map { "\(issue.problem)\nhelp: \($0)" } ?? issue.problem
      #if canImport(Darwin)
        let location = issue.place.map {
          XCTSourceCodeLocation(filePath: $0.file, lineNumber: $0.line)
        }
        record(
          XCTIssue(
            type: .assertionFailure, compactDescription: text,
            sourceCodeContext: XCTSourceCodeContext(location: location)))
      #else
        recordFailure(
          withDescription: text, inFile: issue.place?.file ?? "", atLine: issue.place?.line ?? 0,
          expected: true)
      #endif
    }
  }
#endif
