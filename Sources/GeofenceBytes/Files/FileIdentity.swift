private import CLibrary

/// The device and number of a file, whatever names it has; folder and name of one yet to be made.
package struct FileIdentity: Hashable, Sendable, Comparable {
  private let device: UInt64
  private let number: UInt64
  private var name: String?

  /// Finds the file's identity; `nil` for a pipe and the like, and in a missing folder.
  package init?(path: String) {
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
        // The file systems of Darwin treat `a` and `A` as the same name.
        self.name = name.lowercased()
      #else
        self.name = name
      #endif
    }
  }

  /// Finds an open file's identity; `nil` for a pipe and the like, and a closed descriptor.
  package init?(descriptor: CInt) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  /// Finds the identity of the name that a path stands for, whether or not a file has it; `nil` in a
  /// missing folder.
  init?(nameAt path: String) {
    let (folder, name) = FilePath.parts(of: FilePath.followingLinks(path))
    self.init(path: folder)
    self.name = name
  }

  private init?(_ status: stat) {
    let kind = status.st_mode & S_IFMT
    guard kind == S_IFREG || kind == S_IFDIR else { return nil }
    device = UInt64(truncatingIfNeeded: status.st_dev)
    number = UInt64(truncatingIfNeeded: status.st_ino)
  }

  package static func < (lhs: Self, rhs: Self) -> Bool {
    (lhs.device, lhs.number, lhs.name ?? "") < (rhs.device, rhs.number, rhs.name ?? "")
  }
}
