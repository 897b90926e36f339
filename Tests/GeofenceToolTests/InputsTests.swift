import Foundation
import Testing

/// Inputs are opened by whatever name they have, and a missing one is not taken for an empty file.
struct InputsTests {
  /// Runs the tool from a shell, in which it is `$GEOFENCE`.
  private func shell(_ command: String) throws -> (status: Int32, text: String) {
    let folder = try TemporaryFolder()
    _ = try folder.file("r.json", #"[{"identifier":"a","latitude":1,"longitude":2,"radius":9}]"#)
    _ = try folder.file("t.csv", "time,lat,lon\n0,1,2\n")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", "{ \(command); } > out 2>&1"]
    process.currentDirectoryURL = folder.url
    process.environment = ["GEOFENCE": ToolRun.executable.path]
    try process.run()
    process.waitUntilExit()
    let out = try Data(contentsOf: folder.url.appendingPathComponent("out"))
    return (process.terminationStatus, String(decoding: out, as: UTF8.self))
  }

  #if os(Linux)
    @Test func `a name that is not UTF-8 is opened, and shown by its bytes`() throws {
      let name = "\"$(printf 'caf\\351.csv')\""
      let read = try shell("cp t.csv \(name) && \"$GEOFENCE\" simulate \(name) --regions r.json")
      #expect(read.text.hasPrefix("1970-01-01T00:00:00Z  enter  a  initial"))
      let missing = try shell("\"$GEOFENCE\" simulate \(name) --regions r.json")
      #expect(missing.text.hasPrefix("caf\\xe9.csv: error: no such file"))
      #expect(missing.status == 66)
    }
  #endif

  @Test func `a closed standard input cannot be read, and is not empty`() throws {
    let run = try shell("\"$GEOFENCE\" simulate - --regions r.json <&-")
    #expect(run.text.hasPrefix("<stdin>: error: cannot be read"))
    #expect(run.status == 74)
  }

  @Test(arguments: ["--sort --to +15s", "--sort"])
  func `a row that cannot be read ends the run, whatever became of the rows before it`(
    _ options: String
  ) throws {
    let run = try shell(
      """
      printf 'time,lat,lon\n0,46,14\n10,46.05,14.5\n20,46.05,14.5\n40,47,14\n50,"47,14\n' > q.csv
      "$GEOFENCE" simulate q.csv --regions r.json \(options)
      """)
    #expect(run.text.contains("q.csv:6:4: error: a quoted field begins here and does not end"))
    #expect(run.status == 65)
  }
}
