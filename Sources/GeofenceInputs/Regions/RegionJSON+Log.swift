import GeofenceBytes

extension RegionJSON {
  /// Returns the waypoints in a log of OwnTracks as a list in the same lines; `nil` for other
  /// files. (https://owntracks.org/booklet/tech/json/#_typewaypoint)
  static func waypoints(inLog bytes: [UInt8]) -> [UInt8]? {
    let first = bytes.prefix(longestMessage).drop(while: ASCII.isBlank)
    guard let type = type(of: message(first.prefix { $0 != ASCII.lineFeed })),
      // These are files of their own, which hold all waypoints.
      !["waypoints", "cmd", "configuration"].contains(type)
    else { return nil }
    var list = [ASCII.openBracket]
    var isFirst = true
    for line in bytes.split(separator: ASCII.lineFeed, omittingEmptySubsequences: false) {
      let message = message(line)
      if message.contains(Array("\"waypoint\"".utf8)), self.type(of: message) == "waypoint" {
        if !isFirst { list.append(ASCII.comma) }
        list += message
        isFirst = false
      }
      list.append(ASCII.lineFeed)
    }
    return list + [ASCII.closeBracket]
  }

  private static let longestMessage = 65_536

  private static func message(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    line.drop { $0 != ASCII.openBrace }
  }

  private static func type(of message: ArraySlice<UInt8>) -> String? {
    guard !message.isEmpty,
      let document = try? JSONDocument(Array(message), counting: { _ in false })
    else { return nil }
    return document.root.object?["_type"]?.text
  }
}
