import Foundation
import Testing

/// The action for GitHub, which has to do what its description says, as far as a shell can tell.
struct ActionTests {
  private static let text = try? String(
    contentsOf: ToolRun.package.appendingPathComponent(".github/actions/geofence/action.yml"),
    encoding: .utf8)

  /// Returns the commands of the step that holds some of them, without their indentation.
  private func script(with part: String = "geofence test \"${folders") throws -> String {
    let text = try #require(Self.text)
    let step = try #require(
      text.components(separatedBy: "run: |\n").dropFirst().first { $0.contains(part) })
    let lines = step.components(separatedBy: "\n").prefix { $0.isEmpty || $0.hasPrefix("        ") }
    return lines.map { String($0.dropFirst(8)) }.joined(separator: "\n")
  }

  @Test(arguments: [true, false])
  func `it runs the tests, keeps the results and fails as they do`(_ passes: Bool) throws {
    let folder = try TemporaryFolder()
    let drive = folder.url.appendingPathComponent("my drives/walk")
    try FileManager.default.createDirectory(at: drive, withIntermediateDirectories: true)
    let source = ToolRun.package.appendingPathComponent("tracks/walk-through-one-region")
    for name in ["track.gpx", "regions.json", "expected.jsonl"] {
      try FileManager.default.copyItem(
        at: source.appendingPathComponent(name), to: drive.appendingPathComponent(name))
    }
    if !passes {
      try Data("{\"dwell\": 60}".utf8).write(to: drive.appendingPathComponent("settings.json"))
    }
    try FileManager.default.copyItem(
      at: drive.deletingLastPathComponent(), to: folder.url.appendingPathComponent("others"))
    let run = try Shell(
      script(), in: folder.url,
      environment: [
        "FOLDERS": "my drives\nothers\n", "ARGUMENTS": "", "GITHUB_STEP_SUMMARY": "summary.md",
        "GITHUB_OUTPUT": "output", "RUNNER_TEMP": folder.url.path,
      ])
    #expect(run.status == (passes ? 0 : 1), "\(run.errors)")
    // No line that is printed in between is a command to the runner.
    let lines = run.output.split(separator: "\n")
    let token = try #require(lines.first?.wholeMatch(of: /::stop-commands::([0-9a-f]{32})/)?.1)
    #expect(lines.last == "::\(token)::")
    let summary = try String(
      contentsOf: folder.url.appendingPathComponent("summary.md"), encoding: .utf8)
    #expect(summary.contains("my drives/walk") && summary.contains("others/walk"))
    #expect(summary.contains(passes ? "2 passed" : "2 failed"))
    #expect(summary.contains("| verdict | test | events | picture |\n|---|---|---|---|\n| "))
    #expect(summary.contains("<code>my drives/walk.svg</code>") && !summary.contains("```"))
    let results = try FileManager.default.contentsOfDirectory(atPath: results(in: folder))
    #expect(Set(results).isSuperset(of: ["junit.xml", "tests.txt", "index.html", "my drives"]))
  }

  /// Returns the folder that the step gives as its output.
  private func results(in folder: TemporaryFolder) throws -> String {
    let output = try String(
      contentsOf: folder.url.appendingPathComponent("output"), encoding: .utf8)
    return try #require(output.wholeMatch(of: /results=(.+)\n/).map { String($0.1) })
  }

  /// Runs the step that runs the tests with a tool that prints its arguments and does the rest of
  /// a script.
  private func run(_ arguments: String, in folder: TemporaryFolder, tool: String = "") throws
    -> Shell
  {
    let path = try folder.file(
      "geofence", "#!/bin/bash\nprintf '<%s>' \"$@\"; echo\n\(tool)\n")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    return try Shell(
      script(), in: folder.url, path: [folder.url.path],
      environment: [
        "FOLDERS": "drives", "ARGUMENTS": arguments, "GITHUB_STEP_SUMMARY": "summary.md",
        "GITHUB_OUTPUT": "output", "RUNNER_TEMP": folder.url.path,
      ])
  }

  @Test(
    arguments: [
      ("", ""), ("--only drives/com*", "<--only><drives/com*>"),
      ("--only 'drives/com*'\n--jobs 4", "<--only><drives/com*><--jobs><4>"),
      (#"--settings "my settings.json""#, "<--settings><my settings.json>"),
      ("--only $(touch x) `y`", "<--only><$(touch><x)><`y`>"),
    ])
  func `its arguments are read as a shell reads words, and names of files are not filled in`(
    _ arguments: String, _ words: String
  ) throws {
    let folder = try TemporaryFolder()
    for name in ["drives/com1", "drives/com2"] {
      try FileManager.default.createDirectory(
        at: folder.url.appendingPathComponent(name), withIntermediateDirectories: true)
    }
    let run = try run(arguments, in: folder)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains("\n<test><drives>\(words)<--junit>"))
    #expect(!FileManager.default.fileExists(atPath: folder.url.appendingPathComponent("x").path))
  }

  @Test func `arguments with an open quotation mark run nothing`() throws {
    let run = try run("--only 'x", in: try TemporaryFolder())
    #expect(run.status == 64)
    #expect(!run.output.contains("<test>"))
    #expect(run.errors.contains("quotation mark that is not closed"))
  }

  @Test func `results of an earlier run are not those of this one`() throws {
    let folder = try TemporaryFolder()
    _ = try run("", in: folder)
    let earlier = try results(in: folder)
    try Data("old".utf8).write(to: URL(fileURLWithPath: "\(earlier)/summary.md"))
    for name in ["output", "summary.md"] {
      try FileManager.default.removeItem(at: folder.url.appendingPathComponent(name))
    }
    let run = try run("", in: folder, tool: "exit 65")
    #expect(run.status == 65)
    #expect(try results(in: folder) != earlier)
    let summary = try String(
      contentsOf: folder.url.appendingPathComponent("summary.md"), encoding: .utf8)
    #expect(summary.contains("No test was run: status 65.") && !summary.contains("old"))
  }

  @Test func `the key of the cache is that of the toolchain, too`() throws {
    let folder = try TemporaryFolder()
    let action = ToolRun.package.appendingPathComponent(".github/actions/geofence").path
    let keys = try ["6.2", "6.3", "6.3"].map { version in
      let swift = try folder.file("swift", "#!/bin/sh\necho \(version)\n")
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: swift)
      _ = try folder.file("output", "")
      let run = try Shell(
        script(with: "cksum"), in: folder.url, path: [folder.url.path],
        environment: [
          "GITHUB_ACTION_PATH": action, "GITHUB_OUTPUT": "output", "RUNNER_OS": "Linux",
          "RUNNER_ARCH": "X64",
        ])
      #expect(run.status == 0, "\(run.errors)")
      return try String(contentsOf: folder.url.appendingPathComponent("output"), encoding: .utf8)
    }
    #expect(keys[0].contains("key=geofence-Linux-X64-"))
    #expect(keys[0] != keys[1] && keys[1] == keys[2])
  }

  /// A job may write to the repository only where it attaches archives to a release.
  @Test func `workflows have the least permissions`() throws {
    let workflows = ToolRun.package.appendingPathComponent(".github/workflows")
    for name in try FileManager.default.contentsOfDirectory(atPath: workflows.path) {
      let text = try String(contentsOf: workflows.appendingPathComponent(name), encoding: .utf8)
      #expect(text.contains("\npermissions:\n  contents: read\n"), "\(name)")
      let jobs = text.components(separatedBy: "\n  ").filter { $0.contains("contents: write") }
      #expect(jobs.count == (name == "release.yml" ? 1 : 0), "\(name)")
    }
    let release = try String(
      contentsOf: workflows.appendingPathComponent("release.yml"), encoding: .utf8)
    let attach = try #require(release.components(separatedBy: "\n  attach:").last)
    #expect(attach.contains("contents: write"))
  }

  @Test func `on a Mac the newest Xcode 26 that is no beta builds`() throws {
    let folder = try TemporaryFolder()
    for name in ["16.4", "26.3", "26.10", "26.4", "26.11_beta_2", "26.12_Release_Candidate"] {
      try FileManager.default.createDirectory(
        at: folder.url.appendingPathComponent("Xcode_\(name).app"),
        withIntermediateDirectories: true)
    }
    let script = "'\(ToolRun.package.path)/.ci/xcode'"
    let found = try Shell("\(script) .", in: folder.url)
    #expect(found.output == "DEVELOPER_DIR=./Xcode_26.10.app/Contents/Developer\n")
    let none = try Shell("mkdir none && \(script) none", in: folder.url)
    #expect(none.status == 1)
    #expect(none.errors.contains("there is no Xcode 26; Swift 6.3 comes with Xcode 26.4"))
  }
}
