import GeofenceBytes

extension JUnitReport {
  /// Creates a report of a validation, with a failed case for each finding that counts.
  ///
  /// An input without such findings is a passed case. The other findings are written beside the
  /// cases.
  ///
  /// - Parameters:
  ///   - inputs: The files, in their order; `-` is standard input.
  ///   - isStrict: True if warnings count.
  package init(_ report: FindingsReport, of inputs: [String], isStrict: Bool) {
    let counting: Set<Finding.Severity> = isStrict ? [.error, .warning] : [.error]
    let failing = report.findings.filter { counting.contains($0.severity) }
    let others = report.findings.filter { !counting.contains($0.severity) }
    let group = "geofence.validate"
    let failed = Set(failing.map(\.message.source))
    let passed = inputs.map { $0 == "-" ? ByteSource.standardInputName : $0 }
      .filter { !failed.contains($0) }
    self.init(
      passed.map { JUnitCase(group: group, name: $0, file: $0) }
        + failing.map { finding in
          JUnitCase(
            group: group, name: "\(finding.message.source): \(finding.topic.rawValue)",
            finding.message, isError: finding.topic == .unreadable, type: finding.topic.rawValue,
            severity: finding.severity.rawValue)
        }, named: "geofence validate",
      remarks: others.map { $0.message.rendered(severity: $0.severity.rawValue) })
  }
}
