#if canImport(Testing)
  public import Foundation
  public import SimulatedCoreLocation
  public import Testing

  /// A trait that gives each test a simulated device of its own: `SimulatedDevice.running` in its
  /// body.
  ///
  /// ```swift
  /// @Test(.simulatedDevice) func `the walk enters the park`() async throws {
  ///   let device = try SimulatedDevice.running
  ///   await device.launch { await ParksApp().run() }
  ///   try await device.play("walk.gpx")
  /// }
  /// ```
  ///
  /// A mistake of the app is an issue of the test, at the app's own line; something that cannot be
  /// simulated is a warning. An issue includes what had happened on the device.
  public struct SimulatedDeviceTrait: TestTrait, SuiteTrait, TestScoping {
    let configuration: SimulatedDeviceConfiguration

    public var isRecursive: Bool { true }

    public func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? {
      testCase == nil ? nil : self
    }

    public func provideScope(
      for test: Test, testCase: Test.Case?,
      performing function: @Sendable () async throws -> Void
    ) async throws {
      let place = test.sourceLocation
      try await SimulatedDevice.run(configuration, file: place.filePath, line: place.line) {
        device in
        let timelines = IssueHandlingTrait.compactMapIssues { issue in
          var issue = issue
          if issue.isFailure, let timeline = device.timelineText(about: "\(issue)") {
            issue.comments.append(Comment(rawValue: timeline))
          }
          return issue
        }
        try await timelines.provideScope(for: test, testCase: testCase, performing: function)
      }
    }
  }

  extension Trait where Self == SimulatedDeviceTrait {
    /// A device with Core Location's defaults.
    public static var simulatedDevice: Self { simulatedDevice() }

    /// Returns a trait whose devices have these settings.
    ///
    /// The parameters are as in `SimulatedDevice.run`.
    public static func simulatedDevice(
      _ configuration: SimulatedDeviceConfiguration = .init(),
      authorization: CLAuthorizationStatus? = nil, answering answer: CLAuthorizationStatus? = nil,
      positioning: SimulatedPositioning? = nil, seed: UInt64? = nil, startingAt start: Date? = nil,
      places: [String: CLLocation]? = nil
    ) -> Self {
      Self(
        configuration: configuration.with(
          authorization: authorization, answering: answer, positioning: positioning, seed: seed,
          startingAt: start, places: places))
    }
  }

  extension SimulationIssue {
    func record() {
      let text = Comment(rawValue: help.map { "\(problem)\nhelp: \($0)" } ?? problem)
      let location = place.map {
        SourceLocation(
          fileID: "App/" + ($0.file.split(separator: "/").last ?? "app"), filePath: $0.file,
          line: $0.line, column: 1)
      }
      Issue.record(
        text, severity: severity == .error ? .error : .warning,
        sourceLocation: location ?? Test.current?.sourceLocation ?? #_sourceLocation)
    }
  }
#endif
