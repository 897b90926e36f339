import GeofenceBytes
import GeofenceCommandLine

/// A folder that is a test: a track, regions and settings, and the events that are expected of
/// them.
struct CaseFolder: Sendable {
  let path: String
  let expectations: String
  /// The paths of the files `track.*` and `track-*.*`, in the order of their names.
  let tracks: [String]
  let root: String
  /// The path of `regions.*` in the folder, or in the nearest one above that has it; `nil` if none
  /// has.
  let regions: String?
  /// The paths of the files `settings.json` in the folders above and in this one, the outermost
  /// first.
  let settings: [String]
  let scenario: String?
  let reminders: String?
  let phones: [String]
  /// The files that are not read although their names resemble names that are.
  let misspelt: [(path: String, name: String)]

  static let recordings = ["expected.jsonl", "expected.txt"]
  private static let files =
    recordings + ["settings.json", "scenario.json", "reminders.ics", "regions.json"]

  /// Creates a test from the files of a folder and of its `ancestors`, the outermost first.
  init(
    _ path: String, below ancestors: [String],
    _ contents: (String) throws(InputError) -> [String]
  ) throws(InputError) {
    self.path = path
    root = ancestors.first ?? path
    let names = try contents(path)
    expectations = try Self.only(names.filter(Self.recordings.contains), in: path) ?? ""
    tracks = names.filter(Self.isTrack).map { "\(path)/\($0)" }
    if tracks.isEmpty {
      throw InputError(
        source: path, problem: "a test without a track",
        help: "put a file track.gpx, track.csv or the like beside "
          + FilePath.parts(of: expectations).name)
    }
    scenario = names.contains("scenario.json") ? "\(path)/scenario.json" : nil
    reminders = names.contains("reminders.ics") ? "\(path)/reminders.ics" : nil
    phones = names.filter { FilePath.baseName(of: $0) == "phone" && $0 != "phone" }
      .map { "\(path)/\($0)" }
    misspelt = names.compactMap { name in
      guard !Self.isTrack(name), !Self.files.contains(name),
        FilePath.baseName(of: name) != "regions",
        let meant = Suggestion.closest(to: name, among: Self.files),
        Suggestion.edits(from: name, to: meant) <= 2
      else { return nil }
      return ("\(path)/\(name)", meant)
    }
    var (regions, settings): (String?, [String]) = (nil, [])
    for folder in ancestors + [path] {
      let names = try contents(folder)
      let found = names.filter { FilePath.baseName(of: $0) == "regions" && $0 != "regions" }
      regions = try Self.only(found, in: folder) ?? regions
      if names.contains("settings.json") { settings.append("\(folder)/settings.json") }
    }
    self.regions = regions
    self.settings = settings
  }

  static func isTrack(_ name: String) -> Bool {
    let base = FilePath.baseName(of: name)
    return base != name && (base == "track" || base.hasPrefix("track-"))
  }

  private static func only(_ names: [String], in folder: String) throws(InputError) -> String? {
    guard names.count > 1 else { return names.first.map { "\(folder)/\($0)" } }
    throw InputError(
      source: folder, problem: "both \(names[0]) and \(names[1]) are there",
      help: "keep one of them")
  }
}

struct CaseFinder {
  /// A folder that was found, as a test or as the error that keeps it from being read.
  typealias Found = (path: String, folder: Result<CaseFolder, InputError>)

  private var found: [Found] = []
  private var listings: [String: Result<[String], InputError>] = [:]
  private var visited: Set<Visit> = []

  /// A folder with the files above it that count for it: where links lead to a folder in several
  /// ways, it is another test only below others.
  private struct Visit: Hashable {
    let folder: FileIdentity
    let inherited: [FileIdentity]
  }

  /// Returns each folder, at any depth, that holds a recording, once, by argument and name.
  static func find(in folders: [String]) -> [Found] {
    var finder = CaseFinder()
    for folder in folders {
      let path = FilePath.withoutTrailingSlashes(folder)
      let above = path.foldersAbove
      finder.visit(
        path, below: above, within: [], inheriting: above.compactMap { FileIdentity(path: $0) })
    }
    var paths: Set<String> = []
    return finder.found.filter { paths.insert($0.path).inserted }
  }

  /// Visits a folder and those in it, unless it is `open` already, by a cycle of links, or was
  /// visited below the same files.
  private mutating func visit(
    _ path: String, below ancestors: [String], within open: [FileIdentity],
    inheriting inherited: [FileIdentity]
  ) {
    if Interruption.isRequested { return }
    let names: [String]
    do {
      names = try list(path)
    } catch {
      found.append((path, .failure(error)))
      return
    }
    guard let identity = FileIdentity(path: path), !open.contains(identity) else {
      let cycle = InputError(
        source: path, problem: "the link leads back to a folder that it lies in",
        help: "remove the link")
      found.append((path, .failure(cycle)))
      return
    }
    guard visited.insert(Visit(folder: identity, inherited: inherited)).inserted else { return }
    if names.contains(where: CaseFolder.recordings.contains) {
      let folder = Result { () throws(InputError) in
        try CaseFolder(path, below: ancestors) { folder throws(InputError) in try list(folder) }
      }
      found.append((path, folder))
    }
    let counts = names.contains { name in
      name == "settings.json" || FilePath.baseName(of: name) == "regions"
    }
    for name in names {
      let inner = path == "." ? name : path == "/" ? "/\(name)" : "\(path)/\(name)"
      guard FilePath.isFolder(inner) else { continue }
      visit(
        inner, below: ancestors + [path], within: open + [identity],
        inheriting: counts ? inherited + [identity] : inherited)
    }
  }

  private mutating func list(_ folder: String) throws(InputError) -> [String] {
    if let listing = listings[folder] { return try listing.get() }
    let listing = Result { () throws(InputError) in try Folder.names(in: folder) }
    listings[folder] = listing
    return try listing.get()
  }
}

extension String {
  /// The folders above a path up to the working directory, the outermost first; none for a path
  /// that contains `..`, or lies elsewhere.
  fileprivate var foldersAbove: [String] {
    let parts = split(separator: "/").map(String.init)
    guard self != ".", !parts.contains("..") else { return [] }
    if hasPrefix("/") {
      let here = Folder.current
      guard hasPrefix(here + "/") else { return [] }
      let first = here.split(separator: "/").count
      return parts.indices.dropLast().dropFirst(first - 1).map {
        "/" + parts[...$0].joined(separator: "/")
      }
    }
    let names = parts.drop { $0 == "." }
    let prefix = parts.first == "." ? "./" : ""
    return ["."] + names.indices.dropLast().map { prefix + names[...$0].joined(separator: "/") }
  }
}
