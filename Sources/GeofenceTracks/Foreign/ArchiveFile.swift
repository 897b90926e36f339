import GeofenceBytes

/// An archive of several files: which it is, and the one of them that is likely wanted.
enum ArchiveFile {
  private static let ofPlaces = [
    "location", "gps", "record", "timeline", "track", "position", "route",
  ]
  private static let wanted = TrackFormat.all.flatMap { $0.endings }

  static func judge(_ bytes: Span<UInt8>, isWhole: Bool) -> ForeignFile.Verdict? {
    let mark = Array("PK\u{3}\u{4}".utf8)
    if !isWhole, 1..<mark.count ~= bytes.count, bytes.array == Array(mark[..<bytes.count]) {
      return .undecided
    }
    if isZip(bytes) { return zip(bytes, isWhole: isWhole) }
    return isTar(bytes) ? .foreign(tar(bytes)) : nil
  }

  private static func choice(among names: [String]) -> String? {
    let readable = names.filter { name in
      wanted.contains { name.lowercased().hasSuffix("." + $0) } && !name.hasPrefix("__MACOSX/")
    }
    return readable.first { name in
      let file = (name.split(separator: "/").last ?? "").lowercased()
      return ofPlaces.contains { file.contains($0) }
    } ?? readable.first
  }

  private static func firstFile(of names: [String]) -> String? {
    names.first { !$0.hasSuffix("/") }
  }

  // MARK: zip

  private static func isZip(_ bytes: Span<UInt8>) -> Bool {
    bytes.count >= 4 && bytes.extracting(0..<4).array == Array("PK\u{3}\u{4}".utf8)
  }

  private static func zip(_ bytes: Span<UInt8>, isWhole: Bool) -> ForeignFile.Verdict {
    let (names, isComplete) = zipNames(bytes)
    guard let first = names.first else {
      return isWhole ? .foreign(ForeignFile("a zip archive", command: "unzip -p F")) : .undecided
    }
    // A spreadsheet begins with the list of its parts.
    if first == "[Content_Types].xml" || names.contains(where: { $0.hasPrefix("xl/") }) {
      return .foreign(ForeignFile("an Excel workbook", pandas: "read_excel"))
    }
    if first.lowercased().hasSuffix(".kml") {
      return .foreign(ForeignFile("KMZ, a zip archive", command: "unzip -p F '*.kml'"))
    }
    if isComplete, names.count == 1 {
      return .foreign(ForeignFile("a zip archive", command: "unzip -p F"))
    }
    // If the names of later files have not been read yet, one of them is likely wanted: a CSV, GPX,
    // JSON, GeoJSON or KML. A pattern of its own for each would be an error where it finds nothing.
    let file =
      (choice(among: names) ?? (isComplete ? firstFile(of: names) : nil))
      .map { pattern($0).shellWord } ?? "'*.[cgjk][sepm][vxol]*'"
    return .foreign(ForeignFile("a zip archive", command: "unzip -p F \(file)"))
  }

  private static func pattern(_ name: String) -> String {
    name.map { "*?[]\\".contains($0) ? "\\\($0)" : String($0) }.joined()
  }

  /// The names in the headers that have come, and whether they are all of the archive.
  private static func zipNames(_ bytes: Span<UInt8>) -> (names: [String], isComplete: Bool) {
    var names: [String] = []
    var start = 0
    while start + 30 <= bytes.count {
      let header = bytes.extracting(start...)
      guard isZip(header) else { return (names, true) }
      let name = 30..<(30 + header.number(at: 26, bytes: 2))
      guard name.upperBound <= header.count else { break }
      names.append(header.extracting(name).text)
      // A size that stands behind the file does not show where the next file begins.
      if header[6] & 8 != 0 { return (names, false) }
      start += name.upperBound + header.number(at: 28, bytes: 2) + header.number(at: 18, bytes: 4)
    }
    return (names, false)
  }

  // MARK: tar

  private static let blockSize = 512

  private static func isTar(_ bytes: Span<UInt8>) -> Bool {
    bytes.count >= 262 && bytes.extracting(257..<262).array == Array("ustar".utf8)
  }

  private static func tar(_ bytes: Span<UInt8>) -> ForeignFile {
    var names: [String] = []
    var start = 0
    while start + blockSize <= bytes.count, isTar(bytes.extracting(start...)) {
      let header = bytes.extracting(start...)
      let isFile = header[156] == ASCII.zero || header[156] == 0
      if isFile { names.append(header.extracting(0..<header.offset(of: 0, from: 0)).text) }
      let size = Int(header.extracting(124..<135).text, radix: 8) ?? 0
      start += blockSize * (1 + (size + blockSize - 1) / blockSize)
    }
    let name = (choice(among: names) ?? firstFile(of: names)).map { " \($0.shellWord)" } ?? ""
    return ForeignFile("a tar archive", command: "tar -xOf F\(name)")
  }
}

extension Span<UInt8> {
  fileprivate func number(at offset: Int, bytes count: Int) -> Int {
    (0..<count).reduce(0) { $0 | Int(self[offset + $1]) << (8 * $1) }
  }
}
