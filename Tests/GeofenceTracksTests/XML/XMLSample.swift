import Foundation
import TestSupport

/// A small XML document in an encoding, to be damaged.
struct XMLSample: Sendable {
  let text: String
  let encoding: String.Encoding

  init(_ text: String, _ encoding: String.Encoding = .utf8) {
    self.text = text
    self.encoding = encoding
  }

  var bytes: [UInt8] { text.data(using: encoding).map { Array($0) } ?? [] }

  private static let track = """
    <gpx version="1.1" creator='T &amp; "J"' xmlns="http://www.topografix.com/GPX/1/1" xmlns:x='y'>
    <!-- - --><?p i?><time>3</time><wpt lat="1" lon="2"><ele>&#55;</ele></wpt><trk><name>é &lt;<![CDATA[
    <b>]]> ]] </name><trkpt lat="46.1" lon='14.5' ><time> 2024Z </time><ele>300<!-- --></ele></trkpt>
    <trkpt lon="14.6"\tlat="&#x34;6.2"><x:time>9</x:time><time><![CDATA[2]]></time
    ><extensions><x:ele>1</x:ele></extensions></trkpt></trk></gpx>
    """

  /// A track as files contain it, with and without the parts that may come first.
  static let all = [
    XMLSample(track),
    XMLSample("<?xml version='1.0' encoding='UTF-8' standalone='no' ?>\n<!-- c -->" + track),
    XMLSample("\u{FEFF}<?xml-stylesheet ?><!DOCTYPE gpx PUBLIC 'p' 'x'>" + track),
    XMLSample("\u{FEFF}<?xml version='1.0' encoding='UTF-16'?>" + track, .utf16LittleEndian),
    XMLSample("\u{FEFF}" + track, .utf16BigEndian),
    XMLSample("<?xml version='1.0' encoding='ISO-8859-1'?>" + track, .isoLatin1),
    XMLSample("<?xml version='1.0' encoding='windows-1252'?><!-- € -->" + track, .windowsCP1252),
  ]

  /// The pieces that are inserted, some of which are invalid in a document.
  private static let pieces = [
    "<", ">", "&", "&;", "&#0;", "&#x41;", "&#xD800;", "&#65;", "&nope;", "&lt;", "]]>", "]]", "--",
    "\"", "'", "=", "/", "?", "!", " ", "\n", "\t", "\r", "\0", "\u{1}", "\u{7F}", "\u{85}",
    "\u{FFFE}", "\u{FFFD}", "\u{1F600}", "é", "·", "\u{D7}", "\u{37E}", "\u{2028}", ":", "-", "7",
    "<a b=1>", "<a b='1' b='2'/>", "<a b='1'c='2'/>", "<a\n/>", "< a/>", "<a>", "</a>", "</ a>",
    "</a >", "<time>", "</time>", "<ele/>", "<trkpt>", "</trkpt>", "<?p?>", "<?p i?>", "<?XmL?>",
    "<?xml version='1.0'?>", "<?", "?>", "<!--", "-->", "<!-- c -->", "<!-- c --->", "<![CDATA[",
    "<![CDATA[<a>]]>", "<!", "<!DOCTYPE gpx>", "<!DOCTYPE gpx SYSTEM 'x'>", "<!DOCTYPE gpx [",
    " PUBLIC 'p'", " standalone='yes'", " encoding='UTF-8'", "x:", " xmlns:x='y'",
  ].map { Array($0.utf8) }

  /// Returns the bytes after a few edits, either of the text before encoding or of the encoded
  /// bytes.
  func damaged(_ random: inout SeededGenerator) -> [UInt8] {
    let isOfText = Bool.random(using: &random)
    var bytes = isOfText ? Array(text.utf8) : bytes
    for _ in 0..<max(1, Int.random(in: -3...3, using: &random)) { Self.edit(&bytes, &random) }
    if !isOfText || encoding == .utf8 { return bytes }
    return XMLSample(String(decoding: bytes, as: UTF8.self), encoding).bytes
  }

  private static func edit(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
    guard let start = bytes.indices.randomElement(using: &random) else { return }
    let end = min(bytes.count, start + Int.random(in: 1...12, using: &random))
    switch Int.random(in: 0..<20, using: &random) {
    case 0: bytes.removeSubrange(start...)
    case 1...3: bytes.removeSubrange(start..<end)
    case 4...6: bytes.insert(contentsOf: Array(bytes[start..<end]), at: end)
    case 7...8: bytes[start] = .random(in: 0...255, using: &random)
    case 9...10: bytes.swapAt(start, end - 1)
    default: bytes.insert(contentsOf: pieces.randomElement(using: &random) ?? [], at: start)
    }
  }
}
