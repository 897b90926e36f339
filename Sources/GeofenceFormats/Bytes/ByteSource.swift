private import CLibrary
private import Synchronization

/// The end of every wait for an input: for the writer of a pipe, and for what it writes.
public enum InputWaits {
  /// Ends each wait from now on when `isRequested` is true, which is asked when a signal arrives and
  /// five times a second.
  public static func end(when isRequested: @escaping @Sendable () -> Bool) {
    ByteSource.end(when: isRequested)
  }
}

/// A file or standard input, seen through a window that moves forward.
///
/// The window is `buffer[start..<end]`: what has been read and not yet consumed. To look at the
/// first bytes without losing them is to `fill()` and not to `consume(_:)`. A read returns what is
/// there, so nothing waits in a pipe for more to come.
struct ByteSource: ~Copyable {
  /// The input as the user named it; `<stdin>` for standard input.
  let name: String
  /// Bytes after `end` are left over; there are always `padding` of them.
  private(set) var buffer: [UInt8]
  private(set) var start = 0
  private(set) var end = 0
  /// Whether there is nothing behind the window.
  private(set) var isExhausted = false
  /// Whether reading ended because the caller's `interrupted` said so.
  private(set) var wasInterrupted = false

  /// The most bytes that one read may give: a test has them come in pieces.
  var longestRead = Int.max

  private let descriptor: CInt
  private let interrupted: () -> Bool
  /// What turns the bytes into UTF-8, where they are of another encoding.
  private var transcoder: Transcoder?
  /// Whether carriage returns become line feeds.
  private var endsLinesWithReturns = false

  /// So many bytes after the window may be loaded, though they mean nothing.
  static let padding = 24
  /// What a reader has to hold as a whole, such as a text or a tag, is no longer than this many bytes.
  static let longestToken = 16 << 20
  static let standardInputName = "<stdin>"

  /// Asks for the wish to stop where no reader is given a question of its own.
  private static let wish = Mutex<@Sendable () -> Bool>({ false })

  /// Opens `path`, for whose bytes this process waits until it is asked to stop.
  init(path: String) throws(InputError) {
    let wish = Self.wish.withLock(\.self)
    try self.init(path: path, interrupted: wish)
  }

  fileprivate static func end(when isRequested: @escaping @Sendable () -> Bool) {
    wish.withLock { $0 = isRequested }
  }

  /// Opens `path`; `-` is standard input.
  ///
  /// - Parameter interrupted: asked before each read and after each interrupted one; `true` ends
  ///   the input there.
  /// - Throws: an error of kind `missing` when the input cannot be opened.
  init(path: String, interrupted: @escaping () -> Bool) throws(InputError) {
    descriptor = path == "-" ? 0 : try Self.open(path, interrupted: interrupted)
    name = path == "-" ? Self.standardInputName : path
    buffer = Array(repeating: 0, count: 1 << 17)
    self.interrupted = interrupted
  }

  /// Bytes that have been read already.
  init(bytes: [UInt8], name: String) {
    self.init(padded: bytes + repeatElement(0, count: Self.padding), name: name)
  }

  /// Bytes that have been read already, and `padding` more, which are not looked at; nothing is copied.
  init(padded bytes: [UInt8], name: String) {
    descriptor = 0
    self.name = name
    end = bytes.count - Self.padding
    buffer = bytes
    isExhausted = true
    interrupted = { false }
  }

  deinit {
    if descriptor != 0 { _ = close(descriptor) }
  }

  /// A whole input, and what messages call it.
  ///
  /// - Parameter limit: how many bytes may come of what is no file and need not end.
  /// - Throws: an error of kind `missing`, `reading` or `interruption`.
  static func contents(of path: String, limit: Int = 1 << 30) throws(InputError)
    -> (bytes: [UInt8], name: String)
  {
    var source = try ByteSource(path: path)
    while try source.fill() {
      guard source.count <= limit || source.isFile else {
        throw InputError(
          kind: .reading, source: source.name,
          problem: "more than \(limit >> 20) MiB have come, and no end",
          help: "save it as a file, and name that")
      }
    }
    try source.requireEnd()
    return (Array(source.buffer[source.start..<source.end]), source.name)
  }

  /// The whole of a regular file; `nil` where there is none that is so small and can be read.
  static func regularFile(_ path: String, limit: Int) -> [UInt8]? {
    var status = stat()
    guard path != "-", stat(path.nativePath, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_size <= limit
    else { return nil }
    return try? contents(of: path).bytes
  }

  /// - Throws: an error of kind `interruption` where the input may have gone on.
  func requireEnd() throws(InputError) {
    if wasInterrupted { throw Self.interruption(of: name) }
  }

  private static func interruption(of name: String) -> InputError {
    InputError(kind: .interruption, source: name, problem: "interrupted before it was read")
  }

  /// Whether it is a file, and no pipe or device.
  private var isFile: Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// The whole of an input, with what messages call it; `nil` when there is no such file.
  static func present(_ path: String) throws(InputError) -> (bytes: [UInt8], name: String)? {
    do {
      return try contents(of: path)
    } catch {
      if error.kind == .missing, access(path.nativePath, F_OK) != 0, errno == ENOENT { return nil }
      throw error
    }
  }

  /// The number of bytes in the window.
  var count: Int { end - start }

  /// The place of the window's first `count` bytes in `buffer`, or of all of them.
  @inline(__always)
  func window(_ count: Int? = nil) -> Range<Int> { start..<(start &+ (count ?? end &- start)) }

  /// The window's first bytes, at most `count` of them.
  func prefix(_ count: Int) -> [UInt8] { Array(buffer[start..<min(start + count, end)]) }

  /// The window's first `count` bytes, and `padding` more.
  func padded(_ count: Int) -> [UInt8] { Array(buffer[window(count + Self.padding)]) }

  /// Moves the window's start past `count` bytes.
  mutating func consume(_ count: Int) {
    precondition(count >= 0 && count <= end - start, "only what has been read can be consumed")
    start += count
  }

  /// Reads once, at least one byte, and widens the window by what came.
  ///
  /// - Returns: `false` at the end of the input.
  /// - Throws: an error of kind `reading`.
  /// - Complexity: O(window) when the window has to move to the buffer's front, which a reader that
  ///   consumes as it goes pays once in half a buffer.
  mutating func fill() throws(InputError) -> Bool {
    if isExhausted { return false }
    makeRoom()
    while !interrupted() {
      guard mayRead() else { continue }
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
        // Half a character of another encoding is nothing yet.
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

  /// Fills the window of a reader that scans all of it again then: what is long, only when there is
  /// twice as much.
  ///
  /// - Returns: `false` at the end of the input, and where the window is longer than any token.
  mutating func fillAgain() throws(InputError) -> Bool {
    let held = count
    guard held <= Self.longestToken else { return false }
    repeat {
      guard try fill() else { break }
    } while held > 4096 && count < 2 * held
    return count > held
  }

  /// Whether a read will not wait; asks for a fifth of a second, since a signal that comes just before a
  /// read wakes nobody.
  private func mayRead() -> Bool {
    var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    let count = poll(&wanted, 1, 200)
    return count > 0 || count < 0 && errno != EINTR
  }

  /// Overwrites the bytes of the window from `offset`, counted from its start.
  mutating func rewrite(_ byte: UInt8, at offset: Int) {
    buffer[start + offset] = byte
  }

  /// Passes over UTF-8's byte order mark, if there is one.
  mutating func skipByteOrderMark() throws(InputError) {
    let mark = TextEncoding.utf8Mark
    while count < mark.count, try fill() {}
    if prefix(mark.count) == mark { consume(mark.count) }
  }

  /// Finds how a text is encoded by its first bytes, passes over its byte order mark, and turns
  /// UTF-16 into UTF-8.
  ///
  /// - Returns: `nil` when nothing shows it.
  mutating func findEncoding() throws(InputError) -> TextEncoding? {
    while count < 4, try fill() {}
    guard let (encoding, markLength) = TextEncoding.shown(by: prefix(4)) else { return nil }
    consume(markLength)
    if encoding != .utf8 { decode(as: encoding, from: 0) }
    return encoding
  }

  /// Turns the window from `offset` on, and all that comes, from `encoding` into UTF-8.
  ///
  /// What is no character there is none here: 0xFF.
  mutating func decode(as encoding: TextEncoding, from offset: Int) {
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

  /// Makes line feeds of carriage returns where the first line ends with one alone.
  mutating func endLinesWithLineFeeds() throws(InputError) {
    var offset = 0
    while offset <= DelimitedTable.longestRow {
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
    if buffer.count - end < buffer.count / 4 {
      buffer += repeatElement(0, count: buffer.count)
    }
  }

  private static func open(
    _ path: String, interrupted: () -> Bool
  ) throws(InputError) -> CInt {
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
        help: isAbsent ? "check the path; - is standard input" : "check its permissions")
    }
    var status = stat()
    if fstat(opened, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
      _ = close(opened)
      throw InputError(
        kind: .missing, source: path, problem: "is a directory", help: "name the files in it")
    }
    return opened
  }

  /// A pipe is opened at once on Linux, where a question about its bytes waits for its writer, too;
  /// elsewhere opening it waits.
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
