import SimulatedCoreLocation
import Synchronization

#if canImport(Testing)
  import Testing
#endif
#if canImport(XCTest)
  import XCTest
#endif

/// Lets each issue belong to the test whose code causes it.
///
/// A constructor calls this function before `main`.
@_cdecl("simulated_core_location_report_to_tests")
func reportToTests() {
  #if canImport(XCTest)
    XCTestObservationCenter.shared.addTestObserver(RunningXCTests.shared)
  #endif
  SimulationIssue.report { issue in
    #if canImport(Testing)
      if Test.current != nil {
        issue.record()
        return true
      }
    #endif
    #if canImport(XCTest)
      if let test = RunningXCTests.shared.current {
        test.record(issue)
        return true
      }
    #endif
    return false
  }
}

#if canImport(XCTest)
  /// The XCTest cases that are running: one, and those that it runs itself.
  private final class RunningXCTests: NSObject, XCTestObservation, Sendable {
    private struct Case: @unchecked Sendable { let test: XCTestCase }

    static let shared = RunningXCTests()

    private let cases = Mutex<[Case]>([])

    var current: XCTestCase? { cases.withLock { $0.last }?.test }

    func testCaseWillStart(_ testCase: XCTestCase) {
      let running = Case(test: testCase)
      cases.withLock { $0.append(running) }
    }

    func testCaseDidFinish(_ testCase: XCTestCase) {
      let ended = Case(test: testCase)
      cases.withLock { $0.removeAll { $0.test === ended.test } }
    }
  }
#endif
