import GeofenceBytes
import GeofenceCommandLine

extension Command {
  static let audit = Command(
    name: "audit",
    abstract: "Say which crossings an app misses on a drive, why, and what helps.",
    synopsis: "<track> ... --regions <file> [options]", operands: [tracksOperand],
    groups: AuditOptions.groups,
    notes: [
      "Every combination of alternatives is a strategy: '--rank centre/boundary --reselect-on "
        + "significant/significant,event' compares four. Interfaces are judged by reach."
    ],
    examples: [
      Example(
        "Would a selection at each event help?",
        "geofence audit drive.gpx --regions regions.json --reselect-on significant/significant,event"
      )
    ],
    failure: "less than --min-recall, --min-reach or --min-agreement",
    completing: completing(\.simulation), defaults: AuditOptions(), run: audit)

  private static func audit(_ options: AuditOptions, _ tracks: [String])
    throws(UsageError) -> ExitStatus
  {
    let options = try options.resolved()
    try requireInputs(tracks, options.simulation)
    if options.simulation.junit != nil, options.bars.isEmpty, options.minimumAgreement == nil {
      throw UsageError("Missing expected argument '--min-recall <share>' for '--junit'")
    }
    if options.phones.isEmpty, options.simulation.tolerance != nil,
      options.simulation.isToleranceGiven
    {
      throw UsageError("'--tolerance' needs '--phone <file>'")
    }
    if !options.simulation.reminders.isEmpty, options.strategies(for: nil).count > 1 {
      throw UsageError("'--reminders' can be audited under one strategy only")
    }
    try requireAudit(options)
    var files = options.simulation.files(tracks)
    for path in options.phones { files.read("--phone", path) }
    files.write("--best", options.best)
    try files.check()
    return concluding("audit", junit: options.simulation.junit) { () throws(InputError) in
      try AuditSession(options, tracks: tracks).run()
    }
  }

  /// - Throws: an error for options of trials and bars that mean nothing without another that is
  ///   missing.
  static func requireAudit(_ options: AuditOptions) throws(UsageError) {
    try requireOnce("--phone", options.phones)
    if !options.simulation.isPositioned, options.trials != nil {
      throw UsageError("'--trials' needs '--positioning <model>'")
    }
    if let models = options.simulation.positioningModels,
      models.count != options.interfaces?.count ?? 1
    {
      throw UsageError(
        "'--positioning' has \(models.count) models, one for each interface: give as many with "
          + "'--api'")
    }
    if options.grouping != nil, options.simulation.isPositioned, options.trials != 1 {
      throw UsageError("'--by' takes no trials: give '--trials 1'")
    }
    if options.phones.isEmpty, options.minimumAgreement != nil {
      throw UsageError("'--min-agreement' needs '--phone <file>'")
    }
    if options.confidence != nil, options.bars.isEmpty || !options.simulation.isPositioned {
      throw UsageError("'--confidence' needs '--positioning <model>' and '--min-recall <share>'")
    }
  }
}
