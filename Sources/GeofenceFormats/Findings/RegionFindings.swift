public import GeofenceCore

extension Finding {
  /// Everything about a file of regions, in the order of the file: errors first.
  ///
  /// - Complexity: that of the survey.
  public static func about(_ inspection: RegionReader.Inspection, _ survey: RegionSurvey)
    -> [Finding]
  {
    let found = inspection.found
    let concerns = survey.concerns(about: found.map(\.region)).map { number, concern in
      let (topic, problem, help) = words(for: concern, about: number, of: found, survey)
      return Finding(
        .warning, topic,
        InputError(
          source: inspection.source, place: found[number].place,
          problem: "region \(name(of: number, in: found)) \(problem)", help: help))
    }
    return inspection.mistakes.map { Finding(.error, .unreadable, $0) } + concerns
  }

  private static func words(
    for concern: RegionConcern, about number: Int, of found: [RegionReader.Found],
    _ survey: RegionSurvey
  ) -> (topic: Topic, problem: String, help: String) {
    let radius = found[number].region.radius.plain
    switch concern {
    case .sameCircle(let twin):
      return (
        .sameCircle, "is the same circle as \(name(of: twin, in: found))",
        "keep one: each takes a slot of its own and both report the same crossings"
      )
    case .sameCentre(let twin):
      return (
        .sameCentre, "has the centre of \(name(of: twin, in: found))",
        "each takes a slot of its own; keep one unless both distances are needed"
      )
    case .smallRadius:
      return (
        .smallRadius,
        "has a radius of \(radius) m, and below "
          + "\(RegionSurvey.reliableRadius.plain) m crossings come late or not at all on a phone",
        "take \(RegionSurvey.reliableRadius.plain) m or more, and check the exact place in the app"
      )
    case .aboveMaximum:
      return (
        .aboveMaximum,
        "is never monitored: its radius of \(radius) m is above the maximum of "
          + "\(survey.maximumRadius.plain) m",
        "make it smaller, or give the device's own maximum with --max-radius"
      )
    case .crowded(let count):
      return (
        .crowded,
        "has \(counted(count - 1, "other region")) within \(survey.reach.plain) m of its edge, more "
          + "than fit into the limit of \(survey.limit) with it",
        "some cannot be registered here: merge or drop regions, and let 'geofence audit' tell "
          + "which crossings a drive loses"
      )
    }
  }

  private static func name(of number: Int, in found: [RegionReader.Found]) -> String {
    found[number].region.identifier.rawValue.quotedExcerpt()
  }
}
