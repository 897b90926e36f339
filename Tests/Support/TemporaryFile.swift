import Foundation

/// Calls `body` with the path of a file that exists until it returns.
package func withFile<Result>(
  _ bytes: some Sequence<UInt8>, _ body: (String) throws -> Result
) throws -> Result {
  let url = FileManager.default.temporaryDirectory
    .appendingPathComponent("track-\(UUID().uuidString)")
  try Data(bytes).write(to: url)
  defer { try? FileManager.default.removeItem(at: url) }
  return try body(url.path)
}
