import GeofenceBytes
import GeofenceCore

/// The fixes of a track, stored so that they can be played any number of times.
///
/// The first fixes are kept in memory, and the others in a file without a name. So memory does not
/// grow with the track, and one that arrived through a pipe can be played again, too. The time, the
/// place and the accuracy of each fix are stored, with the number of its device. A tape may be
/// copied once it is complete: its copies share the file.
///
///     var tape = FixTape()
///     for fix in track { try tape.append(fix, ofDevice: 0) }
///     try tape.play { fix, device in … }
package struct FixTape: Sendable {
  private var buffer: [Entry] = []
  private var file: ScratchFile?
  private var written = 0
  package private(set) var hasAccuracies = false

  private static let capacity = 1 << 15

  /// A stored fix, which takes forty bytes without padding.
  fileprivate struct Entry {
    /// The time in milliseconds since 1970.
    let time: Int64
    /// The latitude in degrees, followed by the longitude.
    let latitude: Double
    let longitude: Double
    /// The accuracy in metres; NaN if it is unknown.
    let accuracy: Double
    let device: Int64
  }

  package init() {}

  package var count: Int { written + buffer.count }

  /// - Throws: An error of kind `writing` if there is no room for it.
  @inline(__always)
  package mutating func append(_ fix: Fix, ofDevice device: Int32) throws(InputError) {
    if buffer.count == Self.capacity { try spill() }
    if fix.horizontalAccuracy != nil { hasAccuracies = true }
    buffer.append(
      Entry(
        time: fix.time.milliseconds, latitude: fix.coordinate.latitude,
        longitude: fix.coordinate.longitude, accuracy: fix.horizontalAccuracy ?? .nan,
        device: Int64(device)))
  }

  private mutating func spill() throws(InputError) {
    do throws(WriteFailure) {
      if file == nil { file = try ScratchFile() }
      try file?.file.write(buffer.span.bytes)
      written += buffer.count
      buffer.removeAll(keepingCapacity: true)
    } catch {
      throw Self.error(error)
    }
  }

  /// Passes every fix and the number of its device to `body`, in order, until it returns false.
  ///
  /// - Throws: An error of kind `reading`.
  package func play(_ body: (Fix, Int32) -> Bool) throws(InputError) {
    if let file {
      var entries: [Entry] = []
      for start in stride(from: 0, to: written, by: Self.capacity) {
        entries = try file.entries(from: start, reusing: entries)
        for entry in entries where !body(entry.fix, Int32(entry.device)) { return }
      }
    }
    for entry in buffer where !body(entry.fix, Int32(entry.device)) { return }
  }

  private static func error(_ failure: WriteFailure, kind: InputError.Kind = .writing) -> InputError
  {
    InputError(
      kind: kind, source: OpenFile.temporaryFolder,
      problem: "the track cannot be kept there to be played again: \(failure.reason)",
      help: "let TMPDIR name a folder with more room")
  }
}

extension FixTape.Entry {
  @inline(__always)
  fileprivate var fix: Fix {
    Fix(
      time: Timestamp(milliseconds: time),
      coordinate: Coordinate(latitude: latitude, longitude: longitude),
      horizontalAccuracy: accuracy.isNaN ? nil : accuracy)
  }
}

extension FixTape {
  /// A file that the copies of a tape share; its content does not change any more.
  private final class ScratchFile: Sendable {
    let file: OpenFile

    init() throws(WriteFailure) { file = try OpenFile.temporary() }

    /// Reads as many entries as the buffer holds, from the entry number `start` on.
    func entries(from start: Int, reusing old: [Entry]) throws(InputError) -> [Entry] {
      var entries = old
      if entries.isEmpty {
        let entry = Entry(time: 0, latitude: 0, longitude: 0, accuracy: 0, device: 0)
        entries = Array(repeating: entry, count: FixTape.capacity)
      }
      do throws(WriteFailure) {
        var span = entries.mutableSpan
        var bytes = span.mutableBytes
        try file.read(into: &bytes, at: start * MemoryLayout<Entry>.stride)
      } catch {
        throw FixTape.error(error, kind: .reading)
      }
      return entries
    }
  }
}
