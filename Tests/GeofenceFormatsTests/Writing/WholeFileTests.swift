import Foundation
import GeofenceFormats
import Testing

/// Files are replaced as a whole, and only files.
struct WholeFileTests {
  private let files = FileManager.default
  private let folder: URL

  init() throws {
    folder = files.temporaryDirectory.appendingPathComponent("whole-\(UUID().uuidString)")
    try files.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  private func write(_ text: String, to name: String) throws {
    try WholeFile.write(Array(text.utf8), to: path(name))
  }

  private func text(_ name: String) throws -> String {
    try String(contentsOfFile: path(name), encoding: .utf8)
  }

  private func permissions(_ name: String) throws -> Int? {
    try files.attributesOfItem(atPath: path(name))[.posixPermissions] as? Int
  }

  /// Runs `body` and leaves nothing behind.
  private func cleanly(_ body: () throws -> Void) throws {
    defer { try? files.removeItem(at: folder) }
    try body()
  }

  @Test func `a file is made, then replaced, and keeps its permissions`() throws {
    try cleanly {
      try write("old and long", to: "state")
      try files.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path("state"))
      try write("new", to: "state")
      #expect(try text("state") == "new")
      #expect(try permissions("state") == 0o640)
      #expect(try files.contentsOfDirectory(atPath: folder.path) == ["state"])
    }
  }

  @Test func `a symbolic link stays one, and its file keeps its permissions`() throws {
    try cleanly {
      try files.createDirectory(atPath: path("kept"), withIntermediateDirectories: false)
      try write("old", to: "kept/state")
      try files.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path("kept/state"))
      try files.createSymbolicLink(
        atPath: path("inner"), withDestinationPath: path("kept/state"))
      try files.createSymbolicLink(atPath: path("link"), withDestinationPath: "inner")
      try write("new", to: "link")
      #expect(try files.destinationOfSymbolicLink(atPath: path("link")) == "inner")
      #expect(try text("kept/state") == "new")
      #expect(try permissions("kept/state") == 0o600)
    }
  }

  @Test func `a link to nothing yet makes the file it names`() throws {
    try cleanly {
      try files.createSymbolicLink(atPath: path("link"), withDestinationPath: "later")
      try write("new", to: "link")
      #expect(try files.destinationOfSymbolicLink(atPath: path("link")) == "later")
      #expect(try text("later") == "new")
    }
  }

  @Test func `a pipe is written into and stays a pipe`() throws {
    try cleanly {
      #expect(mkfifo(path("pipe"), 0o600) == 0)
      // Open for both, so that nobody waits for the other end.
      let pipe = try #require(FileHandle(forUpdatingAtPath: path("pipe")))
      try write("new", to: "pipe")
      let type = try files.attributesOfItem(atPath: path("pipe"))[.type] as? FileAttributeType
      guard type != .typeRegular else {
        Issue.record("the pipe was replaced by a file")
        return
      }
      #expect(try pipe.read(upToCount: 3) == Data("new".utf8))
    }
  }

  @Test func `what cannot be written is an error that leaves everything as it was`() throws {
    try cleanly {
      try files.createDirectory(atPath: path("folder"), withIntermediateDirectories: false)
      for name in ["folder", "none/file"] {
        #expect {
          try write("new", to: name)
        } throws: { error in
          guard let error = error as? InputError else { return false }
          return error.kind == .writing && error.source == path(name)
            && error.problem.hasPrefix("cannot be written: ")
        }
      }
      #expect(try files.contentsOfDirectory(atPath: folder.path) == ["folder"])
      #expect(try files.contentsOfDirectory(atPath: path("folder")) == [])
    }
  }
}
