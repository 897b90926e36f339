import GeofenceBytes
import GeofenceCore

/// A device of a track as a line of the state file: a list of its name, how far it was read, the
/// marks of the fixes at its last time, and its simulation.
///
///     ["phone-7",1714546800000,"q83v","BOzkvN0GgJaBlAqA7Ya7yWM"]
///
/// An object replaces the time of the last point if there is more: the path of an untimed track, or
/// the last fix if fixes are interpolated.
package struct SavedDevice: Hashable, Sendable {
  package let name: String?
  package let progress: DeviceProgress
  /// The last fix; `nil` if fixes are not interpolated.
  package let lastFix: Fix?
  package let simulation: CodedSimulation

  package init(
    name: String?, _ simulation: CodedSimulation, lastFix: Fix?, progress: DeviceProgress
  ) {
    (self.name, self.progress, self.lastFix) = (name, progress, lastFix)
    self.simulation = simulation
  }

  // MARK: writing

  func write(to line: inout LineText) {
    line.append(ASCII.openBracket)
    if let name { line.append(name) } else { line.append("null" as StaticString) }
    line.append(ASCII.comma)
    writeProgress(&line)
    let marks = progress.lastMarks.flatMap { mark in
      [16, 8, 0].map { UInt8(truncatingIfNeeded: mark >> $0) }
    }
    for bytes in [marks, simulation.bytes] {
      line.append(ASCII.comma)
      line.append(ASCII.quote)
      line.append(base64: bytes)
      line.append(ASCII.quote)
    }
    line.append(ASCII.closeBracket)
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
      line.append(#","to":"# as StaticString)
      line.append(time)
    }
    line.append(ASCII.closeBrace)
  }
}

// MARK: reading

extension SavedDevice {
  init?(line: Range<Int>, of bytes: [UInt8]) {
    var reader = LineReader(line, of: bytes)
    guard reader.skip(ASCII.openBracket) else { return nil }
    if let name = reader.text() {
      self.name = name
    } else {
      guard reader.skip("null") else { return nil }
      name = nil
    }
    guard reader.skip(ASCII.comma), let (read, fix) = reader.progress(),
      reader.skip(ASCII.comma), let marks = reader.marks(), reader.skip(ASCII.comma),
      let simulation = reader.base64(),
      reader.skip(ASCII.closeBracket), reader.isAtEnd
    else { return nil }
    var progress = read
    progress.lastMarks = marks
    (self.progress, lastFix, self.simulation) = (progress, fix, CodedSimulation(bytes: simulation))
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
    guard let time = integer(), CodedSimulation.times.contains(time) else { return nil }
    return time
  }

  fileprivate mutating func marks() -> [UInt32]? {
    guard let bytes = base64(), bytes.count % 3 == 0 else { return nil }
    return stride(from: 0, to: bytes.count, by: 3).map { start in
      bytes[start..<(start + 3)].reduce(0) { $0 << 8 | UInt32($1) }
    }
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
      guard let place = place(), skip(ASCII.comma), let travelled = number(),
        0...1e12 ~= travelled,
        skip(ASCII.closeBracket)
      else { return nil }
      (progress.latitude, progress.longitude) = (place.latitude, place.longitude)
      progress.travelled = travelled
      _ = skip(ASCII.comma)
    }
    if skip(#""to":"#) {
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
}
