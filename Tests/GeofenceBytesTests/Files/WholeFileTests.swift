import Foundation
import GeofenceBytes
import Testing

/// The replacement of files as a whole, for regular files only.
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

  /// Runs `body` and removes the folder.
  private func cleanly(_ body: () throws -> Void) throws {
    defer { try? files.removeItem(at: folder) }
    try body()
  }

  @Test func `several files are claimed in one order, whatever the order of their names`() throws {
    try cleanly {
      try files.createDirectory(
        at: folder.appendingPathComponent("inner"), withIntermediateDirectories: true)
      let (one, other) = (path("a"), path("inner/../inner/a"))
      let held = try WholeFile.claiming([one, other])
      let first = [[one, other], [other, one]].map { paths in
        var waitedFor: [String] = []
        _ = try? WholeFile.claiming(paths, waiting: { waitedFor.append($0) }, interrupted: { true })
        return waitedFor
      }
      #expect(first[0].count == 1)
      #expect(first[0] == first[1])
      #expect(held.count == 2)
    }
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
      // The pipe is opened for reading and writing, so that neither end waits for the other.
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
      for name in ["folder", "none/file", "folder/x/y"] {
        #expect {
          try write("new", to: name)
        } throws: { error in
          guard let error = error as? InputError else { return false }
          return error.kind == .creating && error.source == path(name)
            && error.problem.hasPrefix("cannot be written: ")
        }
      }
      #expect(try files.contentsOfDirectory(atPath: folder.path) == ["folder"])
      #expect(try files.contentsOfDirectory(atPath: path("folder")) == [])
    }
  }

  // MARK: permissions

  @Test func `nobody may read the next contents who may not read the old ones`() throws {
    try cleanly {
      try write("secret", to: "state")
      try files.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path("state"))
      let claimed = try WholeFile(claiming: path("state"))
      #expect(try permissions(".state.geofence.tmp") == 0o600)
      try claimed.commit("new secret".utf8)
      #expect(try permissions("state") == 0o600)
    }
  }

  @Test func `a new file has the permissions that any new file has`() throws {
    try cleanly {
      try write("new", to: "state")
      #expect(files.createFile(atPath: path("other"), contents: nil))
      #expect(try permissions("state") == permissions("other"))
    }
  }

  @Test func `a read-only file is refused, and so is one with another name`() throws {
    try cleanly {
      for name in ["locked", "linked"] { try write("old", to: name) }
      try files.setAttributes([.posixPermissions: 0o444], ofItemAtPath: path("locked"))
      try files.linkItem(atPath: path("linked"), toPath: path("twin"))
      let before = try files.contentsOfDirectory(atPath: folder.path).sorted()
      for (name, reason) in [("locked", "read-only"), ("linked", "2 names"), ("twin", "2 names")] {
        for attempt in [{ try WholeFile.check(path(name)) }, { try write("new", to: name) }] {
          let error = #expect(throws: InputError.self) { try attempt() }
          #expect(error?.kind == .creating && error?.problem.contains(reason) == true)
          #expect(error?.help != nil)
        }
        #expect(try text(name) == "old")
      }
      #expect(try files.contentsOfDirectory(atPath: folder.path).sorted() == before)
    }
  }

  // MARK: other writers

  @Test func `who reads and writes waits for who reads and writes`() throws {
    try cleanly {
      try write("0", to: "count")
      DispatchQueue.concurrentPerform(iterations: 40) { _ in
        let claimed = try? WholeFile(claiming: path("count"))
        let count = (try? text("count")).flatMap(Int.init) ?? -1000
        try? claimed?.commit("\(count + 1)".utf8)
      }
      #expect(try text("count") == "40")
      #expect(try files.contentsOfDirectory(atPath: folder.path) == ["count"])
    }
  }

  @Test func `who need not wait any more is told so`() throws {
    try cleanly {
      let claimed = try WholeFile(claiming: path("state"))
      var waits = 0
      let error = #expect(throws: InputError.self) {
        try WholeFile(claiming: path("state"), waiting: { waits += 1 }, interrupted: { true })
      }
      #expect(error?.kind == .interruption && waits == 1)
      // The file is writable, which is all that a check asks.
      try WholeFile.check(path("state"))
      try claimed.commit("new".utf8)
      #expect(try text("state") == "new")
    }
  }

  @Test func `a claim that comes to nothing leaves nothing`() throws {
    try cleanly {
      try write("old", to: "state")
      do { _ = try WholeFile(claiming: path("state")) }
      try WholeFile.check(path("state"))
      try WholeFile.check(path("other"))
      #expect(try text("state") == "old")
      #expect(try files.contentsOfDirectory(atPath: folder.path) == ["state"])
    }
  }

  @Test(arguments: [("half of", 0o600), ("half of", 0o644), ("", 0o644)])
  func `what a killed writer left goes with the next one`(_ left: String, _ permissions: Int)
    throws
  {
    try cleanly {
      try write("old", to: "state")
      #expect(files.createFile(atPath: path(".state.geofence.tmp"), contents: Data(left.utf8)))
      try files.setAttributes(
        [.posixPermissions: permissions], ofItemAtPath: path(".state.geofence.tmp"))
      // A process that has the old draft open does not see the text that is written next.
      let reader = try #require(FileHandle(forReadingAtPath: path(".state.geofence.tmp")))
      try write("new", to: "state")
      #expect(try text("state") == "new")
      #expect(try reader.readToEnd() ?? Data() == Data(left.utf8))
      #expect(try files.contentsOfDirectory(atPath: folder.path) == ["state"])
    }
  }

  @Test func `a lock that somebody removed is not taken for one's own`() throws {
    try cleanly {
      try write("old", to: "state")
      let first = try WholeFile(claiming: path("state"))
      try files.removeItem(atPath: path(".state.geofence.tmp"))
      let second = try WholeFile(claiming: path("state"))
      #expect(throws: InputError.self) { try first.commit("first".utf8) }
      try second.commit("second".utf8)
      #expect(try text("state") == "second")
    }
  }

  @Test func `a name may be as long as names may be`() throws {
    try cleanly {
      let name = String(repeating: "ü", count: 127)
      try write("new", to: name)
      #expect(try text(name) == "new")
      #expect(try files.contentsOfDirectory(atPath: folder.path) == [name])
    }
  }

  @Test func `an open file by its number is written where it stands`() throws {
    try cleanly {
      try write("before ", to: "log")
      let log = try #require(FileHandle(forWritingAtPath: path("log")))
      try log.seekToEnd()
      try WholeFile.write("after".utf8, to: "/dev/fd/\(log.fileDescriptor)")
      #expect(try text("log") == "before after")
    }
  }
}
