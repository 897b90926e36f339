import GeofenceBytes
import GeofenceCore

/// A device of a track as a line of the state file: a list of its name, how far it was read, and
/// its simulation.
///
///     ["phone-7",1714546800000,46.05,14.5,-60000]             settled: the last significant change
///     ["phone-7",1714546800000,46.05,14.5,-60000,"home"]      settled in a region
///     ["phone-7",1714546800000,46.05,14.5,-60000,[2,7,3,…]]   at rest, after it has moved about
///     ["phone-7",1714546800000,[0,3,0,…]]                     at rest, without that change
///     ["phone-7",1714546800000,{…}]                           the whole state by names
///
/// The time of the significant change, in milliseconds, counts from that of the last point. An
/// object replaces the time of the last point if there is more: the path of an untimed track, or
/// the last fix if fixes are interpolated. The centre of a sentinel, `[46.05,14.5]` in degrees,
/// precedes the numbers. For a device at rest nothing is kept of a region that it is far from.
package struct SavedDevice: Hashable, Sendable {
  package let name: String?
  package let progress: DeviceProgress
  /// The last fix; `nil` if fixes are not interpolated.
  package let lastFix: Fix?
  package let simulation: SavedSimulation

  package init(
    name: String?, _ simulation: SavedSimulation, lastFix: Fix?, progress: DeviceProgress
  ) {
    (self.name, self.progress, self.lastFix) = (name, progress, lastFix)
    self.simulation = simulation
  }
}

// MARK: writing

extension SavedDevice {
  /// Appends the device's line, without the line's end.
  func write(to line: inout LineText) {
    line.append(ASCII.openBracket)
    if let name { line.append(name) } else { line.append("null" as StaticString) }
    line.append(ASCII.comma)
    writeProgress(&line)
    line.append(ASCII.comma)
    switch simulation {
    case .settled(let region, let change):
      write(change, &line)
      if let region {
        line.append(ASCII.comma)
        line.append(region.rawValue)
      }
    case .packed(let numbers, let sentinel, let change):
      if let change {
        write(change, &line)
        line.append(ASCII.comma)
      }
      if let sentinel {
        line.append(ASCII.openBracket)
        line.append(sentinel.latitude)
        line.append(ASCII.comma)
        line.append(sentinel.longitude)
        line.append("]," as StaticString)
      }
      line.append(ASCII.openBracket)
      for (index, number) in numbers.enumerated() {
        if index > 0 { line.append(ASCII.comma) }
        line.append(number)
      }
      line.append(ASCII.closeBracket)
    case .whole(let snapshot): line.append(JSONText.bytes(StoredSimulation(snapshot)))
    }
    line.append(ASCII.closeBracket)
  }

  private func write(_ change: SignificantChange.Change, _ line: inout LineText) {
    line.append(change.place.latitude)
    line.append(ASCII.comma)
    line.append(change.place.longitude)
    line.append(ASCII.comma)
    line.append(change.time.milliseconds - (progress.lastTime ?? 0))
  }

  private func writeProgress(_ line: inout LineText) {
    guard lastFix != nil || progress.latitude != nil else {
      if let time = progress.lastTime {
        line.append(time)
      } else {
        line.append("null" as StaticString)
      }
      return
    }
    line.append(ASCII.openBrace)
    if let fix = lastFix {
      if fix.time.milliseconds != progress.lastTime {
        line.append(#""at":"# as StaticString)
        line.append(fix.time.milliseconds)
        line.append(ASCII.comma)
      }
      line.append(#""fix":["# as StaticString)
      line.append(fix.coordinate.latitude)
      line.append(ASCII.comma)
      line.append(fix.coordinate.longitude)
      if let accuracy = fix.horizontalAccuracy {
        line.append(ASCII.comma)
        line.append(accuracy)
      }
      line.append(ASCII.closeBracket)
    }
    if let latitude = progress.latitude, let longitude = progress.longitude {
      if lastFix != nil { line.append(ASCII.comma) }
      line.append(#""path":["# as StaticString)
      line.append(latitude)
      line.append(ASCII.comma)
      line.append(longitude)
      line.append(ASCII.comma)
      line.append(progress.travelled ?? 0)
      line.append(ASCII.closeBracket)
    }
    if let time = progress.lastTime {
      line.append(#","time":"# as StaticString)
      line.append(time)
    }
    line.append(ASCII.closeBrace)
  }
}

// MARK: reading

extension SavedDevice {
  /// Reads a device from its line; `nil` if the line is not a device's.
  init?(line: Range<Int>, of bytes: [UInt8]) {
    var reader = LineReader(line, of: bytes)
    guard reader.skip(ASCII.openBracket) else { return nil }
    if let name = reader.text() {
      self.name = name
    } else {
      guard reader.skip("null") else { return nil }
      name = nil
    }
    guard reader.skip(ASCII.comma), let (progress, fix) = reader.progress(),
      reader.skip(ASCII.comma),
      let simulation = reader.simulation(after: progress.lastTime ?? 0),
      reader.skip(ASCII.closeBracket), reader.isAtEnd
    else { return nil }
    (self.progress, lastFix, self.simulation) = (progress, fix, simulation)
  }

  /// Returns the bytes of the name in a device's line; `nil` if the line is not a device's, empty
  /// for the device without a name.
  static func name(in line: Range<Int>, of bytes: [UInt8]) -> [UInt8]? {
    var reader = LineReader(line, of: bytes)
    guard reader.skip(ASCII.openBracket) else { return nil }
    if reader.skip("null") { return [] }
    return reader.textBytes()
  }
}

extension LineReader {
  fileprivate mutating func time() -> Int64? {
    guard let time = integer(), SavedSimulation.times.contains(time) else { return nil }
    return time
  }

  fileprivate mutating func place() -> Coordinate? {
    guard let latitude = number(), skip(ASCII.comma), let longitude = number() else { return nil }
    let place = Coordinate(latitude: latitude, longitude: longitude)
    return place.isValid ? place : nil
  }

  fileprivate mutating func progress() -> (DeviceProgress, Fix?)? {
    var progress = DeviceProgress()
    if skip("null") { return (progress, nil) }
    guard skip(ASCII.openBrace) else {
      guard let time = time() else { return nil }
      progress.lastTime = time
      return (progress, nil)
    }
    var fixTime: Int64?
    var fix: (place: Coordinate, accuracy: Double?)?
    if skip(#""at":"#) {
      guard let time = time(), skip(ASCII.comma) else { return nil }
      fixTime = time
    }
    if skip(#""fix":["#) {
      guard let place = place() else { return nil }
      var accuracy: Double?
      if skip(ASCII.comma) {
        guard let number = number(), number >= 0 else { return nil }
        accuracy = number
      }
      guard skip(ASCII.closeBracket) else { return nil }
      fix = (place, accuracy)
      _ = skip(ASCII.comma)
    }
    if skip(#""path":["#) {
      guard let place = place(), skip(ASCII.comma), let travelled = number(), travelled >= 0,
        skip(ASCII.closeBracket)
      else { return nil }
      (progress.latitude, progress.longitude) = (place.latitude, place.longitude)
      progress.travelled = travelled
      _ = skip(ASCII.comma)
    }
    if skip(#""time":"#) {
      guard let time = time() else { return nil }
      progress.lastTime = time
    }
    guard skip(ASCII.closeBrace) else { return nil }
    guard let fix else { return (progress, nil) }
    return (fixTime ?? progress.lastTime).map { time in
      (
        progress,
        Fix(
          time: Timestamp(milliseconds: time), coordinate: fix.place,
          horizontalAccuracy: fix.accuracy)
      )
    }
  }

  /// Reads a simulation in one of its forms.
  ///
  /// - Parameter last: The time of the last point in milliseconds, from which that of a change
  ///   counts.
  fileprivate mutating func simulation(after last: Int64) -> SavedSimulation? {
    if isAt(ASCII.openBrace) { return whole() }
    if isAt(ASCII.openBracket) { return packed(after: nil) }
    guard let place = place(), skip(ASCII.comma), let time = integer(),
      case (let sum, let isOver) = last.addingReportingOverflow(time), !isOver,
      SavedSimulation.times.contains(sum)
    else { return nil }
    let change = SignificantChange.Change(place: place, time: Timestamp(milliseconds: sum))
    guard skip(ASCII.comma) else { return .settled(in: nil, after: change) }
    if isAt(ASCII.openBracket) { return packed(after: change) }
    return text().map { .settled(in: RegionIdentifier($0), after: change) }
  }

  private mutating func packed(after change: SignificantChange.Change?) -> SavedSimulation? {
    let start = self
    if skip(ASCII.openBracket), let sentinel = place(), skip("],") {
      return numbers().map { .packed($0, sentinel: sentinel, after: change) }
    }
    self = start
    return numbers().map { .packed($0, sentinel: nil, after: change) }
  }

  private mutating func numbers() -> [UInt64]? {
    guard skip(ASCII.openBracket) else { return nil }
    var numbers: [UInt64] = []
    if skip(ASCII.closeBracket) { return numbers }
    repeat {
      guard let number = wholeNumber() else { return nil }
      numbers.append(number)
    } while skip(ASCII.comma)
    return skip(ASCII.closeBracket) ? numbers : nil
  }

  private mutating func whole() -> SavedSimulation? {
    let json = rest(before: 1)
    guard let stored = try? JSONText.decoded(StoredSimulation.self, json) else { return nil }
    return stored.snapshot.map(SavedSimulation.whole)
  }
}
