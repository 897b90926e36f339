extension Timestamp {
  package var rfc3339: String {
    let date = CivilDate(dayOf: self)
    let ofDay = milliseconds - date.start.milliseconds
    let seconds = ofDay / 1000
    var text = date.bytes
    text.append(UInt8(ascii: "T"), seconds / 3600, width: 2)
    text.append(ASCII.colon, seconds / 60 % 60, width: 2)
    text.append(ASCII.colon, seconds % 60, width: 2)
    if ofDay % 1000 != 0 { text.append(ASCII.point, ofDay % 1000, width: 3) }
    text.append(UInt8(ascii: "Z"))
    return text.span.text
  }
}

extension CivilDate {
  package var text: String { bytes.span.text }

  fileprivate var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(24)
    if year < 0 { bytes.append(ASCII.minus) }
    bytes.append(abs(year), width: 4)
    bytes.append(ASCII.minus, month, width: 2)
    bytes.append(ASCII.minus, day, width: 2)
    return bytes
  }
}

extension [UInt8] {
  fileprivate mutating func append(_ sign: UInt8, _ number: Int64, width: Int) {
    append(sign)
    append(number, width: width)
  }

  fileprivate mutating func append(_ number: Int64, width: Int) {
    if width > 1 || number > 9 { append(number / 10, width: width - 1) }
    append(ASCII.zero + UInt8(number % 10))
  }
}

#if !hasFeature(Embedded)
  extension Timestamp: Codable {
    @usableFromInline package func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(rfc3339)
    }

    @usableFromInline package init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      guard let time = Timestamp(parsing: try container.decode(String.self)) else {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a time")
      }
      self = time
    }
  }
#endif

extension BinaryInteger {
  package func padded(to width: Int, radix: Int = 10) -> String {
    let digits = String(self, radix: radix)
    return String(repeating: "0", count: Swift.max(0, width - digits.count)) + digits
  }
}
