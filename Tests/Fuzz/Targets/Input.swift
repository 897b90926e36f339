#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// How the bytes of an input arrive.
enum Arrival: Hashable, CustomStringConvertible, Sendable {
  case file
  /// Through a pipe, each read giving so many bytes.
  case pieces(of: Int)
  /// Through a pipe, a first read giving so many bytes.
  case split(at: Int)

  var description: String {
    switch self {
    case .file: "a file"
    case .pieces(let size): "pieces of \(size) bytes"
    case .split(let position): "two pieces, split at byte \(position)"
    }
  }

  /// The ways in which a small input is tried: byte by byte, in pieces, split at every byte of its
  /// beginning, where its format is found, and here and there behind.
  static func all(of count: Int) -> [Arrival] {
    let splits = (1..<max(count, 1)).filter { $0 <= 200 || $0 % 13 == 0 }
    return [1, 2, 3, 7, 64, 4096].map { .pieces(of: $0) } + splits.map { .split(at: $0) }
  }
}

/// Bytes that a reader opens by a path.
struct Input {
  let bytes: [UInt8]
  private let arrival: Arrival

  #if os(Linux)
    // F_SETPIPE_SZ and O_DIRECT, which the C library shows to GNU sources only.
    private static let setPipeSize: CInt = 1031
    #if arch(arm64)
      private static let packetMode: CInt = 0o200000
    #else
      private static let packetMode: CInt = 0o40000
    #endif
  #endif

  init(_ bytes: [UInt8], arriving arrival: Arrival) {
    self.bytes = bytes
    self.arrival = arrival
  }

  /// Gives `body` a path that can be opened once.
  func withPath<Result>(_ body: (String) throws -> Result) throws -> Result {
    switch arrival {
    case .file: return try withFile(body)
    case .pieces(let size): return try withPipe(largest: max(size, 1), first: nil, body)
    case .split(let position): return try withPipe(largest: .max, first: position, body)
    }
  }

  private func withFile<Result>(_ body: (String) throws -> Result) throws -> Result {
    var path = Array("/tmp/fuzz-XXXXXX".utf8CString)
    let descriptor = mkstemp(&path)
    try Violation.unless(descriptor >= 0, "no temporary file")
    let name = String(decoding: path.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    defer {
      close(descriptor)
      unlink(name)
    }
    try Violation.unless(
      bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) } == bytes.count,
      "the temporary file is not written")
    return try body(name)
  }

  /// A pipe in packet mode keeps what is written at a time apart, on Linux; elsewhere all may come at
  /// once.
  private func withPipe<Result>(
    largest: Int, first: Int?, _ body: (String) throws -> Result
  ) throws -> Result {
    var ends: [CInt] = [0, 0]
    try Violation.unless(pipe(&ends) == 0, "no pipe")
    #if os(Linux)
      // A page for each packet, however small.
      _ = fcntl(ends[1], Self.setPipeSize, 1 << 20)
      _ = fcntl(ends[1], F_SETFL, Self.packetMode | O_NONBLOCK)
    #else
      _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
    #endif
    defer { close(ends[0]) }
    var rest = bytes[...]
    var number = 0
    while !rest.isEmpty {
      // A packet is at most a page, and a pipe has room for 256 of them: the last ones are large.
      let size = number > 200 ? 4096 : min(number == 0 ? first ?? largest : largest, 4096)
      let count = rest.prefix(size).withUnsafeBytes { write(ends[1], $0.baseAddress, $0.count) }
      guard count > 0 else { break }
      rest = rest.dropFirst(count)
      number += 1
    }
    close(ends[1])
    // What does not fit a pipe comes from a file.
    guard rest.isEmpty else { return try withFile(body) }
    return try body("/dev/fd/\(ends[0])")
  }
}
