#if canImport(FoundationEssentials)
  private import FoundationEssentials
#else
  private import Foundation
#endif
#if canImport(Darwin)
  private import Darwin
#elseif canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#endif

/// A file that is written as a whole or not at all.
public enum WholeFile {
  /// Replaces the file at `path`, or leaves it as it is; it keeps its permissions.
  ///
  /// A symbolic link stays one. What is no file, such as a pipe or `/dev/null`, is never replaced:
  /// the bytes are written into it.
  ///
  /// - Throws: an error of kind `writing`.
  public static func write(_ bytes: some Sequence<UInt8>, to path: String) throws(InputError) {
    var status = stat()
    let exists = stat(path, &status) == 0
    let kind = status.st_mode & S_IFMT
    if exists, kind != S_IFREG, kind != S_IFDIR {
      do {
        try Data(bytes).write(to: URL(filePath: path))
      } catch {
        throw failure(of: path, error)
      }
      return
    }
    let target = target(of: path)
    let temporary = "\(target).\(UUID().uuidString).tmp"
    do {
      try Data(bytes).write(to: URL(filePath: temporary))
      if exists, chmod(temporary, status.st_mode & 0o7777) != 0 {
        throw CocoaError(.fileWriteUnknown)
      }
      if rename(temporary, target) != 0 { throw CocoaError(.fileWriteUnknown) }
    } catch {
      let failure = failure(of: path, error)
      try? FileManager.default.removeItem(atPath: temporary)
      throw failure
    }
  }

  /// - Precondition: `errno` is still that of what failed.
  private static func failure(of path: String, _ error: any Error) -> InputError {
    let reason = errno == 0 ? "\(error)" : String(cString: strerror(errno))
    return InputError(kind: .writing, source: path, problem: "cannot be written: \(reason)")
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
