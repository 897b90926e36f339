import GeofenceBytes
import GeofenceCore

/// The state that a run keeps for the next one.
///
/// A track that is cut anywhere and simulated in pieces gives the events of the whole.
package struct SavedState: Sendable {
  package struct Head: Codable, Sendable {
    package let settings: [String: String]
    /// The events that the run could not deliver; the next run prints them first.
    package let undelivered: [EventRecord]

    package init(settings: [String: String], undelivered: [EventRecord]) {
      self.settings = settings
      self.undelivered = undelivered
    }
  }

  package struct Track: Codable, Sendable {
    /// The name of the track; `nil` for a single track.
    package let name: String?
    /// The time of the first fix, in milliseconds since 1970; `nil` before it.
    package let start: Int64?
    /// The time of the last fix read, in milliseconds since 1970; `nil` before it.
    package let end: Int64?
    package let actions: String
    package let isTimed: Bool?
    /// `true` where the simulations are those of the system's Reminders on the track's devices.
    package let isOfReminders: Bool?

    package init(
      name: String?, start: Timestamp?, end: Timestamp?, actions: String, isTimed: Bool?,
      isOfReminders: Bool? = nil
    ) {
      self.name = name
      self.start = start?.milliseconds
      self.end = end?.milliseconds
      self.actions = actions
      self.isTimed = isTimed
      self.isOfReminders = isOfReminders
    }

    /// True if the times are a track's.
    var isPlausible: Bool {
      [start, end].compactMap(\.self).allSatisfy(CodedSimulation.times.contains)
    }
  }

  package let head: Head
  package internal(set) var tracks: [(track: Track, devices: SavedDevices)]
}

/// The devices of a saved track, kept as the lines of the file: as values, a million of them would
/// take several times the memory.
package struct SavedDevices: Sendable {
  private let bytes: [UInt8]
  private var names = NameIndex()
  /// The range of each device's line, without the line's end.
  private var lines: [Range<Int>] = []

  init(in bytes: [UInt8]) { self.bytes = bytes }

  package var count: Int { lines.count }

  /// Returns `false` if the line is not a device's, or its device is there already.
  mutating func append(_ line: Range<Int>) -> Bool {
    guard let name = SavedDevice.name(in: line, of: bytes),
      names.index(of: name.span) == lines.count
    else { return false }
    lines.append(line)
    return true
  }

  /// Returns the number of the device with this name, in bytes; no bytes stand for the device
  /// without a name.
  ///
  /// - Complexity: O(n) for n bytes on average.
  package func number(of name: [UInt8]) -> Int? { names.index(ofKnown: name.span) }

  package subscript(number: Int) -> SavedDevice? {
    SavedDevice(line: lines[number], of: bytes)
  }

  func line(_ number: Int) -> ArraySlice<UInt8> { bytes[lines[number]] }
}

extension EventRecord {
  /// True if a run can have had the event, as far as its numbers tell.
  var isPlausible: Bool {
    // The years 0 to 9999, which are those of all times, are fewer seconds.
    let seconds = [waited, elapsed].compactMap(\.self)
    return seconds.allSatisfy { $0.magnitude < 1e12 }
      && CodedSimulation.times.contains(time.milliseconds)
      && crossedAt.map { CodedSimulation.times.contains($0.milliseconds) } ?? true
      && Coordinate(latitude: latitude, longitude: longitude).isValid
  }
}
