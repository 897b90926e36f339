import GeofenceCore

/// Reads rows of a CSV track straight from field to field, without looking for their ends first.
///
/// Almost every row is plain: nothing is quoted or padded, its time is `…Z` or whole seconds, its
/// numbers have at most seven digits before the point and eight after it. Any other row, and any that
/// may be skipped with a message, is left to `DelimitedTable`.
struct PlainRowReader {
  /// What each column is read as, up to the last that is wanted.
  private let columns: [TrackColumn?]
  private let delimiter: UInt8
  private var times = TimeReader()
  /// How many rows to leave to the table before the next try: rows are like their neighbours.
  private var pause = 0

  /// Where a row and the name of its device end.
  struct Row {
    /// Bytes, the line feed included.
    var length = 0
    /// Of the device's cell, in the source's buffer.
    var device = 0..<0
  }

  init(_ header: TableHeader, joinsDateAndTime: Bool) {
    delimiter = header.delimiter
    var columns: [TrackColumn?] = []
    for column in TrackColumn.allCases.reversed() {
      guard column != .date, let position = header.columns[column.rawValue] else { continue }
      while columns.count <= position { columns.append(nil) }
      columns[position] = column
    }
    self.columns = columns
    if joinsDateAndTime { pause = .max }
  }

  /// Reads the row at the beginning of `table`'s window.
  ///
  /// - Returns: `nil` when the row is not plain; `point` means nothing then.
  @inline(__always)
  mutating func read(_ table: borrowing DelimitedTable, into point: inout TrackPoint) -> Row? {
    let (start, end) = (table.source.start, table.source.end)
    // The row's end is most likely in so long a window.
    guard pause == 0, end &- start >= 256 else {
      if pause > 0, pause < .max { pause &-= 1 }
      return nil
    }
    let buffer = table.source.buffer.span
    if let row = fields(buffer, start..<end, into: &point), point.coordinate.isValid,
      !(point.accuracy < 0)
    {
      return row
    }
    pause = 16
    return nil
  }

  @inline(__always)
  private mutating func fields(
    _ buffer: Span<UInt8>, _ window: Range<Int>, into point: inout TrackPoint
  ) -> Row? {
    // A blank line or a comment, perhaps.
    guard buffer[window.lowerBound] > ASCII.hash else { return nil }
    var row = Row()
    var position = window.lowerBound
    for number in columns.indices {
      // Whatever a field is, no more is loaded for it at a time.
      guard position &+ 32 <= window.upperBound else { return nil }
      switch columns[number] {
      case .time:
        guard let time = times.plainTime(at: &position, of: buffer) else { return nil }
        point.time = .at(time)
      case .latitude: point.latitude = Double(plainAt: &position, of: buffer)
      case .longitude: point.longitude = Double(plainAt: &position, of: buffer)
      case .accuracy: point.accuracy = Double(plainAt: &position, of: buffer)
      case .altitude: point.altitude = Double(plainAt: &position, of: buffer)
      case .speed: point.speed = Double(plainAt: &position, of: buffer)
      case .course: point.course = Double(plainAt: &position, of: buffer)
      case .device:
        let first = position
        guard passText(buffer, window.upperBound, &position) else { return nil }
        row.device = first..<position
      case .date, nil:
        guard passText(buffer, window.upperBound, &position) else { return nil }
      }
      if buffer[position] == delimiter {
        position &+= 1
      } else {
        guard number == columns.count &- 1 else { return nil }
        return rowEnd(buffer, &position, row, window)
      }
    }
    // Columns that nobody wants.
    repeat {
      guard passText(buffer, window.upperBound, &position) else { return nil }
      position &+= 1
    } while buffer[position &- 1] == delimiter
    position &-= 1
    return rowEnd(buffer, &position, row, window)
  }

  /// Passes the line's end, which has to follow.
  @inline(__always)
  private func rowEnd(
    _ buffer: Span<UInt8>, _ position: inout Int, _ row: Row, _ window: Range<Int>
  ) -> Row? {
    if buffer[position] == ASCII.carriageReturn { position &+= 1 }
    guard buffer[position] == ASCII.lineFeed, position < window.upperBound else { return nil }
    return Row(length: position &+ 1 &- window.lowerBound, device: row.device)
  }

  /// Passes a field of any text without quotation marks.
  ///
  /// - Returns: `false` where there is one, or no end of the field.
  @inline(__always)
  private func passText(_ buffer: Span<UInt8>, _ end: Int, _ position: inout Int) -> Bool {
    while position < end {
      let bytes = UInt64(littleEndianAt: position, of: buffer)
      var hits = bytes.bytesUpToComma
      if delimiter > ASCII.comma { hits |= (bytes ^ UInt64(repeating: delimiter)).zeroBytes }
      while hits != 0 {
        let bit = hits.trailingZeroBitCount
        hits &= hits &- 1
        let byte = UInt8(truncatingIfNeeded: bytes >> UInt64(bit & 0x38))
        if byte == ASCII.quote { return false }
        guard byte == delimiter || byte == ASCII.lineFeed else { continue }
        position &+= bit &>> 3
        return position < end
      }
      position &+= 8
    }
    return false
  }
}
