import Foundation
import Testing

@testable import GeofenceTracks

/// The documents of tracks, whose tables have to be those of the readers.
@Suite struct `The documents of tracks` {
  /// The rows of a document's table under a title, by their first cells: the second of each.
  private static func rows(
    under title: String = "field", in document: String = "Documents/Columns.md"
  ) throws -> [String: Substring] {
    var folder = URL(filePath: #filePath)
    for _ in 0..<4 { folder.deleteLastPathComponent() }
    let page = try String(
      contentsOf: folder.appending(path: "Sources/geofence/\(document)"), encoding: .utf8)
    let table = try #require(page.range(of: "| \(title) |"))
    let end = page[table.lowerBound...].range(of: "\n\n")?.lowerBound ?? page.endIndex
    let lines = page[table.lowerBound..<end].split(separator: "\n").dropFirst(2)
    let cells = lines.map { $0.split(separator: "|").map { $0.drop { $0 == " " } } }
    return Dictionary(uniqueKeysWithValues: cells.map { (String($0[0].dropLast()), $0[1]) })
  }

  /// Returns the names in a cell, as they are compared.
  private static func names(in cell: Substring) -> Set<String> {
    Set(
      cell.prefix { $0 != ":" }.split { ",;".contains($0) }
        .map { ColumnName(String($0).trimmingCharacters(in: .whitespaces)).text })
  }

  @Test(
    arguments: [
      ("time", [TrackColumn.time]), ("date", [.date]), ("latitude", [.latitude]),
      ("longitude", [.longitude]), ("sides", [.northSouth, .eastWest]),
      ("place in one text", [.position]), ("accuracy", [.accuracy]), ("device", [.device]),
      ("altitude", [.altitude]), ("speed", [.speed]), ("course", [.course]),
    ] as [(String, [TrackColumn])])
  func `has the names of the readers`(field: String, columns: [TrackColumn]) throws {
    let cell = try #require(try Self.rows()[field], "there is no row of \(field)")
    // The units of a speed stand behind its names.
    let rows = columns.flatMap(\.declaration).filter {
      $0.files.contains(.json) && !$0.texts.contains(TrackColumn.latitudeFirst[0])
    }
    let names = rows.flatMap(\.texts)
    #expect(Self.names(in: cell) == Set(names.map { ColumnName($0).text }))
  }

  @Test func `has a row for each field`() throws {
    #expect(try Self.rows().count == 11)
    #expect(TrackColumn.allCases.count == 12)
  }

  @Test func `has a row for each format`() throws {
    let rows = try Self.rows(under: "format", in: "Topics/Pages/tracks.md").keys
    for format in TrackFormat.all {
      #expect(rows.contains { $0.contains(format.name) }, "the page has no row of \(format.name)")
    }
  }
}
