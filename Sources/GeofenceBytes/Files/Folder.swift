private import CLibrary

#if canImport(FoundationEssentials)
  private import FoundationEssentials
#else
  private import Foundation
#endif

package enum Folder {
  package static func names(in folder: String) throws(InputError) -> [String] {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: folder)
        .filter { !$0.hasPrefix(".") }.sorted()
    } catch {
      throw InputError(
        kind: .missing, source: folder, problem: "the folder cannot be read",
        help: "check its name and its permissions")
    }
  }

  /// Checks that a path leads to a folder. Throws an error of kind `missing` that names the path.
  package static func require(_ path: String) throws(InputError) {
    guard !FilePath.isFolder(path) else { return }
    let isFile = FilePath.exists(path)
    let (folder, _) = FilePath.parts(of: path)
    throw InputError(
      kind: .missing, source: path, problem: isFile ? "is a file, not a folder" : "no such folder",
      help: isFile ? "name the folder that it is in: \(folder)" : "check its name")
  }

  package static func make(_ folder: String) throws(InputError) {
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw InputError(
        kind: .creating, source: folder, problem: "the folder cannot be made",
        help: FilePath.exists(folder)
          ? "a file has this name" : "check the permissions of the folder above it")
    }
  }

  package static func missing(in path: String) -> [String] {
    var (missing, path) = ([String](), path)
    while !FilePath.exists(path), path != FilePath.parts(of: path).folder {
      missing.append(path)
      path = FilePath.parts(of: path).folder
    }
    return missing
  }

  package static func makeDraft(in folder: String) throws(InputError) -> String {
    let name = ".geofence-\(UUID().uuidString)"
    let draft = folder == "." ? name : "\(folder)/\(name)"
    try make(draft)
    return draft
  }

  package static func copyFile(_ path: String, to target: String) throws(InputError) {
    try WholeFile.write(ByteSource.contents(of: path).bytes, to: target)
  }

  package static func text(of path: String) throws(InputError) -> String {
    String(decoding: try ByteSource.contents(of: path).bytes, as: UTF8.self)
  }

  package static func move(_ path: String, to target: String) throws(InputError) {
    do {
      try FileManager.default.moveItem(atPath: path, toPath: target)
    } catch {
      throw InputError(
        kind: .creating, source: target, problem: "the folder cannot be made",
        help: "check whether something of this name is there")
    }
  }

  package static var current: String { FileManager.default.currentDirectoryPath }

  package static func removeEmpty(_ folder: String) { _ = rmdir(folder.nativePath) }

  package static func remove(_ folder: String) {
    try? FileManager.default.removeItem(atPath: folder)
  }
}
