import Foundation
import Testing

/// Hostile names of files, regions and devices: none that is printed may steer a terminal.
struct HostileNamesTests {
  private let folder: TemporaryFolder
  private static let mark = "\u{1B}[2J\u{9B}31m\u{202E}\u{2028}\u{7}\r\n=1"

  init() throws {
    folder = try TemporaryFolder()
    let name = String(decoding: try JSONEncoder().encode(Self.mark), as: UTF8.self)
    let text = Self.mark.replacingOccurrences(of: "\r\n", with: "\\n")
    for (file, contents) in [
      (
        "r.json",
        #"[{"identifier":\#(name),"latitude":46.05,"longitude":14.5,"radius":50},"#
          + #"{"identifier":"far\u001b[0m","latitude":47,"longitude":14.5,"radius":500000}]"#
      ),
      ("t.csv", "time,lat,lon,device\n0,46.05,14.5,\"\(Self.mark)\"\n9,x\u{1B}[2J,1,\u{1B}c\n"),
      ("e", "1970-01-01T00:00:00Z  exit  \(name)\n"),
      (
        "s.json",
        #"[{"at":"+0s","do":"remove","identifier":\#(name)},{"at":"+9999s","do":"terminate"}]"#
      ),
      (
        "c.ics",
        """
        BEGIN:VCALENDAR
        X-WR-CALNAME:l\(text)
        BEGIN:VTODO
        UID:u\(text)
        SUMMARY:t\(text)
        BEGIN:VALARM
        X-APPLE-PROXIMITY:ARRIVE
        X-APPLE-STRUCTURED-LOCATION;X-TITLE="p\(text)":geo:46.05,14.5
        END:VALARM
        END:VTODO
        END:VCALENDAR

        """
      ),
    ] { _ = try folder.file(file, contents) }
  }

  private func run(_ arguments: [String]) throws -> ToolRun {
    try ToolRun(arguments, in: folder.url)
  }

  /// Returns whether a scalar could steer a terminal: control characters, C1 included, marks of
  /// direction, and separators of lines.
  private static func steers(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\n": false
    case "\0"..<" ", "\u{7F}"..."\u{9F}", "\u{61C}", "\u{200E}"..."\u{200F}",
      "\u{2028}"..."\u{202E}", "\u{2066}"..."\u{2069}":
      true
    default: false
    }
  }

  @Test(
    arguments: [
      "simulate t.csv --regions r.json --reminders c.ics --verbose --scenario s.json --summary",
      "simulate t.csv --regions r.json --reminders c.ics --verbose --scenario s.json --format jsonl",
      "simulate t.csv --regions r.json --reminders c.ics --verbose --scenario s.json --format csv",
      "simulate t.csv --regions r.json --expect e", "simulate t.csv --regions r.json --strict",
      "audit t.csv --regions r.json --scenario s.json --all",
      "audit t.csv --regions r.json --all --format json",
      "report t.csv --regions r.json --expect e -o -", "report t.csv --regions r.json --svg -",
      "report t.csv --regions r.json --expect e --junit /dev/stdout -o x",
      "validate t.csv --regions r.json", "validate t.csv --regions r.json --format json",
      "reminders list c.ics", "reminders list c.ics --format json", "reminders lists c.ics",
      "reminders lists c.ics --format json", "reminders show c.ics u",
      "reminders show c.ics u --format json", "reminders list c.ics --list X",
    ])
  func `of names in files`(_ arguments: String) throws {
    let run = try run(arguments.split(separator: " ").map(String.init))
    #expect(![64, 66].contains(run.status), "\(run.errors)")
    for text in [run.output, run.errors] {
      #expect(
        text.unicodeScalars.allSatisfy { !Self.steers($0) }, "\(text.debugDescription)")
    }
  }

  @Test(
    arguments: [
      ["simulate", mark, "--regions", "r.json"], ["simulate", "t.csv", "--regions", mark],
      ["validate", "t.csv", mark], ["validate", mark, "--format", "json"], [mark], ["help", mark],
      ["simulate", "--\(mark)"], ["simulate", "--limit", mark], ["simulate", "--limit=\(mark)"],
      ["reminders", "list", mark], ["reminders", "show", "c.ics", mark],
      ["reminders", "add", "c.ics", "t", "--list", mark],
      ["reminders", "add", "no/\(mark)", "t"],
      ["report", "t.csv", "--regions", "r.json", "-o", "no/\(mark)"],
      ["report", mark, "--regions", "r.json", "-o", mark],
      ["simulate", "t.csv", "--regions", "r.json", "--state", "r.json\(mark)"],
    ])
  func `of names of files, options and values`(_ arguments: [String]) throws {
    let run = try run(arguments)
    for text in [run.output, run.errors] {
      #expect(
        text.unicodeScalars.allSatisfy { !Self.steers($0) }, "\(text.debugDescription)")
      // A line break would start a line that could pass for the tool's.
      #expect(!text.split(separator: "\n").contains { $0.hasPrefix("=1") })
    }
  }

  @Test func `a spreadsheet computes nothing when asked`() throws {
    _ = try folder.file(
      "r.json", #"[{"identifier":"=HYPERLINK(1)","latitude":46.05,"longitude":14.5,"radius":50}]"#)
    _ = try folder.file("t.csv", "time,lat,lon\n0,46.05,14.5\n")
    let arguments = ["simulate", "t.csv", "--regions", "r.json", "--format", "csv"]
    #expect(try run(arguments).output.contains(",=HYPERLINK(1),"))
    #expect(try run(arguments + ["--csv-safe"]).output.contains(",'=HYPERLINK(1),"))
  }
}
