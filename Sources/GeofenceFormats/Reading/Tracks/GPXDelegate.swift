internal import Foundation
import GeofenceCore

#if canImport(FoundationXML)
  internal import FoundationXML
#endif

/// Makes points of a GPX document's elements.
final class GPXDelegate: NSObject, XMLParserDelegate {
  /// Takes a point and, lazily, its line; false stops the parser.
  var deliver: ((TrackPoint, @autoclosure () -> Int) -> Bool)?
  /// The number of points dropped for a better kind, by element name.
  private(set) var ignored: [String: Int] = [:]
  /// The root element's name where it is not `gpx`.
  private(set) var foreignRoot: String?
  /// Whether the root element was closed.
  private(set) var hasEnded = false
  private(set) var wasStopped = false

  /// The kinds of points, the best first.
  private enum Kind: Int {
    case trkpt, rtept, wpt
  }

  private var depth = 0
  private var kind: Kind?
  private var pointDepth = 0
  private var pointLine = 0
  private var point = TrackPoint()
  private var isInExtensions = false
  private var text = ""
  private var isCapturing = false
  private var bestKind = Kind.wpt
  private var held: [(point: TrackPoint, line: Int)] = []

  /// Delivers the points that waited for a better kind.
  func deliverHeld() {
    for (point, line) in held {
      guard deliver?(point, line) == true else { return }
    }
    held = []
  }

  func parser(
    _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    depth += 1
    if kind == nil {
      begin(elementName.withoutPrefix, attributes, parser)
    } else if depth == pointDepth + 1 {
      let name = elementName.withoutPrefix
      isInExtensions = name == "extensions"
      isCapturing = name == "time" || name == "ele" || name == "speed" || name == "course"
      text = ""
    } else if isInExtensions {
      isCapturing = true
      text = ""
    }
  }

  private func begin(_ name: Substring, _ attributes: [String: String], _ parser: XMLParser) {
    if depth == 1, name != "gpx" {
      foreignRoot = String(name)
      parser.abortParsing()
      return
    }
    switch name {
    case "trkpt": kind = .trkpt
    case "rtept": kind = .rtept
    case "wpt": kind = .wpt
    default: return
    }
    pointDepth = depth
    pointLine = parser.lineNumber
    isInExtensions = false
    isCapturing = false
    point = TrackPoint()
    point.latitude = attributes["lat"].flatMap { Double(decimal: $0) }
    point.longitude = attributes["lon"].flatMap { Double(decimal: $0) }
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) {
    if isCapturing { text += string }
  }

  func parser(_ parser: XMLParser, foundCDATA block: Data) {
    if isCapturing { text += String(decoding: block, as: UTF8.self) }
  }

  func parser(
    _ parser: XMLParser, didEndElement elementName: String, namespaceURI: String?,
    qualifiedName: String?
  ) {
    defer { depth -= 1 }
    if depth == 1 { hasEnded = true }
    guard let kind else { return }
    if depth == pointDepth {
      self.kind = nil
      if !take(point, kind) {
        wasStopped = true
        parser.abortParsing()
      }
    } else if isCapturing {
      isCapturing = false
      note(elementName.withoutPrefix)
    }
  }

  /// Notes the text of a point's element. Only what is in metres and metres per second counts, so
  /// `hdop` is no accuracy.
  private func note(_ name: Substring) {
    if !isInExtensions, name == "time" {
      if let time = Timestamp(parsing: text) {
        point.time = .at(time)
      } else if text.utf8.contains(where: { !ASCII.isBlank($0) }) {
        point.time = .unreadable
      }
      return
    }
    switch name.lowercased() {
    case "ele" where !isInExtensions: point.altitude = Double(decimal: text)
    case "speed": point.speed = Double(decimal: text)
    case "course": point.course = Double(decimal: text)
    case "accuracy", "acc", "hacc", "horizontal_accuracy", "horizontalaccuracy":
      point.accuracy = Double(decimal: text)
    default: break
    }
  }

  /// - Returns: false to stop.
  private func take(_ point: TrackPoint, _ kind: Kind) -> Bool {
    if kind.rawValue > bestKind.rawValue {
      ignored["\(kind)", default: 0] += 1
      return true
    }
    if kind != bestKind {
      if !held.isEmpty { ignored["\(bestKind)", default: 0] += held.count }
      held = []
      bestKind = kind
    }
    if kind == .trkpt { return deliver?(point, pointLine) ?? false }
    held.append((point, pointLine))
    return true
  }
}

extension String {
  /// The name without a namespace prefix.
  fileprivate var withoutPrefix: Substring {
    guard let colon = utf8.firstIndex(of: ASCII.colon) else { return self[...] }
    return self[utf8.index(after: colon)...]
  }
}

extension Double {
  fileprivate init?(decimal text: String) {
    self.init(decimal: Array(text.utf8).span)
  }
}
