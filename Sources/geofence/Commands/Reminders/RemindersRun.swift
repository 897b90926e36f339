import GeofenceBytes
import GeofenceCommandLine
import GeofenceReminders

struct RemindersRun {
  let options: RemindersOptions
  let paths: [String]
  let operands: [String]

  init(_ options: RemindersOptions, _ arguments: [String], _ parameters: [Parameter])
    throws(UsageError)
  {
    self.options = options
    try options.check()
    let isLongPath = { (path: String) in path.lowercased().hasSuffix(".ics") || path.hasSuffix("/")
    }
    let count =
      parameters.isEmpty
      ? arguments.count
      : min(arguments.count, 1) + arguments.dropFirst().prefix(while: isLongPath).count
    paths = Array(arguments[..<count])
    operands = Array(arguments[count...])
    let isRepeated = parameters.last?.isRepeated == true
    guard !paths.isEmpty else { throw UsageError("Missing expected argument '<file>'") }
    guard operands.count >= parameters.count else {
      throw UsageError("Missing expected argument '<\(parameters[operands.count].name)>'")
    }
    guard operands.count == parameters.count || isRepeated else {
      throw UsageError("Unexpected argument '\(operands[parameters.count])'")
    }
  }

  func store() throws(InputError) -> ReminderStore {
    let store = try ReminderStore(paths: paths)
    for warning in store.warnings { Console.note(warning.rendered(severity: "warning")) }
    return store
  }

  var query: ReminderQuery {
    var query = options.query
    if options.isOverdue { query.overdueAt = options.time }
    if !options.choosesStatus, query.completedAfter != nil || query.completedBefore != nil {
      query.status = .completed
    }
    return query
  }

  var editor: ReminderEditor {
    ReminderEditor(
      paths: paths, at: options.time, interrupted: { Interruption.isRequested },
      willWrite: Interruption.protect)
  }

  @discardableResult
  func edit(
    _ completion: ReminderChange.Completion? = nil, list: String? = nil,
    _ change: (@Sendable (inout Reminder) throws -> Void)? = nil
  ) throws -> [(uid: String, completion: ReminderFile.Completion)] {
    try editor.edit(
      operands,
      ReminderChange.Edit(
        list: list, completion: completion, wholeSeries: options.isWholeSeries, change))
  }
}

extension Command {
  static func reminders(
    _ name: String, _ abstract: String, _ parameters: [Parameter],
    _ example: Example, groups: [OptionGroup<RemindersOptions>] = [], changes: Bool = false,
    _ work: @escaping @Sendable (RemindersRun) throws -> String?
  ) -> Command {
    let files = Parameter(
      name: "file", summary: "The reminders: iCalendar (.ics), or a folder of such files.",
      completion: .files, isRepeated: true)
    let operands = [files] + parameters
    return Command(
      name: name, abstract: abstract,
      synopsis: operands.map(\.synopsis).joined(separator: " ") + " [options]", operands: operands,
      groups: groups + (changes ? [RemindersOptions.changeGroup] : [])
        + [RemindersOptions.accessGroup],
      examples: [example],
      exits: [.success, .usage, .data, .noInput] + (changes ? [.cannotCreate] : [])
        + [.inputOutput, .noPermission] + (changes ? [.interrupted] : []),
      defaults: RemindersOptions()
    ) { options, arguments throws(UsageError) in
      let run = try RemindersRun(options, arguments, parameters)
      do {
        try options.authorization.require(for: run.paths[0])
        guard !changes || !run.paths.contains("-") else {
          throw UsageError("A file is changed in place, which standard input '-' cannot be")
        }
        var files = RunFiles()
        for path in run.paths.flatMap(ReminderStore.files) { files.read("the reminders", path) }
        files.write("standard output", "-")
        try files.check()
        return try work(run).map { .printing($0) } ?? .success
      } catch let error as UsageError {
        throw error
      } catch let error as InputError {
        Console.note(error.description)
        return ExitStatus(error)
      } catch {
        preconditionFailure("work on reminders throws no other error: \(error)")
      }
    }
  }
}

extension Parameter {
  fileprivate var synopsis: String { isRepeated ? "<\(name)> ..." : "<\(name)>" }
}

enum RemindersAuthorization: String, CaseIterable {
  case notDetermined = "not-determined"
  case restricted, denied
  case fullAccess = "full-access"
  case writeOnly = "write-only"

  func require(for path: String) throws(InputError) {
    guard let help else { return }
    throw InputError(
      kind: .forbidden, source: path,
      problem: "no access to reminders: the authorization is '\(rawValue)'", help: help)
  }

  private var help: String? {
    let settings = "Settings > Privacy & Security > Reminders"
    return switch self {
    case .fullAccess: nil
    case .notDetermined:
      "the app has to ask (requestFullAccessToReminders), and the person to allow it in the prompt"
    case .denied: "the person has to turn the app on in \(settings): the prompt comes only once"
    case .restricted:
      "the person cannot allow it: whoever manages the device has to, in Settings > Screen Time > "
        + "Content & Privacy Restrictions > Reminders, or in its management profile"
    case .writeOnly:
      "the app may add reminders and read none: the person has to choose Full Access in \(settings)"
    }
  }
}
