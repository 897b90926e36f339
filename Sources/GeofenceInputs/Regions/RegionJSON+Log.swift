import GeofenceBytes

extension RegionJSON {
  /// Returns the waypoints in a log of OwnTracks, a message a line as its recorder keeps them, as a
  /// list in the same lines; `nil` for other files.
  /// (https://owntracks.org/booklet/tech/json/#_typewaypoint)
  static func waypoints(inLog bytes: [UInt8]) -> [UInt8]? {
    guard let end = bytes.firstIndex(of: ASCII.lineFeed), message(bytes[..<end]) != nil else {
      return nil
    }
    var list = [ASCII.openBracket]
    var isFirst = true
    for line in bytes.split(separator: ASCII.lineFeed, omittingEmptySubsequences: false) {
      if let message = message(line), message.contains(Array("\"waypoint\"".utf8)) {
        if !isFirst { list.append(ASCII.comma) }
        list += message
        isFirst = false
      }
      list.append(ASCII.lineFeed)
    }
    return list + [ASCII.closeBracket]
  }

  /// Returns the message in a line, behind the time and the topic that the recorder writes.
  private static func message(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard let start = line.firstIndex(of: ASCII.openBrace),
      let end = line.lastIndex(of: ASCII.closeBrace), start < end
    else { return nil }
    let message = line[start...end]
    return message.contains(Array("\"_type\"".utf8)) ? message : nil
  }
}
