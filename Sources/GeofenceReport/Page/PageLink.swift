import GeofenceBytes
import GeofenceCore
import GeofenceWriting

/// The address of a moment or a region within a page.
struct PageLink {
  private var parts: [String] = []

  init(
    _ time: Timestamp, region: String? = nil, device: String? = nil, strategy: String? = nil
  ) {
    parts.append("t=\(time.rfc3339)")
    add("region", region)
    add("device", device)
    add("strategy", strategy)
  }

  init(region: String) { add("region", region) }

  private mutating func add(_ key: String, _ value: String?) {
    if let value { parts.append("\(key)=\(Self.percentEncoded(value))") }
  }

  var href: String { "#" + parts.joined(separator: "&amp;") }

  /// Returns the address of a file by its path from the folder of a page.
  static func path(_ path: String) -> String {
    path.split(separator: "/").map { percentEncoded(String($0)) }.joined(separator: "/")
  }

  private static func percentEncoded(_ text: String) -> String {
    text.utf8.map { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        String(UnicodeScalar(byte))
      case _ where "-_.~".utf8.contains(byte): String(UnicodeScalar(byte))
      default: (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
      }
    }.joined()
  }
}

extension RegionLabel {
  /// The name as HTML, followed by the identifier where that is another.
  var html: String {
    let name = HTML.name(short)
    return self.name == nil
      ? name : "\(name) <bdi class=\"identifier\">\(XMLText.escaped(identifier))</bdi>"
  }
}
