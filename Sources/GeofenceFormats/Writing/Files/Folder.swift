#if canImport(FoundationEssentials)
  private import FoundationEssentials
#else
  private import Foundation
#endif

/// A folder of the file system.
package enum Folder {
  /// The names of what lies in a folder, hidden ones left out, in Unicode scalar order.
  ///
  /// - Throws: an error of kind `missing` that names the folder.
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

  /// Makes a folder and those above it that are missing.
  ///
  /// - Throws: an error of kind `creating`.
  package static func make(_ folder: String) throws(InputError) {
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw InputError(
        kind: .creating, source: folder, problem: "the folder cannot be made",
        help: "check the permissions of the folder above it")
    }
  }

  /// Copies the bytes of a file.
  ///
  /// - Throws: an error that names the file which cannot be read or written.
  package static func copyFile(_ path: String, to target: String) throws(InputError) {
    try WholeFile.write(ByteSource.contents(of: path).bytes, to: target)
  }

  /// The text of a file.
  ///
  /// - Throws: an error that names the file which cannot be read.
  package static func text(of path: String) throws(InputError) -> String {
    String(decoding: try ByteSource.contents(of: path).bytes, as: UTF8.self)
  }

  /// Gives what lies at `path` another name in the same file system; nothing is replaced.
  ///
  /// - Throws: an error of kind `creating`.
  package static func move(_ path: String, to target: String) throws(InputError) {
    do {
      try FileManager.default.moveItem(atPath: path, toPath: target)
    } catch {
      throw InputError(
        kind: .creating, source: target, problem: "the folder cannot be made",
        help: "check whether something of this name is there")
    }
  }

  /// Takes a folder away with all that lies in it, as far as that can be done.
  package static func remove(_ folder: String) {
    try? FileManager.default.removeItem(atPath: folder)
  }
}
