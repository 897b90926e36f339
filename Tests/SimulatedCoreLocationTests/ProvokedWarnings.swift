import Testing

extension Trait where Self == IssueHandlingTrait {
  /// A trait of suites that provoke warnings of the library, and look for them on the device's
  /// timeline: the runner does not repeat them.
  static var provokesWarnings: Self { .filterIssues { $0.isFailure } }
}
