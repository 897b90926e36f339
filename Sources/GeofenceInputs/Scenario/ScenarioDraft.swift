import GeofenceBytes
import GeofenceCore

struct ScenarioDraft {
  private var texts: [String: String] = [:]
  private let region: RegionDraft?
  let isComment: Bool

  private static let keys = ["at", "do"] + details
  private static let details = ["to", "identifier", "uid", "registrations", "relaunch"]
  private static let arguments = [
    "background-refresh": "to", "authorize": "to", "accuracy": "to", "location": "to",
    "add": "region", "remove": "identifier", "complete": "uid", "reboot": "registrations",
    "force-quit": "relaunch", "determine": "identifier",
  ]

  init(_ value: JSONElement) throws(Diagnosis) {
    let object = try value.requireObject()
    try object.refuseKeys(except: Set(Self.keys + ["region"]))
    if let at = object["at"], at.text == nil {
      throw object.mistake("at", "not a time", help: Self.timeHelp)
    }
    for key in Self.keys { texts[key] = try object.text(key) }
    region = try object["region"].map { value throws(Diagnosis) in
      guard case .circle(let draft) = try RegionJSON.read(value) else { throw JSONElement.misfit }
      return draft
    }
    if let key = region?.otherKeys.first {
      throw object.mistake(
        "region.\(key)", "unknown key \(key.quotedExcerpt())",
        help: "'geofence help regions' has those that are read")
    }
    isComment = object.members.allSatisfy { $0.key == "//" }
  }

  var isCompletion: Bool { texts["do"] == "complete" }

  /// True if it says that a restart keeps the registrations.
  var keepsRegistrations: Bool { texts["do"] == "reboot" && texts["registrations"] == "kept" }

  var usesDefaultRadius: Bool { region.map { $0.radius == nil && $0.polygon == nil } ?? false }

  func moment(at path: String, _ times: inout TimeReader) throws(Diagnosis) -> Timeline.Moment {
    guard let at = texts["at"] else { throw refuse(path, "an action without a time", "add \"at\"") }
    let written = at.dropFirst().dropLast(at.hasSuffix("s") ? 1 : 0)
    if at.hasPrefix("+"), let seconds = Double(decimal: Array(written.utf8).span),
      (0..<1e12).contains(seconds)
    {
      return .afterStart(Interval(seconds: seconds))
    }
    guard Timestamp.isMoment(at), let time = times.time(Array(at.utf8).span) else {
      throw refuse("\(path).at", "the time \(at.quotedExcerpt()) cannot be read", Self.timeHelp)
    }
    return .at(time)
  }

  private static let timeHelp =
    "write 2024-05-01T09:10:00Z, or +600s for ten minutes after the track's start"

  func action(
    at path: String, _ options: RegionReader.Options, _ completing: Scenario.Completing?
  ) throws(Diagnosis) -> DeviceAction {
    guard let verb = texts["do"] else {
      throw refuse(path, "an element without an action", "add \"do\"")
    }
    let action = try action(verb, path, options, completing)
    for key in Self.details + ["region"]
    where Self.arguments[verb] != key && (key == "region" ? region != nil : texts[key] != nil) {
      throw refuse("\(path).\(key)", "\"\(verb)\" takes no \"\(key)\"", "leave it out")
    }
    return action
  }

  private static let verbs = [
    "terminate", "launch", "foreground", "background", "background-refresh", "reboot", "unlock",
    "authorize", "accuracy", "sleep", "wake", "update", "force-quit", "force-stop",
    "clear-data", "location",
    "determine", "add", "remove", "complete",
  ]
  private static let plain: [DeviceAction] = [
    .terminate, .launch, .foreground, .background, .unlock, .sleep, .wake, .update, .forceQuit,
    .forceStop, .clearData,
  ]
  /// The words that people have for the end of an app.
  private static let ends: Set = ["kill", "killed", "swipe", "swipe-away", "quit", "close", "stop"]

  private func action(
    _ verb: String, _ path: String, _ options: RegionReader.Options,
    _ completing: Scenario.Completing?
  ) throws(Diagnosis) -> DeviceAction {
    switch verb {
    case "background-refresh":
      return .backgroundRefresh(isOn: try choice(verb, path, ["on": true, "off": false]))
    case "location": return .location(isOn: try choice(verb, path, ["on": true, "off": false]))
    case "accuracy":
      return .accuracy(isFull: try choice(verb, path, ["full": true, "reduced": false]))
    case "authorize":
      let all = DeviceState.Authorization.allCases
      return .authorize(
        try choice(verb, path, Dictionary(uniqueKeysWithValues: all.map { ($0.rawValue, $0) })))
    case "reboot" where texts["registrations"] == nil: return .reboot
    case "reboot":
      return try choice(
        verb, path, ["kept": DeviceAction.reboot, "lost": .rebootLosingRegistrations])
    case "force-quit" where texts["relaunch"] != nil:
      return try choice(verb, path, ["never": .forceQuit, "by-events": .forceQuitAsDocumented])
    case "add":
      guard let region else { throw refuse(path, "\"add\" without a region", "add \"region\"") }
      return .add(try region.region(options, at: "\(path).region"))
    case "remove":
      guard let identifier = texts["identifier"] else {
        throw refuse(path, "\"remove\" without an identifier", "add \"identifier\"")
      }
      return .remove(RegionIdentifier(identifier))
    case "determine": return .determine(texts["identifier"].map { RegionIdentifier($0) })
    case "complete": return try completion(path, completing)
    default:
      if let plain = Self.plain.first(where: { $0.name == verb }) { return plain }
      throw refuse(
        "\(path).do", "unknown action \(verb.quotedExcerpt())",
        Self.ends.contains(verb)
          ? "write \"force-quit\" for a user who swiped the app away or stopped it, \"terminate\" for "
            + "the system, which starts it again: 'geofence help symptoms'"
          : (Suggestion.closest(to: verb, among: Self.verbs).map { "did you mean \"\($0)\"? " }
            ?? "known are \(Self.verbs.joined(separator: ", ")); ")
            + "'geofence help scenarios' has them")
    }
  }

  private func completion(_ path: String, _ completing: Scenario.Completing?)
    throws(Diagnosis) -> DeviceAction
  {
    guard let uid = texts["uid"] else {
      throw refuse(path, "\"complete\" without a reminder", "add \"uid\"")
    }
    guard let completing else {
      throw refuse(path, "there are no reminders to complete", "pass --reminders FILE")
    }
    do throws(InputError) {
      return try completing(uid)
    } catch {
      throw refuse("\(path).uid", error.problem, error.help ?? "name a reminder of --reminders")
    }
  }

  private func choice<Value>(_ verb: String, _ path: String, _ values: [String: Value])
    throws(Diagnosis) -> Value
  {
    let key = Self.arguments[verb] ?? ""
    guard let word = texts[key], let value = values[word] else {
      throw refuse(
        texts[key] == nil ? path : "\(path).\(key)",
        texts[key].map { "unknown value \($0.quotedExcerpt())" }
          ?? "\"\(verb)\" without \"\(key)\"",
        "\"\(key)\" is one of \(values.keys.sorted().joined(separator: ", "))")
    }
    return value
  }

  private func refuse(_ path: String, _ problem: String, _ help: String) -> Diagnosis {
    Diagnosis(problem, help: help, at: .path(path))
  }
}

extension Timestamp {
  /// Returns true if a text is a time that a person means as one: up to eight digits alone are seconds
  /// that lack their sign, and not a time of 1970.
  package static func isMoment(_ text: String) -> Bool {
    Timestamp(parsing: text) != nil && !text.hasPrefix("+")
      && (text.count > 8 || !text.allSatisfy(\.isNumber))
  }
}
