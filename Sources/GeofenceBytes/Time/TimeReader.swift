/// A reader of a track's times, fast if a time is in the same minute as the one before it.
@usableFromInline package struct TimeReader: Sendable {
  package var zone: ZoneInfo?
  /// True if their column's name calls times without a zone UTC.
  package var isUTC = false
  /// The unit and the beginning of times that are numbers; `nil` if a number itself shows them.
  package var scale: TimeScale?
  /// The order of the parts of dates whose year is last; `nil` if such dates are not read.
  package var order: DateOrder?
  package var isScaleChosen = false
  package private(set) var assumed = AssumedTimes()
  /// The bytes of the last minute read in full, such as `2024-05-01T09:10`.
  @usableFromInline var minute: (UInt64, UInt64) = (0, 0)
  @usableFromInline var start: Timestamp?
  @usableFromInline var last: Timestamp?

  /// The longest step after the last time at which an ambiguous number is read as seconds, unless
  /// all times before it are seconds from a beginning of their own. Seconds that count up also reach
  /// numbers that alone would be years or the days of a spreadsheet.
  private static let step = Interval(milliseconds: 600_000)

  @inlinable @inline(__always)
  package mutating func reading(_ text: Span<UInt8>) -> TimeReading {
    if let time = plainTime(text) ?? plainNumber(text) { return .at(time) }
    return anyTime(text)
  }

  package init(zone: ZoneInfo? = nil) { self.zone = zone }

  /// Reads one of several texts; the caller notes the form of the one that serves.
  ///
  /// - Parameter scale: the scale of a number, where its column's name says one.
  package mutating func candidate(
    _ text: Span<UInt8>, isUTC: Bool, scale: TimeScale? = nil
  ) -> (TimeReading, TimeForm) {
    if let (time, form) = scale?.reading(text) {
      noteEpoch(time)
      return (.at(time), form)
    }
    if let time = plainTime(text) ?? plainNumber(text) { return (.at(time), .absolute) }
    if let (time, form) = anyReading(text) {
      if form == .absolute { noteEpoch(time, text) }
      let isLocal = form == .local && !isUTC
      return (.at(isLocal ? inZone(time) : time), isLocal || form == .elapsed ? form : .absolute)
    }
    return text.trimmed.isEmpty ? (.missing, .missing) : (.unreadable, .unreadable)
  }

  /// Reads a time, whose unit and beginning are known if it is a number.
  package mutating func scaledReading(_ text: Span<UInt8>) -> TimeReading {
    guard let (time, form) = scale?.reading(text) else {
      return order == nil ? reading(text) : anyTime(text)
    }
    note(form)
    noteEpoch(time)
    return .at(time)
  }

  private func anyReading(_ text: Span<UInt8>) -> (time: Timestamp, form: TimeForm)? {
    order.flatMap { Timestamp.reading(text, $0) } ?? Timestamp.reading(text)
  }

  /// Notes a number that is a likely time as one since 2001, too.
  private mutating func noteEpoch(_ time: Timestamp, _ text: Span<UInt8>) {
    if TimeScale.mayBeApple(time), Double(decimal: text) != nil { noteEpoch(time) }
  }

  private mutating func noteEpoch(_ time: Timestamp) {
    if !isScaleChosen, TimeScale.mayBeApple(time) { assumed.formUnion(.since1970) }
  }

  package mutating func note(_ assumption: AssumedTimes) { assumed.formUnion(assumption) }

  package mutating func note(_ form: TimeForm) { assumed.formUnion(AssumedTimes(form)) }

  package mutating func time(_ text: Span<UInt8>) -> Timestamp? {
    guard let (written, form) = anyReading(text) else { return nil }
    if form == .absolute { noteEpoch(written, text) }
    let isLocal = form == .local && !isUTC
    note(form == .local && isUTC ? .absolute : form)
    return isLocal ? inZone(written) : written
  }

  private func inZone(_ time: Timestamp) -> Timestamp {
    WrittenTime(time, isLocal: true).moment(in: zone)
  }

  @usableFromInline @inline(never)
  mutating func anyTime(_ text: Span<UInt8>) -> TimeReading {
    if let time = time(text) {
      last = time
      return .at(time)
    }
    if text.trimmed.isEmpty { return .missing }
    let isElapsed = assumed.isDisjoint(with: [.absolute, .local]) && assumed.contains(.elapsed)
    guard let last, let time = Timestamp(epoch: text),
      isElapsed || last...(last + Self.step) ~= time
    else { return .unreadable }
    self.last = time
    return .at(time)
  }

  /// Reads `2024-05-01T09:10:07Z`, or the same with milliseconds.
  @inlinable @inline(__always)
  mutating func plainTime(_ text: Span<UInt8>) -> Timestamp? {
    guard text.count == 20 || text.count == 24 else { return nil }
    let bytes = (UInt64(littleEndianAt: 0, of: text), UInt64(littleEndianAt: 8, of: text))
    let last = UInt64(littleEndianAt: text.count &- 8, of: text)
    let rest =
      text.count == 20 ? Self.milliseconds(ofSeconds: last) : Self.milliseconds(ofFraction: last)
    guard let rest else { return nil }
    if let start, bytes == minute {
      return Timestamp(milliseconds: start.milliseconds &+ rest)
    }
    return firstTime(text, minute: bytes, rest)
  }

  /// Reads the first time of a minute.
  ///
  /// - Parameter rest: the milliseconds since the minute began.
  @usableFromInline @inline(never)
  mutating func firstTime(
    _ text: Span<UInt8>, minute bytes: (UInt64, UInt64), _ rest: Int64
  ) -> Timestamp? {
    guard let time = Timestamp(bytes: text) else { return nil }
    note(.absolute as TimeForm)
    minute = bytes
    start = Timestamp(milliseconds: time.milliseconds &- rest)
    return time
  }

  /// Reads seconds since 1970 in ten digits, such as `1714554607`, or milliseconds in thirteen.
  @inlinable @inline(__always)
  mutating func plainNumber(_ text: Span<UInt8>) -> Timestamp? {
    guard text.count == 10 || text.count == 13 else { return nil }
    let zeros = UInt64(repeating: ASCII.zero)
    let head = UInt64(littleEndianAt: 0, of: text) ^ zeros
    let tail = UInt64(littleEndianAt: text.count &- 8, of: text) ^ zeros
    // A number that begins with a zero is smaller, and may have another unit.
    guard head.leadingDigits == 8, tail.leadingDigits == 8, head & 0xFF != 0 else { return nil }
    let (first, last) = (UInt64(eightDigits: head), UInt64(eightDigits: tail))
    let milliseconds =
      text.count == 10 ? (first &* 100 &+ last % 100) &* 1000 : first &* 100_000 &+ last % 100_000
    let time = Timestamp(milliseconds: Int64(milliseconds))
    self.last = time
    return time
  }

  /// Returns the milliseconds in the last eight bytes of `…:ssZ`, of which the colon is the fifth.
  @inlinable @inline(__always)
  static func milliseconds(ofSeconds word: UInt64) -> Int64? {
    milliseconds((word >> 32) ^ 0x5A30_303A)
  }

  /// Returns the milliseconds in `:ss.fffZ`.
  @inlinable @inline(__always)
  static func milliseconds(ofFraction word: UInt64) -> Int64? {
    milliseconds(word ^ 0x5A30_3030_2E30_303A)
  }

  @inlinable @inline(__always)
  static func milliseconds(_ rest: UInt64) -> Int64? {
    // The sum has a high bit for each digit above nine, and for each other byte above zero.
    let excess = rest | (rest &+ 0x7F76_7676_7F76_767F)
    guard excess & UInt64(repeating: 0x80) == 0 else { return nil }
    let digit = { (place: UInt64) in Int64((rest >> (8 &* place)) & 0xF) }
    let seconds = digit(1) &* 10 &+ digit(2)
    guard seconds < 60 else { return nil }
    return seconds &* 1000 &+ digit(4) &* 100 &+ digit(5) &* 10 &+ digit(6)
  }
}
