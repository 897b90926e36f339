#if canImport(Testing)
  import Foundation
  package import Testing

  extension Trait where Self == ConditionTrait {
    /// A trait of suites that take seconds, which `make test-quick` skips.
    package static var slow: Self {
      .disabled("'make test' runs it, as it takes long") {
        ProcessInfo.processInfo.environment["GEOFENCE_TESTS"] == "quick"
      }
    }
  }
#endif
