internal import CLibrary

package struct OpenFile: ~Copyable, Sendable {
  private let descriptor: CInt
  private let isOwned: Bool

  init(_ path: String, _ flags: CInt, permissions: mode_t = 0) throws(WriteFailure) {
    descriptor = open(path.nativePath, flags | O_CLOEXEC, permissions)
    isOwned = true
    guard descriptor >= 0 else { throw .ofSystem }
  }

  package init(borrowing descriptor: CInt) {
    self.descriptor = descriptor
    isOwned = false
  }

  private init(owning descriptor: CInt) {
    self.descriptor = descriptor
    isOwned = true
  }

  /// Opens a pipe or device once.
  ///
  /// - Parameter interrupted: is called while there is no reader; opening is given up where it
  ///   returns `true`.
  package init(streamAt path: String, interrupted: () -> Bool) throws(WriteFailure) {
    isOwned = true
    while true {
      let opened = open(path.nativePath, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
      if opened >= 0 {
        descriptor = opened
        return
      }
      // A blocking open would not wake up for a signal that arrived just before it.
      let failure = WriteFailure.ofSystem
      guard errno == EINTR || errno == ENXIO && FilePath.isPipe(path) else {
        descriptor = -1
        throw failure
      }
      if interrupted() {
        descriptor = -1
        throw .interruption
      }
      usleep(50_000)
    }
  }

  /// Creates a temporary file without a name, whose space is freed when it is closed.
  package static func temporary() throws(WriteFailure) -> OpenFile {
    var path = Array("\(temporaryFolder)/geofence-XXXXXX".utf8CString)
    let descriptor = mkstemp(&path)
    guard descriptor >= 0 else { throw .ofSystem }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    _ = unlink(path)
    return OpenFile(owning: descriptor)
  }

  /// The folder of temporary files: `TMPDIR`, or /var/tmp, which is on a disk, as /tmp need not be.
  package static var temporaryFolder: String {
    getenv("TMPDIR").map { String(cString: $0) } ?? "/var/tmp"
  }

  deinit { if isOwned { _ = close(descriptor) } }

  var status: stat {
    get throws(WriteFailure) {
      var status = stat()
      guard fstat(descriptor, &status) == 0 else { throw .ofSystem }
      return status
    }
  }

  package func isNamed(_ path: String) -> Bool {
    var named = stat()
    guard lstat(path.nativePath, &named) == 0, let status = try? status else { return false }
    return named.st_dev == status.st_dev && named.st_ino == status.st_ino
  }

  /// Waits until no other process has it locked, unless `waiting`, called once, returns false.
  package func lock(waiting: () -> Bool, interrupted: () -> Bool) throws(WriteFailure) -> Bool {
    var mode = LOCK_EX | LOCK_NB
    while flock(descriptor, mode) != 0 {
      switch errno {
      case EWOULDBLOCK:
        guard waiting() else { return false }
        mode = LOCK_EX
      case EINTR: break
      default: throw .ofSystem
      }
      if interrupted() { throw .interruption }
    }
    return true
  }

  package func unlock() { _ = flock(descriptor, LOCK_UN) }

  func adopt(_ other: stat) throws(WriteFailure) {
    let own = try status
    if own.st_uid != other.st_uid || own.st_gid != other.st_gid,
      fchown(descriptor, other.st_uid, other.st_gid) != 0
    {
      throw WriteFailure(
        "it belongs to another user or group, and its successor would not",
        help: "let its owner do it, or name another file")
    }
    guard fchmod(descriptor, other.st_mode & 0o7777) == 0 else { throw .ofSystem }
  }

  /// Writes bytes.
  ///
  /// - Parameter interrupted: is called while a pipe is full; writing is given up where it returns
  ///   `true`.
  package func write(_ bytes: [UInt8], interrupted: () -> Bool = { false }) throws(WriteFailure) {
    try write(bytes.span.bytes, interrupted: interrupted)
  }

  package func write(_ bytes: RawSpan, interrupted: () -> Bool = { false }) throws(WriteFailure) {
    var done = 0
    while done < bytes.byteCount {
      let count = bytes.extracting(droppingFirst: done).withUnsafeBytes {
        systemWrite(descriptor, $0.baseAddress, $0.count)
      }
      if count >= 0 {
        done += count
      } else if errno == EAGAIN {
        if interrupted() { throw .interruption }
        var wanted = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&wanted, 1, 200)
      } else if errno != EINTR {
        throw .ofSystem
      }
    }
  }

  /// Fills `bytes` from an offset on; an error if the system fails or the file ends.
  package func read(into bytes: inout MutableRawSpan, at offset: Int) throws(WriteFailure) {
    var done = 0
    while done < bytes.byteCount {
      let count = bytes.withUnsafeMutableBytes { bytes in
        let rest = UnsafeMutableRawBufferPointer(rebasing: bytes[done...])
        return pread(descriptor, rest.baseAddress, rest.count, off_t(offset + done))
      }
      if count > 0 {
        done += count
      } else if count == 0 {
        throw WriteFailure("it is shorter than what was written")
      } else if errno != EINTR {
        throw .ofSystem
      }
    }
  }

  package func sync() throws(WriteFailure) {
    #if canImport(Darwin)
      if fcntl(descriptor, F_FULLFSYNC) == 0 { return }
    #endif
    while fsync(descriptor) != 0 {
      switch errno {
      case EINTR: continue
      // Some file systems do not support it.
      case EINVAL, ENOTSUP: return
      default: throw .ofSystem
      }
    }
  }
}

package func systemWrite(_ descriptor: CInt, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
