import GeofenceFormats

/// A folder that is a test: a track, regions and settings, and the events that are expected of them.
struct CaseFolder: Sendable {
  /// The folder as listings name it.
  let path: String
  /// The recording: `expected.jsonl` or `expected.txt`.
  let expectations: String
  /// The files `track.*` and `track-*.*`, in the order of their names.
  let tracks: [String]
  /// The file `regions.*` of the folder, or of the nearest one above it; `nil` where there is none.
  let regions: String?
  /// The files `settings.json` of the folders above it and of its own, the outermost first.
  let settings: [String]
  let scenario: String?
  let reminders: String?

  static let recordings = ["expected.jsonl", "expected.txt"]

  /// - Parameters:
  ///   - path: the folder.
  ///   - ancestors: the folders that it inherits from, the outermost first.
  ///   - contents: the names of the files of a folder.
  /// - Throws: an error that names the folder, what is wrong with it, and a hint.
  init(
    _ path: String, below ancestors: [String],
    _ contents: (String) throws(InputError) -> [String]
  ) throws(InputError) {
    self.path = path
    let names = try contents(path)
    expectations = try Self.only(names.filter(Self.recordings.contains), in: path) ?? ""
    tracks = names.filter(Self.isTrack).map { "\(path)/\($0)" }
    if tracks.isEmpty {
      throw InputError(
        source: path, problem: "a test without a track",
        help: "put a file track.gpx, track.csv or the like beside \(Self.recordings[0])")
    }
    scenario = names.contains("scenario.json") ? "\(path)/scenario.json" : nil
    reminders = names.contains("reminders.ics") ? "\(path)/reminders.ics" : nil
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

  /// Whether a name is that of a track of a test.
  static func isTrack(_ name: String) -> Bool {
    let base = FilePath.baseName(of: name)
    return base != name && (base == "track" || base.hasPrefix("track-"))
  }

  /// The path of the one file of a kind.
  private static func only(_ names: [String], in folder: String) throws(InputError) -> String? {
    guard names.count > 1 else { return names.first.map { "\(folder)/\($0)" } }
    throw InputError(
      source: folder, problem: "both \(names[0]) and \(names[1]) are there",
      help: "keep one of them")
  }
}

/// Finds the tests below some folders.
struct CaseFinder {
  /// What a folder that was found is: a test, or one that cannot be read.
  typealias Found = (path: String, folder: Result<CaseFolder, InputError>)

  private var found: [Found] = []
  private var listings: [String: Result<[String], InputError>] = [:]

  /// Each folder, at any depth, that holds a recording, in the order of the arguments and of the
  /// names in them; a folder that is reached twice comes once.
  static func find(in folders: [String]) -> [Found] {
    var finder = CaseFinder()
    for folder in folders {
      let path = folder.droppingTrailingSlashes
      finder.visit(path, below: path.foldersAbove, within: [])
    }
    var paths: Set<String> = []
    return finder.found.filter { paths.insert($0.path).inserted }
  }

  /// - Parameter open: the folders that are being visited, to notice a cycle of links.
  private mutating func visit(
    _ path: String, below ancestors: [String], within open: [FileIdentity]
  ) {
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
    if names.contains(where: CaseFolder.recordings.contains) {
      let folder = Result { () throws(InputError) in
        try CaseFolder(path, below: ancestors) { folder throws(InputError) in try list(folder) }
      }
      found.append((path, folder))
    }
    for name in names {
      let inner = path == "." ? name : path == "/" ? "/\(name)" : "\(path)/\(name)"
      guard FilePath.isFolder(inner) else { continue }
      visit(inner, below: ancestors + [path], within: open + [identity])
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
  fileprivate var droppingTrailingSlashes: String {
    var path = self
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path
  }

  /// The folders above a path up to the working directory, the outermost first; none of a path that
  /// does not begin there.
  fileprivate var foldersAbove: [String] {
    let parts = split(separator: "/").map(String.init)
    guard !hasPrefix("/"), self != ".", !parts.contains("..") else { return [] }
    let names = parts.drop { $0 == "." }
    let prefix = parts.first == "." ? "./" : ""
    return ["."] + names.indices.dropLast().map { prefix + names[...$0].joined(separator: "/") }
  }
}
