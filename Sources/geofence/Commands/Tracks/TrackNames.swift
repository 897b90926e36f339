import GeofenceBytes

extension [String] {
  /// The names of devices of tracks that name none; `nil` for a single track. It is the file's name
  /// without extension, with as much of the path or a number as distinguishes it.
  var trackNames: [String?] {
    guard count > 1 else { return map { _ in nil } }
    var names = map { FilePath.baseName(of: $0) }
    for group in Dictionary(grouping: indices, by: { names[$0] }).values where group.count > 1 {
      let paths = group.map { self[$0] }
      let depth = paths.map { $0.split(separator: "/").count }.max() ?? 1
      let candidates = (1...Swift.max(depth, 1)).lazy.flatMap { depth in
        [false, true].lazy.map { keepsExtension in
          paths.map { Self.tail(of: $0, depth, keepsExtension: keepsExtension) }
        }
      }
      let distinct = candidates.first { Set($0).count == Set(paths).count }
      for (index, name) in zip(group, distinct ?? paths) { names[index] = name }
    }
    var counts: [String: Int] = [:]
    return names.map { name in
      let count = counts[name, default: 0] + 1
      counts[name] = count
      return count == 1 ? name : "\(name)#\(count)"
    }
  }

  private static func tail(of path: String, _ depth: Int, keepsExtension: Bool) -> String {
    let folders = path.split(separator: "/").dropLast().suffix(depth - 1)
    let file = path.split(separator: "/").last.map(String.init) ?? path
    let name = keepsExtension ? file : FilePath.baseName(of: file)
    return (folders.map(String.init) + [name]).joined(separator: "/")
  }
}
