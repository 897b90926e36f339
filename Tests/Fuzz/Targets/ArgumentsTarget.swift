@testable import GeofenceCommandLine
@testable import geofence

extension FuzzTarget {
  /// The arguments of each command, one a line: parsed, and run never.
  static let arguments = FuzzTarget("arguments") { input in
    let words = input.bytes.split(separator: 10, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    return try [
      parsed(words, SimulateOptions.groups, SimulateOptions()),
      parsed(words, AuditOptions.groups, AuditOptions()),
      parsed(words, RemindersOptions.addGroups, RemindersOptions()),
    ].joined(separator: "\n")
  }

  private static func parsed<Target>(
    _ words: [String], _ groups: [OptionGroup<Target>], _ defaults: Target
  ) throws -> String {
    let parser = ArgumentParser(options: groups.flatMap(\.options))
    var target = defaults
    do throws(UsageError) {
      let outcome = try parser.parse(words, into: &target)
      return "\(String(describing: outcome)) \(target)"
    } catch {
      try Violation.unless(!error.message.isEmpty, "wrong usage without a word")
      return error.message
    }
  }
}
