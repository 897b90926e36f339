extension ZoneInfo {
  /// Reads a file of the time zone database (TZif, RFC 8536); `nil` for any other file.
  package init?(name: String, file: [UInt8]) {
    var reader = Reader(bytes: file)
    guard let header = Header(&reader) else { return nil }
    if header.version >= UInt8(ascii: "2") {
      // The first block has times of 32 bits, for older programs.
      reader.skip(header.length(timeSize: 4))
      guard let wide = Header(&reader) else { return nil }
      self.init(name, &reader, wide, timeSize: 8)
    } else {
      self.init(name, &reader, header, timeSize: 4)
    }
  }

  private init?(_ name: String, _ reader: inout Reader, _ header: Header, timeSize: Int) {
    let times = (0..<header.times).map { _ in reader.number(timeSize) }
    let indices = (0..<header.times).map { _ in Int(reader.number(1)) & 0xFF }
    let types = (0..<header.types).map { _ in
      (
        offset: reader.number(4), isDaylight: reader.number(1) != 0,
        name: Int(reader.number(1)) & 0xFF
      )
    }
    let names = reader.take(header.characters)
    reader.skip(header.leaps * (timeSize + 4) + header.standards + header.universals)
    let rest = reader.take(timeSize == 8 ? reader.count : 0)
    guard !reader.isExhausted, let firstType = types.first,
      indices.allSatisfy(types.indices.contains), zip(times, times.dropFirst()).allSatisfy(<)
    else { return nil }

    func period(_ type: (offset: Int64, isDaylight: Bool, name: Int)) -> Period {
      let text = names.dropFirst(type.name).prefix { $0 != 0 }
      return Period(
        offset: type.offset, abbreviation: String(decoding: text, as: UTF8.self),
        isDaylight: type.isDaylight)
    }
    let periods = indices.map { period(types[$0]) }
    let first = period(firstType)
    var changes: [Change] = []
    for (time, after) in zip(times, periods) {
      let before = changes.last?.after ?? first
      // A file may list a change, as at the beginning of a year, after which nothing is different.
      if before != after { changes.append(Change(time: time, before: before, after: after)) }
    }
    let footer = rest.dropFirst().prefix { $0 != ASCII.lineFeed }
    self.init(
      name: name, first: first, changes: changes,
      rule: PosixZone(String(decoding: footer, as: UTF8.self)))
  }

  private struct Header {
    let version: UInt8
    let universals: Int
    let standards: Int
    let leaps: Int
    let times: Int
    let types: Int
    let characters: Int

    init?(_ reader: inout Reader) {
      guard reader.take(4) == Array("TZif".utf8) else { return nil }
      version = UInt8(truncatingIfNeeded: reader.number(1))
      reader.skip(15)
      let counts = (0..<6).map { _ in Int(reader.number(4)) }
      guard counts.allSatisfy({ 0...100_000 ~= $0 }) else { return nil }
      (universals, standards, leaps) = (counts[0], counts[1], counts[2])
      (times, types, characters) = (counts[3], counts[4], counts[5])
    }

    func length(timeSize: Int) -> Int {
      times * (timeSize + 1) + types * 6 + characters + leaps * (timeSize + 4) + standards
        + universals
    }
  }

  private struct Reader {
    private var rest: ArraySlice<UInt8>
    private(set) var isExhausted = false

    init(bytes: [UInt8]) { rest = bytes[...] }

    var count: Int { rest.count }

    mutating func take(_ count: Int) -> [UInt8] {
      if count > rest.count { isExhausted = true }
      defer { rest = rest.dropFirst(count) }
      return Array(rest.prefix(count))
    }

    mutating func skip(_ count: Int) { _ = take(count) }

    mutating func number(_ size: Int) -> Int64 {
      let value = take(size).reduce(Int64(0)) { $0 << 8 | Int64($1) }
      let shift = 64 - 8 * size
      return (value << shift) >> shift
    }
  }
}
