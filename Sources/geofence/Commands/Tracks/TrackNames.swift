extension [String] {
  /// What the devices of each track are called where the track itself does not name them: its file
  /// name without folder and extension, where there are several tracks.
  var trackNames: [String?] {
    guard count > 1 else { return map { _ in nil } }
    return map { path in
      if path == "-" { return "stdin" }
      let file = path.split(separator: "/").last.map(String.init) ?? path
      guard let dot = file.lastIndex(of: "."), dot != file.startIndex else { return file }
      return String(file[..<dot])
    }
  }
}
