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
  /// - Throws: an error of kind `writing`.
  public static func write(_ bytes: some Sequence<UInt8>, to path: String) throws(InputError) {
    let temporary = "\(path).\(UUID().uuidString).tmp"
    do {
      try Data(bytes).write(to: URL(filePath: temporary))
      let permissions = try? FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
      if let permissions {
        try FileManager.default.setAttributes(
          [.posixPermissions: permissions], ofItemAtPath: temporary)
      }
      if rename(temporary, path) != 0 { throw CocoaError(.fileWriteUnknown) }
    } catch {
      let reason = errno == 0 ? "\(error)" : String(cString: strerror(errno))
      try? FileManager.default.removeItem(atPath: temporary)
      throw InputError(kind: .writing, source: path, problem: "cannot be written: \(reason)")
    }
  }
}
