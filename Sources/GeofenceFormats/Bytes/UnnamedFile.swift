#if canImport(Darwin)
  private import Darwin
#elseif canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#endif

/// A file without a name, which goes with the process; it is read from its beginning while more is
/// appended.
final class UnnamedFile {
  private let descriptor: CInt
  private var written = 0
  private var taken = 0

  /// - Returns: `nil` where no folder for temporary files takes one.
  init?() {
    // One that lies in memory, as /tmp may, helps least.
    let named = getenv("TMPDIR").map { String(cString: $0) }
    for folder in [named, "/var/tmp", "/tmp"].compactMap(\.self) where !folder.isEmpty {
      var path = Array("\(folder)/geofence-XXXXXX".utf8CString)
      let opened = mkstemp(&path)
      guard opened >= 0 else { continue }
      _ = unlink(path)
      _ = fcntl(opened, F_SETFD, FD_CLOEXEC)
      descriptor = opened
      return
    }
    return nil
  }

  deinit { _ = close(descriptor) }

  /// Whether all that was appended has been read.
  var isEmpty: Bool { taken == written }

  /// - Returns: whether there was room for all of it; otherwise nothing was appended.
  func append(_ bytes: [UInt8]) -> Bool {
    let isWhole = bytes.withUnsafeBytes { bytes in
      var done = 0
      while done < bytes.count {
        let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
        let count = pwrite(descriptor, rest.baseAddress, rest.count, off_t(written + done))
        if count > 0 { done += count } else if count == 0 || errno != EINTR { return false }
      }
      return true
    }
    if isWhole { written += bytes.count }
    return isWhole
  }

  /// Reads the next bytes, at most `count` of them.
  ///
  /// - Throws: an error of kind `reading`.
  func read(_ count: Int) throws(InputError) -> [UInt8] {
    let wanted = min(count, written - taken)
    let bytes = [UInt8](unsafeUninitializedCapacity: wanted) { buffer, done in
      while done < wanted {
        let rest = UnsafeMutableRawBufferPointer(
          rebasing: UnsafeMutableRawBufferPointer(buffer)[done...])
        let count = pread(descriptor, rest.baseAddress, wanted - done, off_t(taken + done))
        if count > 0 { done += count } else if count == 0 || errno != EINTR { return }
      }
    }
    guard bytes.count == wanted else {
      throw InputError(
        kind: .reading, source: "<temporary file>", problem: "what was kept cannot be read again",
        help: "set TMPDIR to a folder on a sound disk")
    }
    taken += wanted
    return bytes
  }
}
