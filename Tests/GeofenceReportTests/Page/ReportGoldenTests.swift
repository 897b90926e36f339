import Foundation
import GeofenceBytes
import TestSupport
import Testing

@testable import GeofenceReport

/// All that a page holds of one small drive. `make record` writes it anew, and fails.
struct ReportGoldenTests {
  private static let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("drive.json")

  @Test func `the data of a small drive is the recorded one`() throws {
    let document = ReportDocument(try Drive.report())
    let data = try JSONSerialization.data(
      withJSONObject: try JSONSerialization.jsonObject(with: Data(document.json.utf8)),
      options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
    // The last digits of the plane's numbers are those of the platform's mathematics.
    let text =
      String(decoding: data, as: UTF8.self)
      .replacing(#/ *"plane" : \{[^}]*\},\n/#, with: "") + "\n"
    if ProcessInfo.processInfo.environment["GEOFENCE_RECORD"] != nil {
      try Data(text.utf8).write(to: Self.file)
    }
    let recorded = try String(contentsOf: Self.file, encoding: .utf8)
    #expect(recorded == text)
    // No string of the drive has a blank line or a line's indentation.
    let spelling = recorded.split(separator: "\n").map { $0.drop { $0 == " " } }.joined()
      .replacing("\" : ", with: "\":")
    #expect(document.json.replacing(/"plane":\{[^}]*\},/, with: "") == spelling)
  }
}
