private import CLibrary

/// A file that is written as a whole or not at all, by one process at a time.
///
/// A process that changes a file claims it, reads it, and commits; others wait in between. The new
/// file has the old one's permissions and owner from its first byte, and it and its folder are on
/// the disk when `commit` returns. A symbolic link stays one. A pipe or a device is never replaced,
/// but opened once, when it is claimed. A file that nobody may write, one with several names, and
/// one whose owner could not be kept are refused.
package struct WholeFile: Sendable {
  private enum Place {
    case file(FileLock, target: String)
    case stream(OutputStream)
  }

  private final class OutputStream: Sendable {
    let file: OpenFile
    let interrupted: @Sendable () -> Bool

    init(_ file: consuming OpenFile, interrupted: @escaping @Sendable () -> Bool) {
      self.file = file
      self.interrupted = interrupted
    }

    func write(_ bytes: [UInt8]) throws(WriteFailure) -> Bool {
      do {
        try file.write(bytes, interrupted: interrupted)
        return true
      } catch {
        guard error.isClosing else { throw error }
        return false
      }
    }
  }

  package let path: String
  private let place: Place

  /// Claims a file until it is committed, or no copy of this value is left.
  ///
  /// `waiting` is called once if another process has claimed the file, `interrupted` at signals:
  /// true gives up.
  package init(
    claiming path: String, waiting: () -> Void = {},
    interrupted: @escaping @Sendable () -> Bool = { false }
  ) throws(InputError) {
    self.path = path
    do {
      let claim = try Self.claim(
        path,
        waiting: {
          waiting()
          return true
        }, interrupted: interrupted)
      if case .file(let lock, let target) = claim {
        place = .file(lock, target: target)
      } else {
        place = .stream(
          OutputStream(try Self.open(path, interrupted: interrupted), interrupted: interrupted))
      }
    } catch {
      throw error.error(of: path, kind: .creating)
    }
  }

  /// Claims several files, in one order in every process, so that no two wait for each other.
  ///
  /// - Parameter waiting: is called once for each file that another process has claimed.
  package static func claiming(
    _ paths: [String], waiting: (String) -> Void = { _ in },
    interrupted: @escaping @Sendable () -> Bool = { false }
  ) throws(InputError) -> [String: WholeFile] {
    var files: [String: WholeFile] = [:]
    let places = paths.map { (path: $0, identity: FileIdentity(nameAt: $0)) }
    for (path, _) in places.sorted(by: { lhs, rhs in
      guard let first = lhs.identity else { return rhs.identity != nil }
      return rhs.identity.map { first < $0 } ?? false
    }) {
      files[path] = try WholeFile(
        claiming: path, waiting: { waiting(path) }, interrupted: interrupted)
    }
    return files
  }

  package var isStream: Bool { if case .stream = place { true } else { false } }

  package static func check(_ path: String) throws(InputError) {
    do {
      _ = try claim(path, waiting: { false }, interrupted: { false })
    } catch {
      throw error.error(of: path, kind: .creating)
    }
  }

  package static func write(
    _ bytes: some Sequence<UInt8>, to path: String,
    interrupted: @escaping @Sendable () -> Bool = { false }
  ) throws(InputError) {
    try WholeFile(claiming: path, interrupted: interrupted).commit(bytes)
  }

  @discardableResult
  package func append(_ bytes: some Sequence<UInt8>) throws(InputError) -> Bool {
    do {
      switch place {
      case .file(let lock, _):
        try lock.file.write(Array(bytes))
        return true
      case .stream(let stream): return try stream.write(Array(bytes))
      }
    } catch {
      throw error.error(of: path)
    }
  }

  /// Replaces the file by all bytes, or leaves it, and ends the claim. Precondition: never before.
  package func commit(_ bytes: some Sequence<UInt8>) throws(InputError) {
    do {
      switch place {
      case .file(let lock, let target):
        try lock.file.write(Array(bytes))
        try lock.file.sync()
        try lock.release(as: target)
        try Self.sync(folder: FilePath.parts(of: target).folder)
      case .stream(let stream): _ = try stream.write(Array(bytes))
      }
    } catch {
      throw error.error(of: path)
    }
  }

  package func remove() throws(InputError) {
    guard case .file(_, let target) = place else { return }
    do throws(WriteFailure) {
      guard unlink(target.nativePath) == 0 else { throw .ofSystem }
      try Self.sync(folder: FilePath.parts(of: target).folder)
    } catch {
      throw error.error(of: path)
    }
  }

  private static func sync(folder path: String) throws(WriteFailure) {
    // A folder that may not be read cannot be synced.
    guard access(path.nativePath, R_OK) == 0 else { return }
    try OpenFile(path, O_RDONLY | O_DIRECTORY).sync()
  }

  private static func open(_ path: String, interrupted: () -> Bool) throws(WriteFailure) -> OpenFile
  {
    if let descriptor = FilePath.descriptor(of: path) { return OpenFile(borrowing: descriptor) }
    return try OpenFile(streamAt: path, interrupted: interrupted)
  }

  private enum Claim {
    case file(FileLock, target: String)
    case stream
  }

  private static func claim(_ path: String, waiting: () -> Bool, interrupted: () -> Bool)
    throws(WriteFailure) -> Claim?
  {
    if FilePath.descriptor(of: path) != nil { return .stream }
    let target = FilePath.followingLinks(path)
    while true {
      let old = try status(of: target)
      if let old, old.st_mode & S_IFMT != S_IFREG { return .stream }
      guard
        let lock = try FileLock(
          on: target, isNew: old == nil, waiting: waiting, interrupted: interrupted)
      else { return nil }
      // While this process waited, another may have created the file, or removed it.
      let now = try status(of: target)
      guard (now == nil) == (old == nil) else { continue }
      if let now { try lock.file.adopt(now) }
      return .file(lock, target: target)
    }
  }

  private static func status(of target: String) throws(WriteFailure) -> stat? {
    var status = stat()
    guard stat(target.nativePath, &status) == 0 else {
      if errno == ENOENT { return nil }
      throw .ofSystem
    }
    guard status.st_mode & S_IFMT != S_IFDIR else { throw WriteFailure("is a directory") }
    // The superuser may write a file that nobody may, and is refused all the same.
    guard status.st_mode & 0o222 != 0 else {
      throw WriteFailure(
        "it is read-only", help: "make it writable (chmod u+w), or name another file")
    }
    guard access(target.nativePath, W_OK) == 0 else { throw .ofSystem }
    // A file that another process replaces at this moment has no name any more.
    guard status.st_mode & S_IFMT != S_IFREG || status.st_nlink < 2 else {
      throw WriteFailure(
        "it has \(status.st_nlink) names (hard links), and only one would get what is new",
        help: "make a separate file of it (cp, then mv), or name another file")
    }
    return status
  }
}
