/// A queue of bytes in a file without a name, read from the beginning while more are appended.
package final class SpilledBytes {
  private let file: OpenFile
  private var written = 0
  private var taken = 0

  package init() throws(WriteFailure) { file = try OpenFile.temporary() }

  /// A Boolean value that indicates whether all bytes that were appended have been read.
  package var isEmpty: Bool { taken == written }

  /// Appends bytes to the file. Throws an error if there is no room; nothing may be appended after
  /// it.
  package func append(_ bytes: [UInt8]) throws(WriteFailure) {
    try file.write(bytes)
    written += bytes.count
  }

  /// Reads the next bytes, at most `count` of them.
  package func read(_ count: Int) throws(InputError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: min(count, written - taken))
    do throws(WriteFailure) {
      var span = bytes.mutableSpan
      var all = span.mutableBytes
      try file.read(into: &all, at: taken)
    } catch {
      throw InputError(
        kind: .reading, source: OpenFile.temporaryFolder,
        problem: "what was kept there cannot be read again: \(error.reason)",
        help: "let TMPDIR name a folder on a sound disk")
    }
    taken += bytes.count
    return bytes
  }
}
