#if canImport(FoundationEssentials)
  private import FoundationEssentials
#else
  private import Foundation
#endif

/// A file that is written as a whole or not at all.
public enum WholeFile {
  /// Replaces the file at `path`, or leaves it as it is.
  ///
  /// - Returns: what went wrong.
  public static func write(_ bytes: some Sequence<UInt8>, to path: String) -> String? {
    do {
      try Data(bytes).write(to: URL(filePath: path), options: .atomic)
      return nil
    } catch {
      return "\(path): error: cannot be written: \(error)"
    }
  }
}
