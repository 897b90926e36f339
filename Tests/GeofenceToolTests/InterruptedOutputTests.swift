import Foundation
import TestSupport
import Testing

/// Output files of interrupted runs: a file is complete or the old one, and a pipe or a device is a
/// stream.
@Suite(.slow) struct InterruptedOutputTests {
  private let folder: TemporaryFolder
  private let regions: String
  private static let header = "time,lat,lon\n"

  init() throws {
    folder = try TemporaryFolder()
    regions = try folder.file(
      "regions.json", #"[{"identifier":"home","latitude":46.05,"longitude":14.5,"radius":100}]"#)
  }

  private func path(_ name: String) -> String { folder.url.appendingPathComponent(name).path }

  private func text(_ name: String) throws -> String {
    try String(contentsOfFile: path(name), encoding: .utf8)
  }

  private func names() throws -> Set<String> {
    Set(try FileManager.default.contentsOfDirectory(atPath: folder.url.path))
  }

  /// Returns the rows of trips into and out of the region.
  private static func rows(_ trips: Range<Int>) -> String {
    trips.map { trip in
      [(0, 46.05), (100, 46.05), (400, 46.06), (500, 46.06)].map {
        "\(1_714_546_800 + trip * 1000 + $0),\($1),14.5\n"
      }.joined()
    }.joined()
  }

  /// Starts a run on standard input that has written its first event into the draft of a file.
  private func start(_ options: String..., output: String) throws -> (Process, FileHandle) {
    let process = Process()
    let input = Pipe()
    process.executableURL = ToolRun.executable
    process.arguments =
      ["simulate", "-", "--regions", regions, "-o", path(output), "--jobs", "1"] + options
    process.standardInput = input
    process.standardError = FileHandle.nullDevice
    try process.run()
    try input.fileHandleForWriting.write(contentsOf: Data((Self.header + Self.rows(0..<3)).utf8))
    while (try? text(".\(output).geofence.tmp"))?.isEmpty ?? true, process.isRunning {
      usleep(1000)
    }
    return (process, input.fileHandleForWriting)
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `an interrupted run leaves the old file and the old state`(_ signal: Int32) throws {
    _ = try folder.file("events.txt", "old\n")
    let before = try names()
    let (process, input) = try start("--state", path("state"), output: "events.txt")
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
    try input.close()
    #expect(process.terminationStatus == 130)
    #expect(try text("events.txt") == "old\n")
    #expect(try names() == before)
  }

  /// Starts a command, the words of which have no blanks, in the folder.
  private func started(_ command: String) throws -> Process {
    let process = Process()
    process.executableURL = ToolRun.executable
    process.arguments = command.split(separator: " ").map(String.init)
    process.currentDirectoryURL = folder.url
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    return process
  }

  @Test func `interrupted tests say what was run, and leave its results`() throws {
    for name in ["a", "b"] {
      try FileManager.default.createDirectory(
        at: folder.url.appendingPathComponent(name), withIntermediateDirectories: true)
      _ = try folder.file("\(name)/expected.txt", "2023-05-01T00:00:00Z enter home\n")
    }
    _ = try folder.file("a/track.csv", Self.header + Self.rows(0..<2))
    #expect(mkfifo(path("b/track.csv"), 0o600) == 0)
    let process = try started("test . --jobs 1 --junit junit.xml --report pages")
    // The pipe opens when the second test reads it.
    let input = try FileHandle(forWritingTo: folder.url.appendingPathComponent("b/track.csv"))
    kill(process.processIdentifier, SIGINT)
    process.waitUntilExit()
    try input.close()
    #expect(process.terminationStatus == 130)
    let results = try text("junit.xml")
    #expect(results.contains(#"message="interrupted""#))
    #expect(results.contains(#"name="./a""#) || results.contains(#"name="a""#), "\(results)")
    #expect(!results.contains("b/track.csv"))
    #expect(
      try text("pages/summary.md").hasPrefix(
        "**interrupted: 1 of 2 tests run: 1 failed, 1 not run**"))
    #expect(try text("pages/index.html").contains(#"<h1 class="bad">interrupted: "#))
  }

  /// Waits until a process has a handler of a signal, where the system shows that.
  private func waitForHandler(of signal: CInt, in process: Process) {
    #if os(Linux)
      let status = "/proc/\(process.processIdentifier)/status"
      while process.isRunning {
        let lines = (try? String(contentsOfFile: status, encoding: .utf8)) ?? ""
        let caught = lines.firstMatch(of: /SigCgt:\s*([0-9a-f]+)/).flatMap {
          UInt64($0.1, radix: 16)
        }
        if let caught, caught & (1 << (signal - 1)) != 0 { return }
        usleep(1000)
      }
    #endif
  }

  /// No run is done with these inputs before a signal arrives, and none asks for one all the while.
  @Test(
    arguments: [
      "simulate columns.csv --regions regions.json -o events.txt",
      "simulate columns.csv --regions regions.json --state state",
      "audit columns.csv --regions regions.json --best best.json",
      "report columns.csv --regions regions.json -o page.html",
      "validate columns.csv --regions regions.json --junit junit.xml",
      "reminders add r.ics milk", "reminders list r.ics",
    ])
  func `a run that does not ask for signals ends all the same, and leaves nothing`(
    _ command: String
  ) throws {
    let columns = (0..<200_000).map { ",column\($0)" }.joined()
    _ = try folder.file("columns.csv", "time,lat,lon\(columns)\n1714546800,46.05,14.5\n")
    let reminders = (0..<200_000).map { "BEGIN:VTODO\nUID:u\($0)\nEND:VTODO\n" }.joined()
    _ = try folder.file("r.ics", "BEGIN:VCALENDAR\n\(reminders)END:VCALENDAR\n")
    let before = try names()
    let calendar = try text("r.ics")
    let process = try started(command)
    waitForHandler(of: SIGTERM, in: process)
    // A run that has just begun ends by itself, and says so in a file of results.
    usleep(300_000)
    kill(process.processIdentifier, SIGTERM)
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == 130)
    #expect(try names() == before)
    #expect(try text("r.ics") == calendar)
  }

  @Test func `an interrupted run makes no file where there was none`() throws {
    let before = try names()
    let (process, input) = try start(output: "events.txt")
    kill(process.processIdentifier, SIGTERM)
    process.waitUntilExit()
    try input.close()
    #expect(process.terminationStatus == 130)
    #expect(try names() == before)
  }

  @Test func `a killed run leaves the old file, and the next one its own`() throws {
    _ = try folder.file("events.txt", "old\n")
    let before = try names()
    let (process, input) = try start(output: "events.txt")
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    try input.close()
    #expect(try text("events.txt") == "old\n")
    let track = try folder.file("track.csv", Self.header + Self.rows(0..<3))
    let whole = try ToolRun("simulate", track, "--regions", regions)
    let next = try ToolRun("simulate", track, "--regions", regions, "-o", path("events.txt"))
    #expect(next.status == 0)
    #expect(try text("events.txt") == whole.output)
    #expect(try names() == before.union(["track.csv"]))
  }

  @Test func `a run that breaks off with bad data writes the events that it had`() throws {
    let track = try folder.file("track.csv", Self.header + Self.rows(0..<3))
    let whole = try ToolRun("simulate", track, "--regions", regions)
    let broken = try folder.file(
      "broken.csv", Self.header + Self.rows(0..<3) + "1714556800,46,\"14.5\n")
    _ = try folder.file("events.txt", "old\n")
    let run = try ToolRun("simulate", broken, "--regions", regions, "-o", path("events.txt"))
    #expect(run.status == 65)
    #expect(try text("events.txt") == whole.output)
  }

  @Test func `a commit that fails leaves the state behind the output`() throws {
    _ = try folder.file("events.txt", "old\n")
    let (process, input) = try start("--state", path("state"), output: "events.txt")
    try FileManager.default.removeItem(atPath: path(".events.txt.geofence.tmp"))
    try input.close()
    process.waitUntilExit()
    #expect(process.terminationStatus == 74)
    #expect(try text("events.txt") == "old\n")
    let track = try folder.file("track.csv", Self.header + Self.rows(0..<5))
    let whole = try ToolRun("simulate", track, "--regions", regions)
    let next = try ToolRun("simulate", track, "--regions", regions, "--state", path("state"))
    #expect(next.output == whole.output)
  }

  // MARK: streams

  @Test(arguments: ["text", "jsonl"])
  func `a pipe is opened once and has every event`(_ format: String) throws {
    _ = try folder.file("track.csv", Self.header + Self.rows(0..<50))
    #expect(mkfifo(path("pipe"), 0o600) == 0)
    let common = "geofence simulate track.csv --regions regions.json --format \(format)"
    let whole = try Shell(common, in: folder.url)
    #expect(whole.output.split(separator: "\n").count == 100)
    let run = try Shell("\(common) -o pipe & cat pipe; wait $!", in: folder.url)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output == whole.output)
    let own = try Shell("\(common) -o /dev/stdout | cat", in: folder.url)
    #expect(own.output == whole.output)
  }

  @Test func `a reader of a pipe that has seen enough ends the run quietly`() throws {
    _ = try folder.file("track.csv", Self.header + Self.rows(0..<5000))
    #expect(mkfifo(path("pipe"), 0o600) == 0)
    let run = try Shell(
      "geofence simulate track.csv --regions regions.json -o pipe & head -n 1 pipe; wait $!",
      in: folder.url)
    #expect(run.status == 0)
    #expect(run.errors.isEmpty)
    #expect(run.output.split(separator: "\n").count == 1)
  }

  #if os(Linux)
    @Test(
      arguments: [
        "simulate t.csv --regions regions.json > /dev/full",
        "simulate t.csv --regions regions.json -o /dev/full",
        "simulate t.csv --regions regions.json --quiet --state /dev/full",
        "simulate t.csv --regions regions.json --quiet --expect e.txt --junit /dev/full",
        "simulate t.csv --regions regions.json --quiet --expect /dev/full --update",
        "report t.csv --regions regions.json -o /dev/full",
        "report t.csv --regions regions.json -o - > /dev/full",
        "report t.csv --regions regions.json --svg /dev/full",
        "audit t.csv --regions regions.json > /dev/full", "validate t.csv > /dev/full",
        "validate t.csv --junit /dev/full > /dev/null", "reminders add /dev/full milk",
      ])
    func `a write to a full device is said once, and at once`(_ command: String) throws {
      _ = try folder.file("t.csv", Self.header + Self.rows(0..<2))
      _ = try folder.file("e.txt", "")
      // No output of that size is read or kept in memory.
      let run = try Shell("ulimit -v 800000; geofence \(command)", in: folder.url)
      #expect(run.status == 74)
      let parts = run.errors.components(separatedBy: "No space left on device")
      #expect(parts.count == 2, "\(run.errors)")
    }

    // MARK: waits

    @Test(
      arguments: [
        "reminders list pipe", "simulate t.csv --reminders pipe", "simulate t.csv --regions pipe",
        "simulate t.csv --regions regions.json --scenario pipe",
        "simulate t.csv --regions regions.json --positioning pipe",
        "simulate t.csv --regions regions.json --expect pipe",
        "simulate pipe --regions regions.json",
        "audit pipe --regions regions.json", "validate pipe",
        "report t.csv --regions regions.json -o page.html --basemap pipe",
        "test --new drives/walk --track t.csv --regions pipe --copy",
      ], [(SIGTERM, true), (SIGINT, false), (SIGHUP, true), (SIGHUP, false)])
    func `a wait for a pipe ends with a signal, with or without a writer, and leaves nothing`(
      _ command: String, _ way: (signal: Int32, hasWriter: Bool)
    ) throws {
      _ = try folder.file("t.csv", Self.header + Self.rows(0..<2))
      #expect(mkfifo(path("pipe"), 0o600) == 0)
      let before = try names()
      let process = try started(command)
      while !hasOpen("pipe", process), process.isRunning { usleep(1000) }
      let writer = way.hasWriter ? open(path("pipe"), O_WRONLY) : -1
      defer { close(writer) }
      kill(process.processIdentifier, way.signal)
      process.waitUntilExit()
      #expect(process.terminationReason == .exit)
      #expect(process.terminationStatus == 130)
      #expect(try names() == before)
    }

    /// Here at the worst ones: while a value that is checked for exclusive access is being read or
    /// written, and just before a wait.
    @Test func `a signal may come at any moment`() throws {
      #expect(mkfifo(path("pipe"), 0o600) == 0)
      _ = try folder.file(
        "signals.c",
        """
        #define _GNU_SOURCE
        #include <dlfcn.h>
        #include <poll.h>
        #include <signal.h>
        static int isInside;
        static void interrupt(void) {
          struct sigaction action;
          sigaction(SIGTERM, 0, &action);
          if (isInside || action.sa_handler == SIG_DFL) return;
          isInside = 1;
          raise(SIGTERM);
          isInside = 0;
        }
        void swift_endAccess(void *access) {
          interrupt();
          ((void (*)(void *))dlsym(RTLD_NEXT, "swift_endAccess"))(access);
        }
        int poll(struct pollfd *wanted, nfds_t count, int time) {
          interrupt();
          return ((int (*)(struct pollfd *, nfds_t, int))dlsym(RTLD_NEXT, "poll"))(
            wanted, count, time);
        }
        """)
      let run = try Shell(
        """
        clang -shared -fPIC -o signals.so signals.c -ldl
        SWIFT_BACKTRACE=enable=no LD_PRELOAD=./signals.so geofence validate pipe
        """, in: folder.url)
      #expect(run.status == 130, "\(run.errors)")
    }

    @Test func `a wait for the reader of a pipe ends with a signal`() throws {
      _ = try folder.file("t.csv", Self.header + Self.rows(0..<2))
      #expect(mkfifo(path("pipe"), 0o600) == 0)
      let run = try Shell(
        """
        geofence simulate t.csv --regions regions.json -o pipe &
        caught() { awk '/^SigCgt/ { print "0x" $2 }' /proc/$!/status; }
        until (( $(caught) & 0x4000 )); do :; done
        kill -TERM $!
        wait $!
        """, in: folder.url)
      #expect(run.status == 130)
    }

    /// Returns whether a process has a file of the folder open.
    private func hasOpen(_ name: String, _ process: Process) -> Bool {
      let open = "/proc/\(process.processIdentifier)/fd"
      let numbers = (try? FileManager.default.contentsOfDirectory(atPath: open)) ?? []
      return numbers.contains { number in
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(open)/\(number)"))?
          .hasSuffix("/\(name)") == true
      }
    }
  #endif
}
