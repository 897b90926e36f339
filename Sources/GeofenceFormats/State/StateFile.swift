#if canImport(FoundationEssentials)
  private import FoundationEssentials
#else
  private import Foundation
#endif

/// The file of a saved state: one line that says what it is, with a checksum, then JSON.
///
/// One run has it at a time; others wait from before they read it.
public struct StateFile: Sendable {
  public let path: String
  private let file: WholeFile
  private static let kind = "geofence-state"
  private static let version = "2"

  /// - Parameters:
  ///   - waiting: called once when another run has the file.
  ///   - interrupted: asked when a signal arrives; `true` gives up.
  /// - Throws: an error of kind `writing` when it could not be written, or `interruption`.
  public init(
    claiming path: String, waiting: () -> Void = {}, interrupted: () -> Bool = { false }
  ) throws(InputError) {
    self.path = path
    file = try WholeFile(claiming: path, waiting: waiting, interrupted: interrupted)
  }

  /// - Returns: `nil` when there is no such file yet.
  /// - Throws: an error when the file is damaged, of another version, or no state.
  public func read() throws(InputError) -> SavedState? {
    guard let (bytes, _) = try ByteSource.present(path) else { return nil }
    let parts = bytes.split(separator: ASCII.lineFeed, maxSplits: 1)
    let head = parts.first.map { String(decoding: $0, as: UTF8.self) } ?? ""
    let words = head.split(separator: " ")
    guard parts.count == 2, words.count == 3, words[0] == Self.kind else {
      throw refuse("not a state of geofence", help: "name another file; this one is left alone")
    }
    guard words[1] == Self.version else {
      throw refuse(
        "a state of version \(words[1]), where this geofence keeps version \(Self.version)",
        help: "simulate the track from its beginning with another --state")
    }
    guard words[2] == Self.checksum(parts[1]),
      let state = try? JSONDecoder().decode(SavedState.self, from: Data(parts[1]))
    else { throw damaged }
    return state
  }

  /// The error of a file that does not make sense.
  public var damaged: InputError {
    refuse(
      "the state is damaged", help: "remove the file and simulate the track from its beginning")
  }

  /// Replaces the file as a whole, or leaves it as it is.
  ///
  /// - Throws: an error of kind `writing`.
  public func write(_ state: SavedState) throws(InputError) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard var payload = (try? encoder.encode(state)).map({ Array($0) }) else {
      preconditionFailure("a state holds only text and finite numbers")
    }
    payload.append(ASCII.lineFeed)
    let head = "\(Self.kind) \(Self.version) \(Self.checksum(payload[...]))\n"
    try file.commit(Array(head.utf8) + payload)
  }

  /// FNV-1a over 64 bits: enough against damage, and not meant against intent.
  private static func checksum(_ bytes: ArraySlice<UInt8>) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// What tells one set of regions from another.
  public static func fingerprint(of lines: some Sequence<String>) -> String {
    checksum(Array(lines.joined(separator: "\n").utf8)[...])
  }

  private func refuse(_ problem: String, help: String) -> InputError {
    InputError(source: path, problem: problem, help: help)
  }
}
