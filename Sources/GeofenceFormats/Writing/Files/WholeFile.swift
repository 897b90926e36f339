private import CLibrary

/// A file that is written as a whole or not at all, by one process at a time.
///
/// This is the way every output is written. Whoever changes what is there claims the file, reads
/// it, and commits; others wait in between. The new file has the old one's permissions and owner
/// from its first byte, and it and its folder are on the disk when `commit` returns.
///
///     let file = try WholeFile(claiming: path)
///     let old = try ByteSource.present(path)
///     try file.commit(new)
///
/// A symbolic link stays one. What is no file, such as a pipe or `/dev/stdout`, is never replaced: it is
/// opened once, when it is claimed, and the bytes are written into it as they come. A file that nobody may write, one with several names, and one
/// whose owner could not be kept are refused.
public struct WholeFile: Sendable {
  private enum Place {
    /// Written beside `target`, which it becomes.
    case file(FileLock, target: String)
    case stream(OutputStream)
  }

  /// A stream that copies of this value share.
  private final class OutputStream: Sendable {
    let file: OpenFile
    let interrupted: @Sendable () -> Bool

    init(_ file: consuming OpenFile, interrupted: @escaping @Sendable () -> Bool) {
      self.file = file
      self.interrupted = interrupted
    }

    /// - Returns: `false` where the reader of a pipe has closed it.
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

  /// As the user named it.
  private let path: String
  private let place: Place

  /// Waits until no other process has claimed the file, and keeps it until it is committed or no
  /// copy of this value is left.
  ///
  /// - Parameters:
  ///   - waiting: called once when another process has claimed it.
  ///   - interrupted: asked when a signal arrives; `true` gives up.
  /// - Throws: an error of kind `creating` when it could not be written, or `interruption`.
  public init(
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
          OutputStream(
            try Self.open(path, interrupted: interrupted), interrupted: interrupted))
      }
    } catch {
      throw error.error(of: path, kind: .creating)
    }
  }

  /// Whether it is a pipe or a device, which is written as the bytes come and never replaced.
  public var isStream: Bool { if case .stream = place { true } else { false } }

  /// Finds out whether the file could be written, and touches nothing.
  ///
  /// - Throws: an error of kind `creating`.
  public static func check(_ path: String) throws(InputError) {
    do {
      _ = try claim(path, waiting: { false }, interrupted: { false })
    } catch {
      throw error.error(of: path, kind: .creating)
    }
  }

  /// Replaces the file at `path`, or leaves it as it is.
  ///
  /// - Throws: an error of kind `creating`, `writing` or `interruption`.
  public static func write(
    _ bytes: some Sequence<UInt8>, to path: String,
    interrupted: @escaping @Sendable () -> Bool = { false }
  ) throws(InputError) {
    try WholeFile(claiming: path, interrupted: interrupted).commit(bytes)
  }

  /// Adds to what the file will be when it is committed; what is no file gets it at once.
  ///
  /// - Returns: `false` where it is a pipe whose reader has closed it.
  /// - Throws: an error of kind `writing` or `interruption`.
  @discardableResult
  public func append(_ bytes: some Sequence<UInt8>) throws(InputError) -> Bool {
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

  /// Replaces the file by what was appended and `bytes`, or leaves it as it is, and lets others claim it.
  ///
  /// - Throws: an error of kind `writing`.
  /// - Precondition: it has not been committed yet.
  public func commit(_ bytes: some Sequence<UInt8>) throws(InputError) {
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

  /// Takes the file away.
  ///
  /// - Throws: an error of kind `writing`.
  func remove() throws(InputError) {
    guard case .file(_, let target) = place else { return }
    do throws(WriteFailure) {
      guard unlink(target.nativePath) == 0 else { throw .ofSystem }
      try Self.sync(folder: FilePath.parts(of: target).folder)
    } catch {
      throw error.error(of: path)
    }
  }

  private static func sync(folder path: String) throws(WriteFailure) {
    // One that may not be read cannot be synced.
    guard access(path.nativePath, R_OK) == 0 else { return }
    try OpenFile(path, O_RDONLY | O_DIRECTORY).sync()
  }

  private static func open(_ path: String, interrupted: () -> Bool) throws(WriteFailure)
    -> OpenFile
  {
    if let descriptor = FilePath.descriptor(of: path) { return OpenFile(borrowing: descriptor) }
    return try OpenFile(streamAt: path, interrupted: interrupted)
  }

  /// A claim to a path, before a stream is opened.
  private enum Claim {
    case file(FileLock, target: String)
    case stream
  }

  /// - Returns: `nil` when `waiting` gave up.
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
      // While this one waited, another may have made the file, or removed it.
      let now = try status(of: target)
      guard (now == nil) == (old == nil) else { continue }
      if let now { try lock.file.adopt(now) }
      return .file(lock, target: target)
    }
  }

  /// - Returns: `nil` where there is nothing yet.
  /// - Throws: an error when what is there must not be replaced.
  private static func status(of target: String) throws(WriteFailure) -> stat? {
    var status = stat()
    guard stat(target.nativePath, &status) == 0 else {
      if errno == ENOENT { return nil }
      throw .ofSystem
    }
    guard status.st_mode & S_IFMT != S_IFDIR else { throw WriteFailure("is a directory") }
    // The superuser may write what nobody may, and is asked, too.
    guard status.st_mode & 0o222 != 0 else {
      throw WriteFailure(
        "it is read-only", help: "make it writable (chmod u+w), or name another file")
    }
    guard access(target.nativePath, W_OK) == 0 else { throw .ofSystem }
    guard status.st_mode & S_IFMT != S_IFREG || status.st_nlink == 1 else {
      throw WriteFailure(
        "it has \(status.st_nlink) names (hard links), and only one would get what is new",
        help: "make a file of its own of it (cp, then mv), or name another file")
    }
    return status
  }
}
