import GeofenceBytes

/// The addresses of moments and regions within a page.
package enum PageLink {
  package static func moment(
    _ time: Timestamp, region: String? = nil, device: String? = nil, strategy: String? = nil
  ) -> String {
    let parts = [("region", region), ("device", device), ("strategy", strategy)]
    return "#t=\(time.rfc3339)"
      + parts.map { key, value in value.map { "&amp;\(key)=\($0.percentEncoded)" } ?? "" }.joined()
  }

  package static func region(_ identifier: String) -> String {
    "#region=\(identifier.percentEncoded)"
  }

  /// Returns the address of changes under "What if", which are given as JSON.
  package static func changes(_ json: String) -> String { "#try=\(json.percentEncoded)" }

  /// Returns the address of a file by its path from the folder of a page.
  package static func path(_ path: String) -> String {
    path.split(separator: "/").map { String($0).percentEncoded }.joined(separator: "/")
  }
}

extension String {
  /// This text between tags or quotes.
  package var html: String { XMLText.escaped(self) }

  fileprivate var percentEncoded: String {
    utf8.map { byte in
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
