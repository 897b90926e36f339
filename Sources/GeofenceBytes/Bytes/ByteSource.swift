private import CLibrary
private import Synchronization

/// A file or standard input, read through a window, `buffer[start..<end]`, that moves forward.
///
/// A read returns the bytes that have arrived, so it does not wait until a pipe has more of them.
@usableFromInline package struct ByteSource: ~Copyable {
  /// The input as the user named it; `<stdin>` for standard input.
  package let name: String
  /// The buffer of the window; the bytes after `end` mean nothing, and there are always `padding`.
  @usableFromInline package private(set) var buffer: [UInt8]
  @usableFromInline package internal(set) var start = 0
  @usableFromInline package private(set) var end = 0
  package private(set) var isExhausted = false
  package private(set) var wasInterrupted = false

  /// The largest number of bytes that one read may return; tests lower it to get small pieces.
  package var longestRead = Int.max

  /// Is called before a read waits for bytes that have not arrived yet.
  package var waiting: () -> Void = {}

  private let descriptor: CInt
  private let interrupted: () -> Bool
  private var transcoder: Transcoder?
  private var endsLinesWithReturns = false
  /// The free bytes behind the window below which the buffer grows, if a quarter is more.
  private var leastRoom = Int.max

  /// The number of bytes after the window that may be loaded, though they mean nothing.
  @inlinable package static var padding: Int { 64 }
  /// The largest length of a line or a row, in bytes.
  @inlinable package static var longestLine: Int { 16 << 20 }
  /// The largest size in bytes of a token that a reader has to hold as a whole, as a text or a tag.
  package static let longestToken = 16 << 20
  package static let standardInputName = "<stdin>"

  /// The closure that decides whether to stop, for readers that are created without one.
  private static let wish = Mutex<@Sendable () -> Bool>({ false })

  /// Opens the file at `path`; waits for its bytes end as set by `endWaits`.
  package init(path: String) throws(InputError) {
    let wish = Self.wish.withLock { $0 }
    try self.init(path: path, interrupted: wish)
  }

  /// Ends waits when `isRequested`, called at signals and five times a second, returns true.
  package static func endWaits(when isRequested: @escaping @Sendable () -> Bool) {
    wish.withLock { $0 = isRequested }
  }

  /// Opens the file, or standard input for `-`.
  ///
  /// - Parameter interrupted: is called around reads; the input ends where it returns `true`.
  /// - Throws: an error of kind `missing` if the file cannot be opened.
  package init(path: String, interrupted: @escaping () -> Bool) throws(InputError) {
    descriptor = path == "-" ? 0 : try Self.open(path, interrupted: interrupted)
    name = path == "-" ? Self.standardInputName : path
    buffer = Array(repeating: 0, count: 1 << 17)
    self.interrupted = interrupted
  }

  package init(bytes: [UInt8], name: String) {
    descriptor = 0
    self.name = name
    end = bytes.count
    buffer = bytes + repeatElement(0, count: Self.padding)
    isExhausted = true
    interrupted = { false }
  }

  deinit {
    if descriptor != 0 { _ = close(descriptor) }
  }

  /// Returns a whole input and its name in messages; of a pipe or device at most `limit` bytes.
  package static func contents(of path: String, limit: Int = 1 << 30) throws(InputError)
    -> (bytes: [UInt8], name: String)
  {
    var source = try ByteSource(path: path)
    source.reserveFile()
    while try source.fill() {
      guard source.count <= limit || source.isFile else {
        throw InputError(
          kind: .reading, source: source.name,
          problem: "more than \(limit >> 20) MiB have come, and no end",
          help: "save it as a file, and name that")
      }
    }
    try source.requireEnd()
    return (source.takeBytes(), source.name)
  }

  private mutating func reserveFile() {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return }
    // A read that finds the end needs room, too.
    leastRoom = Self.padding + 1
    let size = Int(status.st_size) + leastRoom
    if size > buffer.count { buffer = Array(repeating: 0, count: size) }
  }

  private mutating func takeBytes() -> [UInt8] {
    // Few bytes are copied, so that they do not keep the whole buffer.
    if count < buffer.count / 2 { return prefix(count) }
    var bytes: [UInt8] = []
    swap(&bytes, &buffer)
    bytes.removeSubrange(end...)
    bytes.removeSubrange(..<start)
    (start, end) = (0, 0)
    return bytes
  }

  package static func regularFile(_ path: String, limit: Int) -> [UInt8]? {
    var status = stat()
    guard path != "-", stat(path.nativePath, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_size <= limit
    else { return nil }
    return try? contents(of: path).bytes
  }

  package func requireEnd() throws(InputError) {
    if wasInterrupted { throw Self.interruption(of: name) }
  }

  private static func interruption(of name: String) -> InputError {
    InputError(kind: .interruption, source: name, problem: "interrupted before it was read")
  }

  private var isFile: Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  package static func present(_ path: String) throws(InputError) -> (bytes: [UInt8], name: String)?
  {
    do {
      return try contents(of: path)
    } catch {
      if error.kind == .missing, access(path.nativePath, F_OK) != 0, errno == ENOENT { return nil }
      throw error
    }
  }

  @inlinable package var count: Int { end &- start }

  /// Returns the range in `buffer` of the window's first `count` bytes, or of all of them.
  @inlinable @inline(__always)
  package func window(_ count: Int? = nil) -> Range<Int> {
    start..<(start &+ (count ?? end &- start))
  }

  package func prefix(_ count: Int) -> [UInt8] { Array(buffer[start..<min(start + count, end)]) }

  @inlinable @inline(__always)
  package mutating func consume(_ count: Int) {
    precondition(count >= 0 && count <= end &- start, "only what has been read can be consumed")
    start &+= count
  }

  /// Reads once, waiting for a byte, and widens the window; false at the end of the input. O(w) for
  /// a window of w bytes that moves to the front, once in half a buffer.
  package mutating func fill() throws(InputError) -> Bool {
    if isExhausted { return false }
    makeRoom()
    while !interrupted() {
      // A writer that is a little slower than the reader is no pause.
      if !mayRead(within: 20) {
        waiting()
        guard mayRead(within: 200) else { continue }
      }
      let tail = end
      let count = buffer.withUnsafeMutableBytes { bytes in
        let free = tail..<(bytes.count - Self.padding)
        let target = UnsafeMutableRawBufferPointer(rebasing: bytes[free])
        // A character of another encoding may take three times as many bytes in UTF-8.
        let room = transcoder == nil ? target.count : target.count / 3
        return read(descriptor, target.baseAddress, min(room, longestRead))
      }
      if count >= 0 {
        end += count
        isExhausted = count == 0
        if transcoder != nil { transcode(from: tail) }
        if endsLinesWithReturns { replaceReturns(from: tail) }
        // If only half a character of another encoding arrived, there is nothing to return yet.
        if end > tail { return true }
        if isExhausted { return false }
        continue
      }
      guard errno == EINTR || errno == EAGAIN else {
        throw InputError(kind: .reading, source: name, problem: "cannot be read: \(Self.reason())")
      }
    }
    isExhausted = true
    wasInterrupted = true
    return false
  }

  /// Fills the window for a reader that scans all of it again, beyond 4,096 bytes only when it has
  /// doubled: linear time. False at the end, or if the window is longer than any token.
  package mutating func fillAgain() throws(InputError) -> Bool {
    let held = count
    guard held <= Self.longestToken else { return false }
    repeat {
      guard try fill() else { break }
    } while held > 4096 && count < 2 * held
    return count > held
  }

  private func mayRead(within milliseconds: CInt) -> Bool {
    var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    let count = poll(&wanted, 1, milliseconds)
    return count > 0 || count < 0 && errno != EINTR
  }

  package mutating func rewrite(_ byte: UInt8, at offset: Int) {
    buffer[start + offset] = byte
  }

  package mutating func skipByteOrderMark() throws(InputError) {
    let mark = TextEncoding.utf8Mark
    while count < mark.count, try fill() {}
    if prefix(mark.count) == mark { consume(mark.count) }
  }

  /// Finds the encoding from the first bytes, if they show it; UTF-16 becomes UTF-8 from here on.
  package mutating func findEncoding() throws(InputError) -> TextEncoding? {
    while count < 4, try fill() {}
    guard let (encoding, markLength) = TextEncoding.shown(by: prefix(4)) else { return nil }
    consume(markLength)
    if encoding != .utf8 { decode(as: encoding, from: 0) }
    return encoding
  }

  /// Converts all bytes from `offset` on to UTF-8; what is no character becomes 0xFF, never UTF-8.
  package mutating func decode(as encoding: TextEncoding, from offset: Int) {
    transcoder = Transcoder(from: encoding)
    transcode(from: start + offset)
  }

  private mutating func transcode(from index: Int) {
    guard var text = transcoder?.utf8(buffer[index..<end]) else { return }
    if isExhausted { text += transcoder?.end() ?? [] }
    end = index + text.count
    let missing = max(0, end + Self.padding - buffer.count)
    buffer += repeatElement(0, count: missing)
    buffer.replaceSubrange(index..<end, with: text)
  }

  package mutating func endLinesWithLineFeeds() throws(InputError) {
    var offset = 0
    while offset <= Self.longestLine {
      while offset == count { guard try fill() else { return } }
      switch buffer[start + offset] {
      case ASCII.lineFeed: return
      case ASCII.carriageReturn:
        while offset + 1 == count, try fill() {}
        endsLinesWithReturns = offset + 1 == count || buffer[start + offset + 1] != ASCII.lineFeed
        if endsLinesWithReturns { replaceReturns(from: start) }
        return
      default: offset += 1
      }
    }
  }

  private mutating func replaceReturns(from index: Int) {
    for index in index..<end where buffer[index] == ASCII.carriageReturn {
      buffer[index] = ASCII.lineFeed
    }
  }

  private mutating func makeRoom() {
    if start == end {
      start = 0
      end = 0
    } else if start > 0, buffer.count - end < buffer.count / 2 {
      let window = start..<end
      buffer.withUnsafeMutableBytes { bytes in
        bytes.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[window]))
      }
      end -= start
      start = 0
    }
    if buffer.count - end < min(leastRoom, buffer.count / 4) {
      // The bytes of the new half mean nothing until a read replaces them. A copy of the first half
      // is made at once, while zeros would be appended one by one in a debug build.
      buffer += buffer
    }
  }

  /// Returns the hint for a path that leads to nothing: the file of the folder whose name is
  /// closest.
  private static func hint(forMissing path: String) -> String {
    if path.contains("*") {
      return "the shell puts files in place of * only outside of quotes, and if there are any"
    }
    if path.contains("://") { return "files are read, not addresses: curl -O saves it as one" }
    if path.hasPrefix("~") {
      return "the shell puts your folder in place of ~ only outside of quotes"
    }
    if path.dropFirst().hasPrefix(":\\") {
      return "paths have / between their parts; in WSL, C: is the folder /mnt/c"
    }
    let (folder, name) = FilePath.parts(of: path)
    // A link that leads nowhere has the very name.
    let names = ((try? Folder.names(in: folder)) ?? []).filter { $0 != name }
    guard let closest = Suggestion.closest(to: name, among: names) else {
      return "check the path; - is standard input"
    }
    return "did you mean \(path.dropLast(name.count))\(closest)?"
  }

  private static func open(_ path: String, interrupted: () -> Bool) throws(InputError) -> CInt {
    var opened: CInt
    repeat {
      opened = CLibrary.open(path.nativePath, O_RDONLY | O_CLOEXEC | flags(of: path))
    } while opened < 0 && errno == EINTR && !interrupted()
    guard opened >= 0 else {
      if errno == EINTR { throw interruption(of: path) }
      let isAbsent = errno == ENOENT || errno == ENOTDIR
      throw InputError(
        kind: .missing, source: path,
        problem: isAbsent ? "no such file" : "cannot be opened: \(reason())",
        help: isAbsent ? hint(forMissing: path) : "check its permissions")
    }
    var status = stat()
    if fstat(opened, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
      _ = close(opened)
      throw InputError(
        kind: .missing, source: path, problem: "is a directory", help: "name the files in it")
    }
    return opened
  }

  /// Returns the flags for opening `path`. On Linux a pipe opens at once, and polling waits for its
  /// writer; elsewhere opening does.
  private static func flags(of path: String) -> CInt {
    #if os(Linux)
      return FilePath.isPipe(path) ? O_NONBLOCK : 0
    #else
      return 0
    #endif
  }

  private static func reason() -> String {
    let code = errno
    guard let text = strerror(code) else { return "error \(code)" }
    return String(cString: text).lowercased()
  }
}
