#if canImport(FoundationEssentials)
  private import FoundationEssentials
#else
  private import Foundation
#endif

extension ReminderFile {
  /// Replaces the file as a whole, or leaves it as it is.
  ///
  /// A symbolic link stays one, and the file keeps its permissions.
  ///
  /// - Throws: an error when the file is no longer the one that was read, or cannot be written.
  public func write(to path: String) throws(InputError) {
    guard try ByteSource.present(path)?.bytes == original else {
      throw InputError(
        source: source, problem: "the file has changed since it was read",
        mend: "run the command again; nothing has been written")
    }
    try WholeFile.write(bytes, to: Self.target(of: path))
  }

  /// What a chain of symbolic links leads to.
  private static func target(of path: String) -> String {
    var path = path
    for _ in 0..<32 {
      guard let link = try? FileManager.default.destinationOfSymbolicLink(atPath: path) else {
        break
      }
      let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
      path = link.hasPrefix("/") ? link : (folder.map(String.init) + [link]).joined(separator: "/")
    }
    return path
  }
}
