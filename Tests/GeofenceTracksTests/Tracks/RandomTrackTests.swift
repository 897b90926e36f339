import GeofenceCore
import TestSupport
import Testing

@testable import GeofenceBytes

@Suite struct `A random track` {
  private struct Row: Equatable {
    var milliseconds: Int64
    var latitude: Double
    var longitude: Double
    var accuracy: Double?
    var device: String
  }

  private static func rows(_ generator: inout SeededGenerator) -> [Row] {
    var time: Int64 = 0
    let names = ["", "a", "b \"c\"", "d,e;f|g\th", "i\nj", "é"]
    return (0..<Int.random(in: 1...40, using: &generator)).map { _ in
      time += Int64.random(in: 0...5000, using: &generator)
      return Row(
        milliseconds: time,
        latitude: Double.random(in: -90...90, using: &generator),
        longitude: Double.random(in: -180...180, using: &generator),
        accuracy: Bool.random(using: &generator)
          ? Double.random(in: 0...100, using: &generator) : nil,
        device: names.randomElement(using: &generator) ?? "")
    }
  }

  private static func csv(_ rows: [Row], _ generator: inout SeededGenerator) -> String {
    let delimiter = [",", ";", "|", "\t"].randomElement(using: &generator) ?? ","
    let end = ["\n", "\r\n"].randomElement(using: &generator) ?? "\n"
    let hasComma = delimiter != "," && Bool.random(using: &generator)
    var columns = ["time", "lat", "lon", "accuracy", "user", "other", "x y"]
    columns.shuffle(using: &generator)
    var text = Bool.random(using: &generator) ? "\u{FEFF}" : ""
    text += columns.joined(separator: delimiter) + end
    for row in rows {
      if Int.random(in: 0..<8, using: &generator) == 0 { text += "# \"comment" + end }
      if Int.random(in: 0..<8, using: &generator) == 0 { text += end }
      let cells = columns.map { column in
        var cell =
          switch column {
          case "time":
            "\(row.milliseconds / 1000).\(String(row.milliseconds % 1000 + 1000).dropFirst())"
          case "lat": "\(row.latitude)"
          case "lon": "\(row.longitude)"
          case "accuracy": row.accuracy.map { "\($0)" } ?? ""
          case "user": "\"" + row.device.replacing("\"", with: "\"\"") + "\""
          default: "\"\(delimiter)\"\"\n\""
          }
        if hasComma, ["time", "lat", "lon", "accuracy"].contains(column) {
          cell = cell.replacing(".", with: ",")
        }
        let isQuoted = cell.hasPrefix("\"") || !Bool.random(using: &generator)
        return isQuoted ? cell : "\"\(cell)\""
      }
      text += cells.joined(separator: delimiter) + end
    }
    return text
  }

  @Test(arguments: 0..<200)
  func `is read as it was written`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let rows = Self.rows(&generator)
    let outcome = try read(Self.csv(rows, &generator))
    let names = outcome.report.deviceNames
    let found = zip(outcome.fixes, outcome.devices).map { fix, device in
      Row(
        milliseconds: fix.time.milliseconds, latitude: fix.coordinate.latitude,
        longitude: fix.coordinate.longitude, accuracy: fix.horizontalAccuracy,
        device: names[device] ?? "")
    }
    #expect(outcome.error == nil)
    #expect(found == rows)
  }

  private static func gpx(_ rows: [Row]) -> String {
    "<?xml version='1.0' encoding='UTF-8'?><!DOCTYPE gpx SYSTEM 'x'>\n<gpx xmlns:g='g'>"
      + "<wpt lat='1' lon='2'/><trk><name>&amp;<![CDATA[<é>]]></name><trkseg>"
      + rows.map { row in
        "<trkpt lat='\(row.latitude)' lon='\(row.longitude)'><time>\(row.milliseconds / 1000)"
          + "</time><!-- c --><extensions><g:acc>\(row.accuracy ?? 0)</g:acc></extensions></trkpt>\n"
      }.joined() + "</trkseg></trk></gpx>\n"
  }

  @Test(arguments: 0..<300)
  func `may be cut and have its bytes changed`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let rows = Self.rows(&generator)
    let text = seed.isMultiple(of: 2) ? Self.gpx(rows) : Self.csv(rows, &generator)
    let whole = Array(text.utf8)

    let cut = try read(whole.prefix(Int.random(in: 0...whole.count, using: &generator)))
    #expect(cut.fixes.count <= rows.count)
    if cut.error == nil { #expect(cut.report.fixesKept == cut.fixes.count) }

    var changed = whole
    for _ in 0..<Int.random(in: 1...8, using: &generator) {
      let index = Int.random(in: 0..<changed.count, using: &generator)
      changed[index] = UInt8.random(in: 0...255, using: &generator)
    }
    let outcome = try read(changed)
    #expect(outcome.report.fixesKept == outcome.fixes.count)
    #expect(outcome.report.fixesKept + outcome.report.skipped.total <= outcome.report.pointsRead)
    let valid = outcome.fixes.filter(\.coordinate.isValid)
    #expect(valid.count == outcome.fixes.count)
  }
}
