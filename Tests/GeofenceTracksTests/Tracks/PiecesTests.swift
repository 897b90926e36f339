import GeofenceCore
import Testing

@testable import GeofenceBytes

/// The outcome of reading does not depend on the pieces in which the bytes of a track arrive.
@Suite struct `A track in pieces of any size` {
  private static let nul = "\u{0}"

  @Test(
    arguments: [
      // A NUL stands in the header, in a name, after the header, and in a table without known
      // columns.
      "time,lat,lon\(nul)\n1,46,14\n", "time,lat,lon,x\(nul)y\n1,46,14\n",
      "time,lat,lon\n1,4\(nul)6,14\n2,46,14\n", "a,b,c\n1,\(nul),3\n",
      "a,b\(nul),c\n1,2,3\n", "# n\(nul)\ntime,lat,lon\n1,46,14\n", "# note\na,b\(nul)\n1,2\n",
      "\n\n\(nul)\n",
      // A NUL stands behind a header that others precede, before it, and where there is none.
      "Ride 7\ntime,lat,lon\n1,46,14\n2,4\(nul)6,14\n",
      "Ride 7\n\(nul)\ntime,lat,lon\n1,46,14\n", "><x>\n<y lat=\"46\"/>\n\(nul)\n\n",
      "sep=;\na;b\(nul)\n1;2\n",
      "time,lat,lon," + String(repeating: "x", count: 1100) + nul + "\n1,46,14,\n",
      // A quotation mark keeps a header open for one delimiter that has ended for others.
      "time,lat,lon,\"a\nb\"\n1,46,14,c\n", "Ride\n1,\"2\nx,lat,lon\n1,46,\"14\n",
      // Files of other kinds are recognized by their first bytes.
      "AXXX\r\nHFDTE010524\r\n", "A,lat,lon\n1,46,14\n", "AB\nH,F\n", "$GPGGA,092750.000,5321\n",
      "<!DOCTYPE html>\n<html><br></html>", "<!doctype html><p>", "<html>", "<gpx/>",
      "PK,lat,lon\n",
      "\u{FEFF}time,lat,lon\r\n1,46,14\r\n", "time,lat,lon\r1,46,14\r2,46,14\r",
      // Some documents are complete, and others are not.
      "<gpx><trkpt lat='1' lon='2'><time>1</time></trkpt><trkpt lat='1' lon='2'><time>2</time>",
      "<gpx><trkpt lat='1' lon='2'><trkpt lat='3' lon='4'/></trkpt></gpx>",
      "\n<!DOCTYPE gpx [<!ENTITY a 'b'>]><gpx/>",
      #"{"t":1,"lat":46,"lon":14}\n{"t":2,"lat":46,"lon":14,"id":"\u00e9"}"#,
      #"[{"identifier":"a","lat":46,"lon":14,"radius":5}]"#, "id,lat,lon,radius\na,46,14,5\n",
      String(repeating: "[", count: 510),
    ])
  func `reads the same`(_ text: String) throws {
    let bytes = Array(text.utf8)
    let whole = try read(bytes)
    for piece in 1...bytes.count {
      let pieces = try read(bytes, piece: piece)
      #expect(pieces.message == whole.message, "in pieces of \(piece)")
      #expect(pieces.fixes == whole.fixes && pieces.warnings == whole.warnings)
      #expect(pieces.notes == whole.notes && pieces.remarks == whole.remarks)
    }
  }

  @Test func `a NUL in the header is no text, and one behind it no reason to say so`() throws {
    #expect(try read("a,b\(Self.nul),c\n1,2,3\n").error?.problem == "is a binary file, not text")
    #expect(
      try read("a,b,c\n1,\(Self.nul),3\n").error?.problem.hasPrefix("the header has no latitude")
        == true)
  }

  @Test(arguments: [Int.max, 64, 7, 1])
  func `a header behind a title is found up to a line that is no text`(piece: Int) throws {
    let table = "time,lat,lon\n1,46,14\n2,46,15\(Self.nul)\n3,46,15\n"
    let found = try read(Array("Ride 7\n\(table)".utf8), piece: piece)
    #expect(found.latitudes == [46, 46] && found.error == nil)
    let titled = try read(Array("Position\n\n\(table)".utf8), piece: piece)
    #expect(titled.latitudes == [46, 46] && titled.times == found.times)
    let alone = try read(Array("Position\n\"46, 14\"\n\"46, 15\"\n".utf8), piece: piece)
    #expect(alone.latitudes == [46, 46])
    let refused = try read(Array("Ride 7\n\(Self.nul)\n\(table)".utf8), piece: piece)
    #expect(refused.error?.problem.contains("it names \"Ride 7\"") == true)
  }
}

@Suite struct `A point within a point` {
  @Test(arguments: [
    "<trkpt lat='1' lon='2'><trkpt lat='3' lon='4'><time>9</time></trkpt></trkpt>",
    "<trkpt lat='1' lon='2'><extensions><x><wpt lat='3' lon='4'><time>9</time></wpt></x></extensions></trkpt>",
  ])
  func `is refused, and gives nothing to the outer one`(points: String) throws {
    let first = "<trkpt lat='0' lon='1'><time>1</time></trkpt>\n"
    let outcome = try read(gpxTrack(first + points))
    #expect(outcome.times == [1000])
    #expect(outcome.message?.hasPrefix("F:4:") == true)
    #expect(
      outcome.message?.hasSuffix(
        "error: a point within a point | help: close each point before the next; "
          + "what was read before counts") == true)
  }

  @Test func `is refused in a training's file, too`() throws {
    let outcome = try read(
      "<TrainingCenterDatabase><Trackpoint><Trackpoint><Time>2024-05-01T09:00:00Z</Time>"
        + "</Trackpoint></Trackpoint></TrainingCenterDatabase>")
    #expect(outcome.error?.problem == "a point within a point")
    #expect(outcome.error?.place == .line(1, column: 37))
  }
}

@Suite struct `JSON over its limits` {
  @Test(arguments: [500, 501])
  func `is named by its depth`(depth: Int) throws {
    let outcome = try read(
      "{\"t\":1,\"lat\":46,\"lon\":14}\n{\"x\":" + String(repeating: "[", count: depth - 1)
        + String(repeating: "]", count: depth - 1) + "}\n")
    #expect(outcome.times == [1000])
    #expect(
      outcome.error?.problem
        == (depth > 500 ? "more than 500 lists and objects within each other" : nil))
    if depth > 500 { #expect(outcome.error?.place == .line(2, column: 505)) }
  }

  @Test func `is named by the length of a text, where it begins`() throws {
    let text = "{\"t\":1,\"lat\":46,\"lon\":14}\n{\"x\":\""
    // A text that ends is not taken for a file of another kind.
    let long = Array(text.utf8) + Array(repeating: UInt8(ascii: "x"), count: 40 << 20)
    let outcome = try read(long + Array("\"}".utf8))
    #expect(outcome.times == [1000])
    #expect(
      outcome.error?.problem == "a text or a number of more than 16 MiB begins here")
    #expect(outcome.error?.place == .line(2, column: 6))
  }
}
