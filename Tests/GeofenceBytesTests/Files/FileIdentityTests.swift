import Foundation
import GeofenceBytes
import Testing

/// The identity of a file, which is the same under all of its names.
struct FileIdentityTests {
  private let files = FileManager.default

  private func inFolder(_ body: (String) throws -> Void) throws {
    let folder = files.temporaryDirectory.appendingPathComponent("identity-\(UUID().uuidString)")
    try files.createDirectory(
      at: folder.appendingPathComponent("inner"), withIntermediateDirectories: true)
    defer { try? files.removeItem(at: folder) }
    try body(folder.path)
  }

  @Test func `links, detours and descriptors lead to the same file`() throws {
    try inFolder { folder in
      let path = "\(folder)/a"
      #expect(files.createFile(atPath: path, contents: nil))
      try files.createSymbolicLink(atPath: "\(folder)/link", withDestinationPath: "a")
      try files.createSymbolicLink(atPath: "\(folder)/other", withDestinationPath: "\(folder)/link")
      try files.linkItem(atPath: path, toPath: "\(folder)/hard")
      let file = try #require(FileIdentity(path: path))
      for other in ["link", "other", "hard", "./a", "inner/../a"] {
        #expect(FileIdentity(path: "\(folder)/\(other)") == file, "\(other)")
      }
      let handle = try #require(FileHandle(forReadingAtPath: path))
      #expect(FileIdentity(descriptor: handle.fileDescriptor) == file)
      #expect(FileIdentity(path: "/dev/fd/\(handle.fileDescriptor)") == file)
      #expect(files.createFile(atPath: "\(folder)/b", contents: nil))
      #expect(FileIdentity(path: "\(folder)/b") != file)
    }
  }

  @Test func `what is not there yet is its name in its folder`() throws {
    try inFolder { folder in
      try files.createSymbolicLink(atPath: "\(folder)/link", withDestinationPath: "new")
      let file = try #require(FileIdentity(path: "\(folder)/new"))
      for other in ["link", "inner/../new", ".//new"] {
        #expect(FileIdentity(path: "\(folder)/\(other)") == file, "\(other)")
      }
      #expect(FileIdentity(path: "\(folder)/newer") != file)
      #expect(FileIdentity(path: "\(folder)/inner/new") != file)
      #expect(FileIdentity(path: "\(folder)/none/new") == nil)
    }
  }

  @Test func `what many may share has none`() throws {
    #expect(FileIdentity(path: "/dev/null") == nil)
    #expect(FileIdentity(descriptor: Pipe().fileHandleForWriting.fileDescriptor) == nil)
    #expect(FileIdentity(descriptor: -1) == nil)
  }
}
