import Foundation
import TestSupport
import Testing

/// The release that `make dist` packs, and its installation.
@Suite(.slow) struct ReleaseTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Runs `make` in the package's folder.
  private func make(_ arguments: String) throws -> Shell {
    try Shell("make \(arguments)", in: ToolRun.package)
  }

  private func path(_ name: String) -> String { folder.url.appendingPathComponent(name).path }

  @Test(.enabled(if: Self.hasMake, "make is not installed"))
  func `a release is installed by make, with manual and completions`() throws {
    // Symbols for a debugger would take long to pack, and so would the best compression.
    let strip = try Shell(
      "strip -o tool '\(ToolRun.executable.path)' || cp '\(ToolRun.executable.path)' tool",
      in: folder.url)
    #expect(strip.status == 0)
    let pack = try make("pack TOOL='\(path("tool"))' TO='\(folder.url.path)' LEVEL=1")
    try FileManager.default.removeItem(atPath: path("tool"))
    #expect(pack.status == 0, "\(pack.errors)")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    let archive = try #require(names.first)
    #expect(names.count == 1)
    #expect(archive.wholeMatch(of: /geofence-0\.1\.0-[a-z]+-[a-z0-9_]+\.tar\.gz/) != nil)

    let list = try Shell(
      "tar xzf \(archive) && cd '\(archive.dropLast(7))' && make PREFIX='\(path("a b"))'",
      in: folder.url)
    #expect(list.output.contains("  make install  Install the tool"))
    #expect(!FileManager.default.fileExists(atPath: path("a b")))

    let install = try Shell(
      "tar xzf \(archive) && cd '\(archive.dropLast(7))' && make install PREFIX='\(path("a b"))'",
      in: folder.url)
    #expect(install.status == 0, "\(install.errors)")
    let line = "  export PATH=\"\(path("a b"))/bin:$PATH\""
    #expect(install.output.hasSuffix("\(line)\n"))
    let again = try Shell(
      "cd '\(archive.dropLast(7))' && PATH=\"\(path("a b"))/bin:$PATH\" make install PREFIX='\(path("a b"))'",
      in: folder.url)
    #expect(again.status == 0 && !again.output.contains("export"), "\(again.errors)")
    for (file, arguments) in [
      ("share/man/man1/geofence.1", "--generate-manual"),
      ("share/bash-completion/completions/geofence", "--generate-completion-script=bash"),
      ("share/zsh/site-functions/_geofence", "--generate-completion-script=zsh"),
      ("share/fish/vendor_completions.d/geofence.fish", "--generate-completion-script=fish"),
    ] {
      let installed = folder.url.appendingPathComponent("a b/\(file)")
      #expect(try String(contentsOf: installed, encoding: .utf8) == ToolRun(arguments).output)
    }
    let tool = try Shell("'\(path("a b/bin/geofence"))' --version", in: folder.url)
    #expect(tool.output.wholeMatch(of: /0\.1\.0( \([0-9a-f]+(-dirty)?\))?\n/) != nil)
  }

  /// A finished tool has a place for its revision for each processor; only these are changed.
  @Test(.enabled(if: Self.hasGit, "git is not installed"))
  func `an installed tool says its revision, of a checkout and of an archive`() throws {
    let run = try Shell(
      """
      git init -q sources
      mkdir sources/.ci
      cp '\(ToolRun.package.path)/.gitattributes' sources
      cp '\(ToolRun.package.path)/.ci/write-revision' '\(ToolRun.package.path)/.ci/revision' \
        sources/.ci
      git -C sources add .
      git -C sources -c user.name=a -c user.email=a@b commit -q -m First
      git -C sources rev-parse --short=10 HEAD
      git -C sources rev-parse --short HEAD
      make_tool() { printf 'geofence-revision=%-50s' | tr ' ' '.'; }
      show() { make_tool > tool; "$1/.ci/write-revision" tool; tr '\\0' '_' < tool; echo; }
      show sources
      touch sources/new; show sources
      echo >> sources/.gitattributes; show sources
      mkdir archive copy
      git -C sources archive HEAD | tar xf - -C archive; show archive
      git -C sources checkout -q .
      cp -r sources/.ci copy; show copy
      rm sources/new
      (make_tool; make_tool) > tool; sources/.ci/write-revision tool; tr '\\0' '_' < tool; echo
      echo 'no place' > tool; sources/.ci/write-revision tool || true
      """, in: folder.url)
    #expect(run.status == 0, "\(run.errors)")
    let lines = run.output.split(separator: "\n").map(String.init)
    try #require(lines.count == 8)
    func tool(_ revision: String) -> String {
      let padded = revision.padding(toLength: 45, withPad: "_", startingAt: 0)
      return "geofence-revision=\(padded)....."
    }
    let untouched = "geofence-revision=\(String(repeating: ".", count: 50))"
    #expect(lines[2] == tool(lines[0]))
    #expect(lines[3] == tool(lines[0]))
    #expect(lines[4] == tool("\(lines[0])-dirty"))
    #expect(lines[5] == tool(lines[1]))
    #expect(lines[6] == untouched)
    #expect(lines[7] == tool(lines[0]) + tool(lines[0]))
    #expect(run.errors.contains("error: tool has no place for a revision"))
  }

  @Test func `a tag that is not the version packs nothing, and says which file has it`() throws {
    let run = try Shell(".ci/release v9.9.9", in: ToolRun.package)
    #expect(run.status == 1)
    #expect(run.errors.contains("the tag v9.9.9 is not v0.1.0"))
    let workflow = try String(
      contentsOf: ToolRun.package.appendingPathComponent(".github/workflows/release.yml"),
      encoding: .utf8)
    #expect(workflow.matches(of: /run: \.ci\/release/).count == 2)
  }

  @Test(
    .enabled(if: Self.archive != nil && Self.canChangeRoot, "there is no release, or no chroot"))
  func `a release runs where there is nothing else`() throws {
    let archive = try #require(Self.archive)
    let walk = "tracks/walk-through-one-region"
    let shell = try Shell(
      """
      tar xzf '\(archive.path)'
      cp '\(ToolRun.package.path)/\(walk)/'* .
      \(Self.chroot) /\(archive.lastPathComponent.dropLast(7))/bin/geofence \
      simulate track.gpx --regions regions.json
      """, in: folder.url)
    #expect(shell.status == 0, "\(shell.errors)")
    #expect(
      try shell.output
        == ToolRun("simulate", "\(walk)/track.gpx", "--regions", "\(walk)/regions.json").output)
  }

  @Test(
    .enabled(
      if: Self.archive != nil && Self.hasEngine, "there is no release, or no container engine"))
  func `the image of the page on CI is built and runs`() throws {
    let archive = try #require(Self.archive)
    let blocks = try #require(Document.page("ci")).blocks.filter { $0.language == "dockerfile" }
    let text = try #require(blocks.first).text
    #expect(text.split(separator: "\n").count == 3)
    #expect(text.contains("ADD \(archive.lastPathComponent) "))
    // The packages for a shell would have to be downloaded; the tool needs nothing else.
    _ = try folder.file(
      "Dockerfile", text.replacing("FROM debian:stable-slim", with: "FROM scratch"))
    let run = try Shell(
      """
      cp '\(archive.path)' .
      buildah build --isolation chroot --storage-driver vfs -t geofence-release-test . >&2
      container=$(buildah --storage-driver vfs from geofence-release-test)
      buildah --storage-driver vfs run --isolation chroot "$container" -- geofence --version
      buildah --storage-driver vfs rm "$container" >&2
      buildah --storage-driver vfs rmi geofence-release-test >&2
      """, in: folder.url)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.hasPrefix("0.1.0"))
  }

  private static let hasMake = succeeds("make --version")
  private static let hasGit = succeeds("git --version")
  private static let hasEngine = succeeds("buildah --storage-driver vfs images")

  /// The release for Linux that `make dist` has left; `nil` if there is none.
  private static let archive: URL? = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: ToolRun.package.path)) ?? []
    return names.first { $0.hasPrefix("geofence-") && $0.contains("-linux-") }
      .map { ToolRun.package.appendingPathComponent($0) }
  }()

  /// Runs a command where there is nothing but this folder, not even /proc.
  private static let chroot = "unshare --user --map-root-user --mount chroot ."
  private static let canChangeRoot = succeeds("cd / && \(chroot) /bin/true")

  private static func succeeds(_ command: String) -> Bool {
    (try? Shell(command, in: ToolRun.package))?.status == 0
  }
}
