private import CLibrary

/// What tells one file from another, whatever its names: its place on its device, or, where there
/// is no file yet, that of its folder and its name in it.
public struct FileIdentity: Hashable, Sendable {
  private let device: UInt64
  private let number: UInt64
  private var name: String?

  /// - Returns: `nil` for a pipe, a terminal and the like, which many may share, and for a file in a
  ///   folder that is not there.
  public init?(path: String) {
    var status = stat()
    if let descriptor = FilePath.descriptor(of: path) {
      self.init(descriptor: descriptor)
    } else if stat(path.nativePath, &status) == 0 {
      self.init(status)
    } else {
      let (folder, name) = FilePath.parts(of: FilePath.followingLinks(path))
      guard stat(folder.nativePath, &status) == 0 else { return nil }
      self.init(status)
      #if canImport(Darwin)
        // Its file systems take `a` and `A` for one.
        self.name = name.lowercased()
      #else
        self.name = name
      #endif
    }
  }

  /// - Returns: `nil` for a pipe, a terminal and the like, and where nothing is open.
  public init?(descriptor: CInt) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  private init?(_ status: stat) {
    let kind = status.st_mode & S_IFMT
    guard kind == S_IFREG || kind == S_IFDIR else { return nil }
    device = UInt64(truncatingIfNeeded: status.st_dev)
    number = UInt64(truncatingIfNeeded: status.st_ino)
  }
}
