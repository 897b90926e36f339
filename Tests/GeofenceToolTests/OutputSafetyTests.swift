import Foundation
import Testing

/// Outputs spare the user's inputs, and are written completely or not at all.
struct OutputSafetyTests {
  private let folder: TemporaryFolder
  private static let track = "time,lat,lon\n2024-05-01T09:00:00Z,46.05,14.5\n"
  private static let regions =
    #"[{"identifier":"a","latitude":46.05,"longitude":14.5,"radius":50}]"#

  init() throws {
    folder = try TemporaryFolder()
    for (name, text) in [
      ("t.csv", Self.track), ("r.json", Self.regions), ("old.html", "old"),
      ("e.jsonl", ""), ("s.json", "[]"), ("m.json", #"{"far":{},"nearWithin":9}"#),
      ("c.ics", "BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:u\nEND:VTODO\nEND:VCALENDAR\n"),
    ] { _ = try folder.file(name, text) }
    let files = FileManager.default
    try files.createSymbolicLink(atPath: path("link"), withDestinationPath: "t.csv")
    try files.linkItem(atPath: path("r.json"), toPath: path("hard"))
    try files.createSymbolicLink(atPath: path("dangling"), withDestinationPath: "new")
    try files.createDirectory(atPath: path("inner"), withIntermediateDirectories: false)
  }

  private func path(_ name: String) -> String { folder.url.appendingPathComponent(name).path }

  /// Returns the contents of all files in the folder by their names.
  private func contents() throws -> [String: Data] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    return Dictionary(
      uniqueKeysWithValues: names.map {
        ($0, (try? Data(contentsOf: folder.url.appendingPathComponent($0))) ?? Data())
      })
  }

  @Test(
    arguments: [
      "audit t.csv --regions r.json --best -", "simulate t.csv --regions r.json --state -",
      "simulate t.csv --regions r.json --expect e.jsonl --junit -",
    ])
  func `no file is written that is named as standard output is`(_ arguments: String) throws {
    let before = try contents()
    let run = try run(arguments)
    #expect(run.status == 64)
    #expect(run.errors.contains("would write a file that is named '-'"), "\(run.errors)")
    #expect(try contents() == before)
  }

  private func run(_ arguments: String, input: String? = nil) throws -> ToolRun {
    try ToolRun(
      arguments.split(separator: " ").map(String.init), input: input.map { Data($0.utf8) },
      in: folder.url)
  }

  @Test func `a file beside an output is no draft of it, whatever its name`() throws {
    _ = try folder.file(".o.txt.tmp", "mine")
    let before = try contents()
    #expect(try run("simulate t.csv --regions r.json -o o.txt").status == 0)
    var after = try contents()
    #expect(after.removeValue(forKey: "o.txt")?.isEmpty == false)
    #expect(after == before)
  }

  @Test(
    arguments: [
      "report t.csv --regions r.json -o t.csv",
      "report t.csv --regions r.json -o r.json",
      "report t.csv --regions r.json --svg r.json",
      "report t.csv --regions r.json -o x --svg x",
      "report t.csv --regions r.json -o new --svg dangling",
      "report t.csv --regions r.json -o link",
      "report link --regions r.json -o t.csv",
      "report t.csv --regions r.json -o hard",
      "report t.csv --regions r.json -o inner/../t.csv",
      "report t.csv --regions r.json --reminders c.ics -o c.ics",
      "report t.csv --regions r.json --scenario s.json -o s.json",
      "report t.csv --regions r.json --positioning m.json -o m.json",
      "simulate t.csv --regions r.json --positioning m.json -o m.json",
      "report t.csv --regions r.json --expect e.jsonl -o e.jsonl",
      "report t.csv --regions r.json --expect e.jsonl --junit x -o x",
      "simulate t.csv --regions r.json --expect e.jsonl --junit t.csv",
      "simulate t.csv --regions r.json --expect e.jsonl --junit e.jsonl",
      "simulate t.csv --regions r.json --state r.json",
      "simulate t.csv --regions r.json --state t.csv",
      "simulate t.csv --regions r.json --state x --expect e.jsonl --junit x",
    ])
  func `an output that is an input or another output is wrong usage`(_ arguments: String) throws {
    let before = try contents()
    let run = try run(arguments)
    #expect(run.status == 64)
    #expect(run.errors.contains(" would overwrite "), "\(run.errors)")
    #expect(try contents() == before)
  }

  @Test func `standard output and standard input are files, too`() throws {
    for command in [
      "simulate t.csv --regions r.json >> t.csv", "audit t.csv --regions r.json >> r.json",
      "validate t.csv >> t.csv", "reminders list c.ics >> c.ics",
      "report - --regions r.json -o t.csv < t.csv",
    ] {
      let before = try contents()
      let shell = Process()
      shell.executableURL = URL(fileURLWithPath: "/bin/sh")
      shell.arguments = ["-c", "\"$0\" \(command) 2> /dev/null", ToolRun.executable.path]
      shell.currentDirectoryURL = folder.url
      try shell.run()
      shell.waitUntilExit()
      #expect(shell.terminationStatus == 64, "\(command)")
      #expect(try contents() == before, "\(command)")
    }
  }

  @Test func `other outputs are written`() throws {
    try Data().write(to: folder.url.appendingPathComponent("e.jsonl"))
    let run = try run(
      "report t.csv --regions r.json --expect e.jsonl -o old.html --svg new.svg --junit j.xml")
    #expect(run.status == 1, "\(run.errors)")
    let after = try contents()
    #expect(after["old.html"]?.starts(with: Data("<!doctype html>".utf8)) == true)
    #expect(after["new.svg"]?.starts(with: Data("<svg ".utf8)) == true)
    #expect(after["j.xml"]?.starts(with: Data("<?xml".utf8)) == true)
    #expect(!after.keys.contains { $0.hasSuffix(".tmp") })
  }

  @Test(arguments: ["missing.csv", "c.ics", "/dev/null", "t.csv --columns latitude=none"])
  func `a track that cannot be read leaves outputs as they are`(_ track: String) throws {
    let before = try contents()
    let run = try run("simulate \(track) --regions r.json -o old.html --state new")
    #expect(run.status != 0)
    #expect(try contents() == before)
  }

  @Test(
    arguments: [
      "report t.csv --regions r.json -o no/such/folder/x", "report t.csv --regions r.json -o inner",
      "report t.csv --regions r.json -o x --svg inner",
      "simulate t.csv --regions r.json --expect e.jsonl --junit inner",
    ])
  func `what cannot be written is noticed before the run begins`(_ arguments: String) throws {
    let before = try contents()
    let run = try run(arguments)
    #expect(run.status == 73)
    #expect(run.output.isEmpty)
    #expect(run.errors.contains("cannot be written: "), "\(run.errors)")
    #expect(try contents() == before)
  }

  #if os(Linux)
    @Test(
      arguments: [
        "simulate t.csv --regions r.json", "simulate t.csv --regions r.json -o /dev/full",
        "simulate t.csv --regions r.json --expect e.jsonl --junit /dev/full",
        "report t.csv --regions r.json -o /dev/full", "audit t.csv --regions r.json",
        "report t.csv --regions r.json -o new.html --svg /dev/full", "validate t.csv",
        "validate t.csv --junit /dev/full", "reminders list c.ics", "help tracks",
      ])
    func `a write that fails is an input or output error, whatever is written`(_ command: String)
      throws
    {
      #expect(try shellStatus("\"$0\" \(command) > /dev/full 2> /dev/null") == 74)
    }
  #endif

  @Test func `a state does not run ahead of an output that cannot be committed`() throws {
    // The folder of the output goes while the track is being read.
    let script = """
      mkdir out
      {
        until [ -n "$(ls -A out)" ]; do sleep 0.02; done
        rm -r out
        cat t.csv
      } | geofence simulate - --regions r.json -o out/e.txt --state state 2> /dev/null && exit 9
      test ! -s state
      geofence simulate t.csv --regions r.json --state state
      """
    let run = try Shell(script, in: folder.url)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains("enter"))
  }

  @Test(arguments: [0, 1, 8])
  func `a disk that fills leaves the old file, and nothing else`(_ blocks: Int) throws {
    let before = try contents()
    for command in [
      "report t.csv --regions r.json -o old.html", "report t.csv --regions r.json -o new.html",
      "reminders add c.ics \(String(repeating: "x", count: 20_000))",
    ] {
      let status = try shellStatus("ulimit -f \(blocks); \"$0\" \(command) 2> /dev/null")
      #expect(status == 74, "\(command)")
      #expect(try contents() == before, "\(command)")
    }
  }

  #if os(Linux)
    @Test func `nothing stays where a file system has no locks`() throws {
      _ = try folder.file(
        "locks.c",
        "#include <errno.h>\nint flock(int file, int mode) { errno = ENOTSUP; return -1; }\n")
      let before = try contents()
      let status = try shellStatus(
        """
        clang -shared -fPIC -o locks.so locks.c || exit 1
        LD_PRELOAD=./locks.so "$0" simulate t.csv --regions r.json -o new.txt 2> errors
        status=$?; grep -q 'new.txt: error: cannot be written: ' errors || exit 2
        rm locks.so errors; exit $status
        """)
      #expect(status == 73)
      #expect(try contents() == before)
    }
  #endif

  /// Returns the exit status of a shell that runs `script` in the folder, where `$0` is the tool.
  private func shellStatus(_ script: String) throws -> Int32 {
    let shell = Process()
    shell.executableURL = URL(fileURLWithPath: "/bin/sh")
    shell.arguments = ["-c", script, ToolRun.executable.path]
    shell.currentDirectoryURL = folder.url
    try shell.run()
    shell.waitUntilExit()
    return shell.terminationStatus
  }
}
