import GeofenceBytes
import GeofenceCore
import GeofenceInputs

extension FuzzTarget {
  /// A track in any format that is found from the content.
  static let track = FuzzTarget("track", readsPaths: true) { input in
    let lenient = try read(input) { _ in }
    let strict = try read(input) { $0.isStrict = true }
    let untimed = try read(input) { $0.ignoresTimes = true }
    // A strict reader stops at the first point that a lenient one skips, and changes nothing else.
    try Violation.unless(
      strict.error != nil || strict.fixes == lenient.fixes, "a strict reader reads another track")
    return [lenient, strict, untimed].map(\.text).joined(separator: "\n")
  }

  private struct Outcome {
    var fixes: [String] = []
    var warnings: [String] = []
    var error: String?
    var remarks: [String] = []

    var text: String {
      (fixes + warnings + remarks + [error ?? "read"]).joined(separator: "\n")
    }
  }

  private static func read(
    _ input: Input, _ configure: (inout TrackReader.Options) -> Void
  ) throws -> Outcome {
    var options = TrackReader.Options()
    configure(&options)
    return try input.withPath { path in
      var outcome = Outcome()
      let named = { (text: String) in text.replacing(path, with: "F") }
      var broken: String?
      var last: [Int: Timestamp] = [:]
      var reader = TrackReader(path: path, options: options)
      do {
        try reader.read(
          newDevice: { outcome.fixes.append("device \($0) \($1 ?? "unnamed")") },
          { fix, device in
            if let problem = problem(of: fix, after: last[device]) { broken = problem }
            last[device] = fix.time
            outcome.fixes.append(
              "\(device) \(fix.time.milliseconds) \(fix.coordinate.latitude) "
                + "\(fix.coordinate.longitude) \(fix.horizontalAccuracy ?? -1)")
            return true
          })
      } catch let error as InputError {
        try check(error)
        outcome.error = named(error.description)
      }
      outcome.warnings =
        reader.report.firstSkip.map { [named($0.rendered(severity: "warning"))] } ?? []
      outcome.remarks = reader.report.remarks.map { named($0.description) }
      if let broken { throw Violation(broken) }
      return outcome
    }
  }

  private static func problem(of fix: Fix, after last: Timestamp?) -> String? {
    if !(abs(fix.coordinate.latitude) <= 90) || !(abs(fix.coordinate.longitude) <= 180) {
      return "a fix out of the world: \(fix)"
    }
    if let accuracy = fix.horizontalAccuracy, !(accuracy >= 0) { return "an accuracy: \(fix)" }
    if let last, fix.time < last { return "a fix before the last: \(fix)" }
    return nil
  }
}
