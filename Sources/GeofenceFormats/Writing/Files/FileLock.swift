private import CLibrary

/// The right to replace a file, which one process has at a time.
///
/// It is a file beside the one it is about, `.name.tmp`, locked by flock(2). Its holder writes the
/// next contents into it and lets it become the file. A process that is killed loses the lock, and
/// what it leaves behind goes with the next one that asks for it.
///
/// Not reentrant: a process that asks twice waits for itself.
final class FileLock: Sendable {
  let file: OpenFile
  private let path: String

  /// Waits until nobody else has the lock.
  ///
  /// - Parameters:
  ///   - target: the file, which need not be there; no symbolic link.
  ///   - isNew: whether there is none, and its permissions are those of any new file. Otherwise
  ///     nobody else has any until they are given.
  ///   - waiting: called once when another process has it; `false` gives up.
  ///   - interrupted: asked when a signal arrives.
  /// - Returns: `nil` when given up.
  init?(
    on target: String, isNew: Bool, waiting: () -> Bool, interrupted: () -> Bool
  ) throws(WriteFailure) {
    path = Self.path(beside: target)
    let permissions: mode_t = isNew ? 0o666 : 0o600
    while true {
      let file = try Self.open(path, permissions)
      guard try file.lock(waiting: waiting, interrupted: interrupted) else { return nil }
      // Whoever had it has renamed or removed it: the lock is on nothing.
      guard file.isNamed(path) else { continue }
      let status = try file.status
      if status.st_size == 0, status.st_uid == geteuid(), status.st_mode & ~permissions == S_IFREG {
        self.file = file
        return
      }
      // What a killed writer left. Others may have it open, so it is not written into.
      guard unlink(path.nativePath) == 0 else { throw Self.stale(path) }
    }
  }

  private static func open(_ path: String, _ permissions: mode_t) throws(WriteFailure) -> OpenFile {
    do {
      return try OpenFile(path, O_RDWR | O_CREAT | O_NOFOLLOW, permissions: permissions)
    } catch {
      guard access(path.nativePath, F_OK) == 0 else { throw error }
      throw stale(path)
    }
  }

  private static func stale(_ path: String) -> WriteFailure {
    WriteFailure(
      "another user's \(path) is in the way",
      help: "wait for that run, or remove what it has left behind")
  }

  deinit { if isHeld { _ = unlink(path.nativePath) } }

  /// Whether the lock is still there: not when its file has become the target.
  private var isHeld: Bool { file.isNamed(path) }

  /// Lets the locked file become `target`, and others have the lock.
  func release(as target: String) throws(WriteFailure) {
    guard isHeld else { throw WriteFailure("somebody has removed \(path)") }
    guard rename(path.nativePath, target.nativePath) == 0 else { throw .ofSystem }
    file.unlock()
  }

  /// Hidden, and with an ending that programs which watch folders pass over.
  private static func path(beside target: String) -> String {
    let (folder, name) = FilePath.parts(of: target)
    // A name may have 255 bytes; two that begin alike wait for each other.
    return "\(folder)/.\(String(decoding: name.utf8.prefix(240), as: UTF8.self)).tmp"
  }
}
