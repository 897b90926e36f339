import GeofenceBytes
import GeofenceCore

/// The file of a saved state: a line with its kind and version, one of JSON for the run, one for
/// each track and each of its devices, and a checksum of all lines.
///
/// One run owns the file at a time; other runs wait before they read it. The file is written line
/// by line and read as bytes, from which a device is made when it appears.
///
///     geofence-state 6
///     {"settings":{…},"undelivered":[]}
///     {"actions":"…","end":1714546800000,"isTimed":true,"start":1714546800000}
///     ["phone-7",1714546800000,"q83v","BOzkvN0GgJaBlAqA7Ya7yWM"]
///     end 0123456789abcdef
package struct StateFile: Sendable {
  package var path: String { file.path }
  private let file: WholeFile
  private static let kind = "geofence-state"
  package static let version = "6"
  private static let end = "end "
  private static var firstLine: String { "\(kind) \(version)\n" }

  /// Creates a state in a file that is claimed.
  ///
  /// - Throws: An error of kind `writing` if it is a device that accepts nothing.
  package init(_ file: WholeFile) throws(InputError) {
    self.file = file
    if file.isStream { try file.append(Self.firstLine.utf8) }
  }

  /// Reads the state.
  ///
  /// - Returns: The state; `nil` if there is no such file yet, or it is a pipe or a device.
  /// - Throws: An error if the file is damaged, of another version, or no state, or an error of
  ///   kind `interruption`.
  /// - Complexity: O(n) for n bytes.
  package func read() throws(InputError) -> SavedState? {
    guard !file.isStream, FilePath.exists(path) else { return nil }
    var source = try ByteSource(path: path)
    var bytes: [UInt8] = []
    while try source.fill() {
      bytes += source.buffer[source.window()]
      source.consume(source.count)
    }
    try source.requireEnd()
    return try state(of: bytes)
  }

  private func state(of bytes: [UInt8]) throws(InputError) -> SavedState {
    var lines = Lines(bytes)
    let words = (lines.next().map { String(decoding: bytes[$0].prefix(80), as: UTF8.self) } ?? "")
      .split(separator: " ")
    guard words.count >= 2, words[0] == Self.kind else {
      throw refuse("not a state of geofence", help: "name another file; this one is left alone")
    }
    guard words[1] == Self.version else {
      throw refuse(
        "a state of version \(words[1]), where this geofence keeps version \(Self.version)",
        help: "simulate the track from its beginning with another --state")
    }
    guard words.count == 2, let checked = Self.checked(bytes),
      let head: SavedState.Head = lines.next().flatMap({ Self.decoded(bytes[$0]) })
    else { throw damaged }
    guard head.undelivered.allSatisfy(\.isPlausible) else { throw damaged }
    var state = SavedState(head: head, tracks: [])
    while let line = lines.next(), line.lowerBound < checked {
      if bytes[line.lowerBound] == ASCII.openBrace {
        guard let track: SavedState.Track = Self.decoded(bytes[line]), track.isPlausible else {
          throw damaged
        }
        state.tracks.append((track, SavedDevices(in: bytes)))
      } else {
        guard let last = state.tracks.indices.last, state.tracks[last].devices.append(line) else {
          throw damaged
        }
      }
    }
    return state
  }

  private static func decoded<Value: Decodable>(_ bytes: ArraySlice<UInt8>) -> Value? {
    try? JSONText.decoded(Value.self, bytes)
  }

  /// Returns the offset of the line with the checksum; `nil` if that is wrong.
  private static func checked(_ bytes: [UInt8]) -> Int? {
    let start = bytes.count - end.utf8.count - 17
    guard start > 0, bytes[start - 1] == ASCII.lineFeed else { return nil }
    let line = "\(end)\(text(FNV1a(of: bytes[..<start])))\n"
    return bytes[start...].elementsEqual(line.utf8) ? start : nil
  }

  package var damaged: InputError {
    refuse(
      "the state is damaged", help: "remove the file and simulate the track from its beginning")
  }

  /// Replaces the file as a whole, or leaves it as it is.
  ///
  /// - Parameter tracks: A closure that writes each track and then its devices.
  /// - Throws: An error of kind `writing`.
  package func write(
    _ head: SavedState.Head, _ tracks: (inout Writer) throws(InputError) -> Void
  ) throws(InputError) {
    var writer = Writer(file)
    writer.line.append(Self.firstLine.utf8)
    // A stream has already received the first line.
    if file.isStream { writer.pass() }
    writer.line.append(JSONText.bytes(head))
    try writer.endLine()
    try tracks(&writer)
    let checksum = writer.checksum
    try file.commit(writer.line.bytes + "\(Self.end)\(Self.text(checksum))\n".utf8)
  }

  package static func fingerprint(of lines: some Sequence<String>) -> String {
    text(FNV1a(of: Array(lines.joined(separator: "\n").utf8)[...]))
  }

  private static func text(_ checksum: FNV1a) -> String {
    checksum.value.padded(to: 16, radix: 16)
  }

  private func refuse(_ problem: String, help: String) -> InputError {
    InputError(source: path, problem: problem, help: help)
  }

  /// A writer of a state's lines to its file.
  package struct Writer {
    private let file: WholeFile
    fileprivate var line = LineText()
    private var sum = FNV1a()
    private var summed = 0
    private static let room = 1 << 16

    fileprivate init(_ file: WholeFile) { self.file = file }

    package mutating func write(_ track: SavedState.Track) throws(InputError) {
      line.append(JSONText.bytes(track))
      try endLine()
    }

    package mutating func write(_ device: SavedDevice) throws(InputError) {
      device.write(to: &line)
      try endLine()
    }

    package mutating func write(_ number: Int, of devices: SavedDevices) throws(InputError) {
      line.append(devices.line(number))
      try endLine()
    }

    /// Adds the line to the checksum without writing it, because it has been written.
    fileprivate mutating func pass() {
      sum.add(line.bytes[...])
      line.removeAll()
    }

    fileprivate mutating func endLine() throws(InputError) {
      line.append(ASCII.lineFeed)
      guard line.bytes.count > Self.room else { return }
      sum.add(line.bytes[summed...])
      try file.append(line.bytes)
      line.removeAll()
      summed = 0
    }

    fileprivate var checksum: FNV1a {
      mutating get {
        sum.add(line.bytes[summed...])
        summed = line.bytes.count
        return sum
      }
    }
  }

  private struct Lines {
    private let bytes: [UInt8]
    private var start = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func next() -> Range<Int>? {
      guard start < bytes.count else { return nil }
      let end = bytes.span.offset(of: ASCII.lineFeed, from: start)
      defer { start = end + 1 }
      return start..<end
    }
  }
}
