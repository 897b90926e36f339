import GeofenceBytes
import GeofenceCore

extension Finding {
  /// Returns the findings about files of regions and alarms of reminders, which have slots of their
  /// own: first those that cannot be read.
  package static func about(
    _ inspections: [RegionReader.Inspection], others: [Circle] = [],
    otherFindings: [Finding] = [], _ survey: RegionSurvey
  ) -> [Finding] {
    let regions =
      inspections.flatMap { file in
        file.regions.enumerated().map { index, region in
          Circle(
            region: region, source: file.source, place: file.place(index), kind: "region ",
            name: region.identifier.rawValue)
        }
      }
    let dwelling = inspections.reduce(into: Set()) { $0.formUnion($1.dwelling) }
    let concerns = [regions, others].flatMap { circles in
      survey.concerns(about: circles.map { $0.region }).filter { number, concern in
        // A note says what plays the dwells that a file asks for.
        concern != .silent || !dwelling.contains(circles[number].region.identifier)
      }.map { number, concern in
        let (topic, problem, help) = words(for: concern, about: number, of: circles, survey)
        let circle = circles[number]
        return Finding(
          .warning, topic,
          InputError(
            source: circle.source, place: circle.place,
            problem: "\(circle.kind)\(circle.name.quotedExcerpt()) \(problem)", help: help))
      }
    }
    let mistakes = inspections.flatMap { file in
      file.mistakes.map { Finding(.error, .unreadable, $0) } + file.notes
    }
    return mistakes + otherFindings + excess(of: regions, "regions", survey)
      + excess(of: others, "alarms", survey) + concerns
  }

  private static func excess(
    of circles: [Circle], _ kind: String, _ survey: RegionSurvey
  ) -> [Finding] {
    guard let count = survey.excess(of: circles.map({ $0.region })), let first = circles.first
    else {
      return []
    }
    return [
      Finding(
        .warning, .aboveLimit,
        InputError(
          source: first.source, problem: "\(count) \(kind), more than the limit of \(survey.limit)",
          help:
            "the app has to reselect as the device moves: 'geofence audit' says which crossings "
            + "a drive loses"))
    ]
  }

  package struct Circle: Sendable {
    let region: CircularRegion
    let source: String
    let place: InputError.Place
    let kind: String
    let name: String

    package init(
      region: CircularRegion, source: String, place: InputError.Place, kind: String, name: String
    ) {
      (self.region, self.source, self.place) = (region, source, place)
      (self.kind, self.name) = (kind, name)
    }
  }

  private static func words(
    for concern: RegionConcern, about number: Int, of circles: [Circle], _ survey: RegionSurvey
  ) -> (topic: Topic, problem: String, help: String) {
    let radius = circles[number].region.radius.plain
    switch concern {
    case .sameCircle(let twin):
      return (
        .sameCircle, "is the same circle as \(name(of: twin, in: circles))",
        "keep one: each takes its own slot and both report "
          + sharedEvents(of: circles[number].region, circles[twin].region)
      )
    case .sameCentre(let twin):
      return (
        .sameCentre, "has the centre of \(name(of: twin, in: circles))",
        "each takes its own slot; keep one unless both distances are needed"
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
        "is \(Phrasing.neverMonitored(above: survey.maximumRadius.spokenMetres))",
        "make it smaller, or give the device's own maximum as max-radius in a file for --settings"
      )
    case .silent:
      return (
        .implausible, "asks for neither enters nor exits, so that nothing is delivered of it",
        "set notifyOnEntry or notifyOnExit to true"
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

  private static func sharedEvents(of one: CircularRegion, _ other: CircularRegion) -> String {
    switch (one.notifyOnEntry && other.notifyOnEntry, one.notifyOnExit && other.notifyOnExit) {
    case (true, false): "the same enters"
    case (false, true): "the same exits"
    default: "the same crossings"
    }
  }

  private static func name(of number: Int, in circles: [Circle]) -> String {
    let circle = circles[number]
    return (circle.kind == "region " ? "" : circle.kind) + circle.name.quotedExcerpt()
  }
}
