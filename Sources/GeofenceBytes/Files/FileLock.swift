private import CLibrary
private import Synchronization

/// A lock that gives one process at a time the right to replace a file. It is not reentrant.
///
/// It is a file `.name.geofence.tmp` beside the target, locked by flock(2). Its holder writes the
/// next contents into it and renames it to the target. A process that is killed loses the lock, and
/// the next one that asks for it removes the file that was left behind.
package final class FileLock: Sendable {
  package let file: OpenFile
  private let path: String
  /// The path for `removeAll`, empty once the lock is released; `nil` where nobody will call it.
  private nonisolated(unsafe) let remembered: UnsafeMutablePointer<CChar>?

  /// Waits until no other process has the lock of `target`, which is no symbolic link; `nil` if
  /// `waiting`, called once, gave up. A file that is not new is open to its owner only, until it
  /// gets the permissions of the old one.
  package init?(
    on target: String, isNew: Bool, waiting: () -> Bool, interrupted: () -> Bool
  ) throws(WriteFailure) {
    path = Self.path(beside: target)
    let permissions: mode_t = isNew ? 0o666 : 0o600
    while true {
      let file = try Self.open(path, permissions)
      let isLocked: Bool
      do {
        isLocked = try file.lock(waiting: waiting, interrupted: interrupted)
      } catch {
        // Where the file system has no locks, no other process holds this file either.
        if !error.isInterruption, file.isNamed(path) { _ = unlink(path.nativePath) }
        throw error
      }
      guard isLocked else { return nil }
      // The former holder has renamed or removed the file, so that this lock is on a file without
      // name.
      guard file.isNamed(path) else { continue }
      let status = try file.status
      if status.st_size == 0, status.st_uid == geteuid(), status.st_mode & ~permissions == S_IFREG {
        self.file = file
        remembered = Self.remember(path)
        return
      }
      // A killed writer left this file. Others may have it open, so it must not be written to.
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

  deinit {
    // First, as the file is another process's once it is removed.
    remembered?.pointee = 0
    if isHeld { _ = unlink(path.nativePath) }
  }

  private var isHeld: Bool { file.isNamed(path) }

  package func release(as target: String) throws(WriteFailure) {
    guard isHeld else { throw WriteFailure("somebody has removed \(path)") }
    remembered?.pointee = 0
    guard rename(path.nativePath, target.nativePath) == 0 else { throw .ofSystem }
    file.unlock()
  }

  // MARK: the end of a process

  /// The path of a lock that this process has or had, and the one before it. It is never freed, as a
  /// signal handler may be reading it.
  private struct Remembered {
    let path: UnsafeMutablePointer<CChar>
    let previous: UnsafeMutablePointer<Remembered>?
  }

  /// The address of the last one; 0 for none.
  private static let last = Atomic<UInt>(0)
  private static let isRemembering = Atomic<Bool>(false)

  /// Remembers the locks of this process from now on, so that a signal handler can remove them.
  package static func rememberAll() {
    isRemembering.store(true, ordering: .relaxed)
    // There is none yet: the values that `removeAll` uses must not be made by a signal handler.
    removeAll()
  }

  /// Removes the files of the locks that this process has. A signal handler that ends it calls this.
  package static func removeAll() {
    var lock = UnsafeMutablePointer<Remembered>(bitPattern: last.load(ordering: .acquiring))
    while let held = lock {
      _ = unlink(held.pointee.path)
      lock = held.pointee.previous
    }
  }

  private static func remember(_ path: String) -> UnsafeMutablePointer<CChar>? {
    guard isRemembering.load(ordering: .relaxed), let copy = strdup(path.nativePath) else {
      return nil
    }
    let lock = UnsafeMutablePointer<Remembered>.allocate(capacity: 1)
    var (isLinked, previous) = (false, last.load(ordering: .relaxed))
    while !isLinked {
      lock.initialize(to: Remembered(path: copy, previous: .init(bitPattern: previous)))
      (isLinked, previous) = last.compareExchange(
        expected: previous, desired: UInt(bitPattern: lock), ordering: .releasing)
    }
    return copy
  }

  /// Returns the path of the lock's file: hidden, with an ending that watchers of folders ignore,
  /// and the tool's name, so that it is taken for no user's file.
  private static func path(beside target: String) -> String {
    let (folder, name) = FilePath.parts(of: target)
    // A name may have 255 bytes; the locks of two long names that begin alike are the same.
    return "\(folder)/.\(String(decoding: name.utf8.prefix(230), as: UTF8.self)).geofence.tmp"
  }
}
