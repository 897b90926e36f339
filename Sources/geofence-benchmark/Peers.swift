import Foundation
import GeofenceCore

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// A peer that the tool is measured against, in a process of its own, with the least to be done.
enum Peer: String {
  case xml
  case csv
  case json

  func run(on path: String) throws {
    switch self {
    case .xml:
      guard let stream = InputStream(fileAtPath: path) else { throw Failure("no \(path)") }
      let parser = XMLParser(stream: stream)
      let counter = PointCounter()
      parser.delegate = counter
      _ = parser.parse()
      print(counter.points)
    case .csv: print(try Self.scan(path))
    case .json:
      struct Region: Decodable {
        let identifier: String
        let latitude, longitude, radius: Double
      }
      let data = try Data(contentsOf: URL(fileURLWithPath: path))
      print(try JSONDecoder().decode([Region].self, from: data).count)
    }
  }

  private final class PointCounter: NSObject, XMLParserDelegate {
    var points = 0

    func parser(
      _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?,
      qualifiedName: String?, attributes: [String: String]
    ) {
      if elementName == "trkpt" { points += 1 }
    }
  }

  private static func scan(_ path: String) throws -> String {
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    let circles = circles(20, spread: 0.1).map {
      (center: EarthVector($0.center), squaredRadius: $0.radius * $0.radius)
    }
    var (fixes, inside) = (0, 0)
    var position = (bytes.firstIndex(of: 0x0A) ?? 0) + 1
    func number() -> Double {
      var mantissa = 0.0
      var scale = 0.0
      while position < bytes.count, bytes[position] != 0x2C, bytes[position] != 0x0A {
        if bytes[position] == 0x2E {
          scale = 1
        } else {
          mantissa = mantissa * 10 + Double(bytes[position] &- 0x30)
          scale *= 10
        }
        position += 1
      }
      position += 1
      return scale > 0 ? mantissa / scale : mantissa
    }
    while position < bytes.count {
      position += 21
      let place = EarthVector(Coordinate(latitude: number(), longitude: number()))
      _ = number()
      fixes += 1
      for circle in circles where place.squaredChord(to: circle.center) <= circle.squaredRadius {
        inside += 1
      }
    }
    return "\(fixes) \(inside)"
  }
}
