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

  /// Copies a file of the folder, and creates the folders that the copy lies in.
  private func copy(_ name: String, to path: String) throws {
    let target = folder.url.appendingPathComponent(path)
    try FileManager.default.createDirectory(
      at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.copyItem(at: folder.url.appendingPathComponent(name), to: target)
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

  /// A line that begins with two colons, after blanks or none, is a command to GitHub's runner.
  @Test(
    arguments: [
      ["test", "DRIVES"], ["test", "DRIVES", "--list"], ["test", "DRIVES", "--update"],
      ["test", "DRIVES", "--report", "DRIVES/out"], ["test", "DRIVES", "--junit", "DRIVES/no/x"],
      ["test", "DRIVES/none"],
      ["test", "--new", "DRIVES/new", "--track", "TRACK", "--regions", "r.json"],
      ["test", "--new", "DRIVES/new", "--track", "TRACK", "--regions", "TRACK"],
      ["simulate", "TRACK", "--regions", "r.json", "--verbose", "--summary"],
      ["simulate", "TRACK", "TRACK", "--regions", "r.json"],
      ["simulate", "TRACK", "--regions", "r.json", "--strict"],
      ["simulate", "TRACK", "--regions", "r.json", "--expect", "TRACK"],
      ["simulate", "TRACK", "--regions", "r.json", "-o", "DRIVES/none/TRACK"],
      ["simulate", "TRACK", "--regions", "TRACK"], ["simulate", "DRIVES", "--regions", "r.json"],
      ["validate", "TRACK", "--regions", "r.json"], ["validate", "DRIVES"],
      ["validate", "TRACK", "--format", "json"],
      ["audit", "TRACK", "TRACK", "--regions", "r.json", "--all"],
      ["audit", "TRACK", "--regions", "r.json", "--format", "json"],
      ["audit", "TRACK", "--regions", "r.json", "--best", "DRIVES/none/x"],
    ])
  func `no name of a folder or a track is a command to a CI runner`(_ arguments: [String]) throws {
    let command = "\n::error ::x"
    try copy("r.json", to: "drives\(command)/a\(command)/regions.json")
    try copy("t.csv", to: "drives\(command)/a\(command)/track-\(command).csv")
    try copy("e", to: "drives\(command)/a\(command)/expected.txt")
    try copy("e", to: "drives\(command)/b/expected.txt")
    try copy("t.csv", to: "t\(command).csv")
    let run = try run(
      arguments.map {
        $0.replacing("DRIVES", with: "drives\(command)").replacing("TRACK", with: "t\(command).csv")
      })
    #expect(run.output.contains("::error") || run.errors.contains("::error"))
    for line in (run.output + run.errors).split(separator: "\n") {
      #expect(!line.trimmingPrefix(while: \.isWhitespace).hasPrefix("::"), "\(line)")
    }
  }

  /// The names of regions, devices, reminders and places, in the two forms of commands.
  @Test(
    arguments: [
      "simulate t.csv --regions r.json --reminders c.ics --verbose --scenario s.json --summary",
      "simulate t.csv --regions r.json --reminders c.ics --format jsonl",
      "simulate t.csv --regions r.json --reminders c.ics --format csv",
      "simulate t.csv --regions r.json --expect e", "simulate t.csv --regions r.json --device x",
      "simulate t.csv --regions r.json --strict", "why t.csv --regions r.json",
      "why t.csv --regions r.json *", "why t.csv --regions r.json --format json",
      "why t.csv --regions r.json nobody", "audit t.csv --regions r.json --limit 1 --all",
      "audit t.csv --regions r.json --by device",
      "audit t.csv --regions r.json --format json --all",
      "audit t.csv --regions r.json --api clmonitor/geofencingclient",
      "audit t.csv --regions r.json --phone e", "report t.csv --regions r.json -o -",
      "report t.csv --regions r.json --svg -", "validate t.csv --regions r.json",
      "validate t.csv --regions r.json --format json", "reminders list c.ics",
      "reminders lists c.ics", "reminders list c.ics --format json", "reminders show c.ics u",
      "reminders list c.ics --list X",
    ])
  func `no name in a file is a command to a CI runner`(_ arguments: String) throws {
    let (first, second) = ("::error::x", "##[error]y")
    func region(_ name: String, _ latitude: Double, _ rest: String = "") -> String {
      #"{"identifier":"\#(name)","name":"\#(name)","latitude":\#(latitude),"longitude":14.5,"#
        + #""radius":90\#(rest)}"#
    }
    let regions = [region(first, 46.05), region(second, 46.07), region("::stop-commands::z", 46.2)]
    _ = try folder.file("r.json", "[\(regions.joined(separator: ","))]")
    let rows = (0..<60).flatMap { step in
      [first, second].map { "\(step * 10),\(step % 30 < 15 ? 46.05 : 46.07),14.5,\($0)\n" }
    }
    _ = try folder.file("t.csv", "time,lat,lon,device\n\(rows.joined())")
    _ = try folder.file("e", "1970-01-01T00:00:00Z  exit  \(second)  device \(first)\n")
    _ = try folder.file("s.json", #"[{"at":"+90s","do":"remove","identifier":"\#(first)"}]"#)
    _ = try folder.file(
      "c.ics",
      """
      BEGIN:VCALENDAR
      X-WR-CALNAME:\(first)
      BEGIN:VTODO
      UID:\(second)
      SUMMARY:\(first)
      BEGIN:VALARM
      X-APPLE-PROXIMITY:ARRIVE
      X-APPLE-STRUCTURED-LOCATION;X-TITLE="\(second)":geo:46.05,14.5
      END:VALARM
      END:VTODO
      END:VCALENDAR

      """)
    let run = try run(arguments.split(separator: " ").map(String.init))
    for line in (run.output + "\n" + run.errors).split(separator: "\n") {
      #expect(!line.trimmingPrefix(while: \.isWhitespace).hasPrefix("::"), "\(line)")
      #expect(!line.contains(/##[A-Za-z]*\[/), "\(line)")
    }
  }

  /// What a CI runner takes for a command is a matter of standard output alone.
  @Test func `a file of CSV has the names themselves`() throws {
    let name = "a\tb\n::error::x ##[y]"
    let text = String(decoding: try JSONEncoder().encode(name), as: UTF8.self)
    _ = try folder.file(
      "r.json", #"[{"identifier":\#(text),"latitude":46.05,"longitude":14.5,"radius":50}]"#)
    _ = try folder.file("t.csv", "time,lat,lon\n0,46.05,14.5\n")
    let arguments = ["simulate", "t.csv", "--regions", "r.json", "--format", "csv"]
    #expect(try run(arguments + ["-o", "o.csv"]).status == 0)
    let file = folder.url.appendingPathComponent("o.csv")
    #expect(try String(contentsOf: file, encoding: .utf8).contains(",\"\(name)\","))
    let shown = name.replacing("\n::", with: "\n\\u003a:").replacing("##", with: "#\\u0023")
    #expect(try run(arguments).output.contains(",\"\(shown)\","))
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
