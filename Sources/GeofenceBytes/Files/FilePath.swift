private import CLibrary

package enum FilePath {
  package static func parts(of path: String) -> (folder: String, name: String) {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return (".", path) }
    let name = String(path[path.utf8.index(after: slash)...])
    return (slash == path.startIndex ? "/" : String(path[..<slash]), name)
  }

  package static func baseName(of path: String) -> String {
    if path == "-" { return "stdin" }
    let name = path.split(separator: "/").last.map(String.init) ?? path
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
    return String(name[..<dot])
  }

  /// Returns a path without the slashes at its end, but for the root's.
  package static func withoutTrailingSlashes(_ path: String) -> String {
    var path = path
    while path.utf8.count > 1, path.utf8.last == UInt8(ascii: "/") { path.removeLast() }
    return path
  }

  /// Returns the path of a file from `folder` on, which stays right if both are moved together.
  ///
  /// Links in the names of the folders are followed. A path to a missing folder is returned as it is.
  package static func relative(_ path: String, to folder: String) -> String {
    let (place, name) = parts(of: path)
    guard let target = canonical(place), let start = canonical(folder) else { return path }
    let shared = zip(target, start).prefix { $0 == $1 }.count
    let up = Array(repeating: "..", count: start.count - shared)
    return (up + target[shared...] + [name]).joined(separator: "/")
  }

  /// Returns the names on the way from the root to a folder, none of them a link.
  private static func canonical(_ folder: String) -> [String]? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    guard realpath(folder.nativePath, &buffer) != nil else { return nil }
    let bytes = buffer.prefix { $0 != 0 }.lazy.map(UInt8.init(bitPattern:))
    return String(nativePath: bytes).split(separator: "/").map(String.init)
  }

  package static func exists(_ path: String) -> Bool { access(path.nativePath, F_OK) == 0 }

  package static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path.nativePath, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  package static func isPipe(_ path: String) -> Bool {
    var status = stat()
    return stat(path.nativePath, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
  }

  package static func followingLinks(_ path: String) -> String {
    var path = path
    // Linux follows 40 links at most.
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

  /// Returns the open file that a path such as `/dev/stdout` or `/dev/fd/3` stands for.
  package static func descriptor(of path: String) -> CInt? {
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
