import GeofenceBytes
import GeofenceCore

/// An element of a scenario as it is written.
struct ScenarioDraft {
  private let at: String?
  private let verb: String?
  private let to: String?
  private let region: RegionDraft?
  private let identifier: String?
  private let uid: String?
  private let registrations: String?
  /// A Boolean value that indicates whether the element has no key but `//`.
  let isComment: Bool

  init(_ value: JSONValue) throws(Diagnosis) {
    let object = try value.requireObject()
    try object.refuseKeys(except: [
      "at", "do", "to", "region", "identifier", "uid", "registrations",
    ])
    if let at = object["at"], at.text == nil {
      throw object.mistake("at", "not a time", help: Self.timeHelp)
    }
    at = try object.text("at")
    verb = try object.text("do")
    to = try object.text("to")
    identifier = try object.text("identifier")
    uid = try object.text("uid")
    registrations = try object.text("registrations")
    if let value = object["region"] {
      guard let draft = try RegionJSON.draft(value) else { throw JSONValue.misfit }
      region = draft
    } else {
      region = nil
    }
    if let key = region?.otherKeys.first {
      throw object.mistake(
        "region.\(key)", "unknown key \(key.quotedExcerpt())",
        help: "'geofence help regions' has those that are read")
    }
    isComment = object.members.allSatisfy { $0.key == "//" }
  }

  func moment(at path: String) throws(Diagnosis) -> Timeline.Moment {
    guard let at else { throw refuse(path, "an action without a time", "add \"at\"") }
    if at.hasPrefix("+"), at.hasSuffix("s"),
      let seconds = Double(decimal: Array(at.dropFirst().dropLast().utf8).span),
      (0..<1e12).contains(seconds)
    {
      return .afterStart(Interval(seconds: seconds))
    }
    // So few digits are a number of seconds that lacks its sign, and not a time of 1970.
    guard let time = Timestamp(parsing: at), at.count > 8 || !at.allSatisfy(\.isNumber) else {
      throw refuse("\(path).at", "the time \(at.quotedExcerpt()) cannot be read", Self.timeHelp)
    }
    return .at(time)
  }

  private static let timeHelp =
    "write 2024-05-01T09:10:00Z, or +600s for ten minutes after the track's start"

  func action(
    at path: String, _ options: RegionReader.Options, _ reminder: Scenario.ReminderRegions?
  ) throws(Diagnosis) -> DeviceAction {
    guard let verb else { throw refuse(path, "an element without an action", "add \"do\"") }
    var action = plainAction(verb)
    if verb == "complete" {
      action = try completion(path, reminder)
    } else if action == nil {
      action = try argumentAction(verb, path, options)
    }
    guard let action else {
      throw refuse(
        "\(path).do", "unknown action \(verb.quotedExcerpt())",
        Suggestion.closest(to: verb, among: Self.verbs).map { "did you mean \"\($0)\"?" }
          ?? "known are \(Self.verbs.joined(separator: ", "))")
    }
    let needsValue = ["background-refresh", "authorize", "accuracy", "location"].contains(verb)
    for (key, isGiven, isWanted) in [
      ("to", to != nil, needsValue), ("region", region != nil, verb == "add"),
      ("identifier", identifier != nil, verb == "remove"), ("uid", uid != nil, verb == "complete"),
      ("registrations", registrations != nil, verb == "reboot"),
    ] where isGiven && !isWanted {
      throw refuse("\(path).\(key)", "\"\(verb)\" takes no \"\(key)\"", "leave it out")
    }
    return action
  }

  private static let verbs = [
    "terminate", "launch", "foreground", "background", "background-refresh", "reboot", "unlock",
    "authorize", "accuracy", "sleep", "wake", "update", "force-stop", "clear-data", "location",
    "add", "remove", "complete",
  ]

  private func plainAction(_ verb: String) -> DeviceAction? {
    let plain: [DeviceAction] = [
      .terminate, .launch, .foreground, .background, .unlock, .sleep, .wake, .update, .forceStop,
      .clearData,
    ]
    return plain.first { $0.name == verb }
  }

  private func argumentAction(_ verb: String, _ path: String, _ options: RegionReader.Options)
    throws(Diagnosis) -> DeviceAction?
  {
    switch verb {
    case "background-refresh":
      return .backgroundRefresh(isOn: try choice("to", to, path, ["on": true, "off": false]))
    case "location": return .location(isOn: try choice("to", to, path, ["on": true, "off": false]))
    case "accuracy":
      return .accuracy(isFull: try choice("to", to, path, ["full": true, "reduced": false]))
    case "authorize":
      let all = DeviceState.Authorization.allCases
      return .authorize(
        try choice("to", to, path, Dictionary(uniqueKeysWithValues: all.map { ($0.rawValue, $0) })))
    case "reboot":
      guard let registrations else { return .reboot }
      return try choice(
        "registrations", registrations, path,
        ["kept": DeviceAction.reboot, "lost": .rebootLosingRegistrations])
    case "add":
      guard let region else { throw refuse(path, "\"add\" without a region", "add \"region\"") }
      return .add(try region.region(options, at: "\(path).region"))
    case "remove":
      guard let identifier else {
        throw refuse(path, "\"remove\" without an identifier", "add \"identifier\"")
      }
      return .remove(RegionIdentifier(identifier))
    default: return nil
    }
  }

  private func completion(_ path: String, _ reminder: Scenario.ReminderRegions?)
    throws(Diagnosis) -> DeviceAction
  {
    guard let uid else { throw refuse(path, "\"complete\" without a reminder", "add \"uid\"") }
    guard let reminder else {
      throw refuse(path, "there are no reminders to complete", "pass --reminders FILE")
    }
    do throws(InputError) {
      return .complete(reminder: uid, try reminder(uid))
    } catch {
      throw refuse("\(path).uid", error.problem, error.help ?? "name a reminder of --reminders")
    }
  }

  /// Returns the value that a word stands for. `word`: the text under `key`; `nil` if there is
  /// none.
  private func choice<Value>(
    _ key: String, _ word: String?, _ path: String, _ values: [String: Value]
  ) throws(Diagnosis) -> Value {
    guard let word, let value = values[word] else {
      throw refuse(
        word == nil ? path : "\(path).\(key)",
        word.map { "unknown value \($0.quotedExcerpt())" }
          ?? "\"\(verb ?? "")\" without \"\(key)\"",
        "\"\(key)\" is one of \(values.keys.sorted().joined(separator: ", "))")
    }
    return value
  }

  private func refuse(_ path: String, _ problem: String, _ help: String) -> Diagnosis {
    Diagnosis(problem, help: help, at: .path(path))
  }
}
