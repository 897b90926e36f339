public import GeofenceCore

extension Timestamp {
  /// RFC 3339 in UTC with `Z`, with milliseconds only where they are not zero.
  public var rfc3339: String {
    let date = CivilDate(dayOf: self)
    let ofDay = milliseconds - date.start.milliseconds
    let seconds = ofDay / 1000
    let clock = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { $0.padded(to: 2) }
    let fraction = ofDay % 1000 == 0 ? "" : ".\((ofDay % 1000).padded(to: 3))"
    return "\(date.text)T\(clock.joined(separator: ":"))\(fraction)Z"
  }
}

extension CivilDate {
  /// As ISO 8601 writes it, `2024-05-01`.
  var text: String { "\(year.padded(to: 4))-\(month.padded(to: 2))-\(day.padded(to: 2))" }
}

extension Timestamp: Codable {
  /// As its RFC 3339 text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rfc3339)
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let time = Timestamp(parsing: try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a time")
    }
    self = time
  }
}

extension Int64 {
  /// With zeros before it.
  func padded(to width: Int) -> String {
    let digits = String(self)
    return String(repeating: "0", count: Swift.max(0, width - digits.count)) + digits
  }
}
