import Foundation

@testable import GeofenceBytes
@testable import GeofenceTracks

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// The verdict of a reader on an XML document: the points that it finds, or the reason for refusing
/// it.
enum XMLVerdict: Equatable {
  case accepted(points: [[String]])
  case refused(String)

  var isAccepted: Bool { if case .accepted = self { true } else { false } }

  /// Creates the verdict of this package's reader.
  init(readerOf bytes: [UInt8]) {
    do {
      var source = ByteSource(bytes: bytes, name: "F")
      let encoding = try source.findEncoding()
      var reader = try XMLReader(source, encoding: encoding)
      var points = ReadPoints()
      try reader.read(&points)
      self = .accepted(points: points.points)
    } catch {
      self = .refused("\(error)")
    }
  }

  /// Creates the verdict of the toolchain's parser, corrected for its deviations; see
  /// `XMLDeviation`.
  init(judgeOf bytes: [UInt8]) {
    guard let bytes = XMLDeviation.harmless(bytes) else {
      self = .refused("too short, or bytes that are not of its encoding")
      return
    }
    let parser = XMLParser(data: Data(bytes))
    let judge = JudgedPoints()
    parser.delegate = judge
    let isParsed = parser.parse()
    let fault = judge.messages.first { XMLDeviation.counts($0, isParsed: isParsed) }
    self = fault.map { .refused("message \($0)") } ?? .accepted(points: judge.points)
  }
}

/// Returns the values of a point, each after its name, in a fixed order.
private func texts(_ values: [(name: String, text: String)]) -> [String] {
  // A parser turns carriage returns into line feeds, and both into blanks in an attribute.
  values.map { $0.name + "=" + $0.text.filter { !$0.isWhitespace } }.sorted()
}

/// The points of a GPX document, as this package's reader reports them.
private struct ReadPoints: XMLHandler {
  enum Name: String { case trkpt, rtept, wpt, lat, lon, ele, time }

  let names = XMLNames<Name>([
    "trkpt": .trkpt, "rtept": .rtept, "wpt": .wpt, "lat": .lat, "lon": .lon, "ele": .ele,
    "time": .time,
  ])

  private(set) var points: [[String]] = []
  private var values: [(name: String, text: String)] = []

  private static func isPoint(_ name: Name?) -> Bool {
    name == .trkpt || name == .rtept || name == .wpt
  }

  mutating func begin(_ element: Name) -> XMLInterest {
    values = []
    return Self.isPoint(element) ? .record : .none
  }

  func isValue(_ element: Name, in parent: Name?, isOwn: Bool) -> Bool {
    isOwn && Self.isPoint(parent) && (element == .ele || element == .time)
  }

  mutating func take(_ value: Name, _ text: Range<Int>, of bytes: Span<UInt8>) {
    if !Self.isPoint(value) {
      values.append((value.rawValue, bytes.extracting(text).text))
    }
  }

  mutating func end(_ record: Name, line: () -> Int) -> Bool {
    points.append(texts(values))
    return true
  }
}

/// The points of a GPX document and the numbers of the messages, as the toolchain's parser reports
/// them.
private final class JudgedPoints: NSObject, XMLParserDelegate {
  private struct Element {
    let prefix: String
    let name: String
    var text = ""
    var hasElements = false

    init(_ qualifiedName: String) {
      let parts = qualifiedName.split(separator: ":", omittingEmptySubsequences: false)
      prefix = parts.dropLast().joined(separator: ":")
      name = parts.last.map(String.init) ?? ""
    }

    var isPoint: Bool { ["trkpt", "rtept", "wpt"].contains(name) }
  }

  private(set) var points: [[String]] = []
  private(set) var messages: [Int] = []
  private var open: [Element] = []
  /// The point that is open, with the number of elements around it.
  private var point: (depth: Int, values: [(name: String, text: String)])?

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    if !open.isEmpty { open[open.count - 1].hasElements = true }
    let element = Element(name)
    if point == nil, element.isPoint {
      let values = attributes.map { (name: Element($0.key).name, text: $0.value) }
      point = (open.count, values.filter { ["lat", "lon", "ele", "time"].contains($0.name) })
    }
    open.append(element)
  }

  func parser(_ parser: XMLParser, foundCharacters text: String) {
    if !open.isEmpty { open[open.count - 1].text += text }
  }

  func parser(_ parser: XMLParser, foundCDATA data: Data) {
    self.parser(parser, foundCharacters: String(decoding: data, as: UTF8.self))
  }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    guard let element = open.popLast(), let (depth, values) = point else { return }
    if depth == open.count {
      points.append(texts(values))
      point = nil
    } else if let parent = open.last, parent.isPoint, parent.prefix == element.prefix,
      ["ele", "time"].contains(element.name), !element.hasElements
    {
      point?.values.append((element.name, element.text))
    }
  }

  func parser(_ parser: XMLParser, parseErrorOccurred error: any Error) {
    let message = (error as NSError).code
    messages.append(message)
    // The parser may crash on the rest of the document.
    if XMLDeviation.counts(message, isParsed: true) { parser.abortParsing() }
  }
}
