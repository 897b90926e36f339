import GeofenceCore
import GeofenceInputs

extension FuzzTarget {
  /// The events of a recorded run, as jsonl or text.
  static let expectations = FuzzTarget("expectations", readsPaths: true) { input in
    try input.withPath { path in
      try saying(path) {
        let events = try ExpectationReader.read(path: path).events
        try Violation.unless(
          events.allSatisfy { !$0.isCrossing || $0.region != nil }, "a crossing without a region")
        return events.map { "\($0)\n" }.joined()
      }
    }
  }
}
