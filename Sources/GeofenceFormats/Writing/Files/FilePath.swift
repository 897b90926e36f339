private import CLibrary

/// What a path says by itself and by the symbolic links it leads through.
package enum FilePath {
  /// The folder, `.` where there is none, and the name in it.
  package static func parts(of path: String) -> (folder: String, name: String) {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return (".", path) }
    let name = String(path[path.utf8.index(after: slash)...])
    return (slash == path.startIndex ? "/" : String(path[..<slash]), name)
  }

  /// The name without its folder and extension; `stdin` for standard input.
  package static func baseName(of path: String) -> String {
    if path == "-" { return "stdin" }
    let name = path.split(separator: "/").last.map(String.init) ?? path
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
    return String(name[..<dot])
  }

  /// Whether it leads to anything.
  package static func exists(_ path: String) -> Bool { access(path.nativePath, F_OK) == 0 }

  /// Whether it leads to a folder.
  package static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path.nativePath, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Whether it leads to a pipe.
  static func isPipe(_ path: String) -> Bool {
    var status = stat()
    return stat(path.nativePath, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
  }

  /// What a chain of symbolic links leads to, whether or not there is a file.
  static func followingLinks(_ path: String) -> String {
    var path = path
    // As many as the system follows.
    for _ in 0..<40 {
      guard let link = link(at: path) else { break }
      path = link.hasPrefix("/") ? link : "\(parts(of: path).folder)/\(link)"
    }
    return path
  }

  private static func link(at path: String) -> String? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path.nativePath, &buffer, buffer.count)
    guard count > 0 else { return nil }
    return String(nativePath: buffer[..<count].lazy.map(UInt8.init(bitPattern:)))
  }

  /// The open file that a path is a name for: `/dev/stdout`, `/dev/fd/3` and the like.
  static func descriptor(of path: String) -> CInt? {
    switch path {
    case "/dev/stdin": return 0
    case "/dev/stdout": return 1
    case "/dev/stderr": return 2
    default:
      let folder = ["/dev/fd/", "/proc/self/fd/"].first { path.hasPrefix($0) }
      return folder.flatMap { CInt(path.dropFirst($0.count)) }
    }
  }
}
