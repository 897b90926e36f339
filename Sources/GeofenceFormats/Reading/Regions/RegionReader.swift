public import GeofenceCore

/// Reads an app's regions from JSON, GeoJSON or CSV; the format is found from the content.
///
/// All or nothing: the first mistake in the file is an error, and no region is skipped.
public enum RegionReader {
  public struct Options: Sendable {
    /// Metres, for regions without a radius of their own.
    public var defaultRadius: Double?

    public init(defaultRadius: Double? = nil) {
      self.defaultRadius = defaultRadius
    }
  }

  /// - Parameter path: a file, or `-` for standard input.
  /// - Throws: an error that names file, place and mend.
  /// - Complexity: O(n log n) for n regions; the whole file is held while it is read.
  public static func read(path: String, options: Options) throws(InputError) -> RegionSet {
    var source = try ByteSource(path: path, interrupted: { false })
    while try source.fill() {}
    let bytes = source.buffer[source.start..<source.end]
    if let (problem, mend) = ForeignFormat.problem(in: bytes.prefix(4096)) {
      throw InputError(source: source.name, problem: problem, mend: mend)
    }
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes
    let first = text.first { !ASCII.isBlank($0) }
    let name = source.name
    let found =
      first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
      ? try RegionJSON.read(Array(text), source: name, options: options)
      : try RegionCSV.read(source, options: options)
    return try unique(found, source: name)
  }

  /// A region and where it stands in its file.
  struct Found {
    let region: CircularRegion
    let place: InputError.Place
  }

  private static func unique(_ found: [Found], source: String) throws(InputError) -> RegionSet {
    do {
      return try RegionSet(found.map(\.region))
    } catch {
      let twins = found.filter { $0.region.identifier == error.identifier }
      throw InputError(
        source: source, place: twins.last?.place ?? .wholeFile,
        problem: "the identifier \(error.identifier.rawValue.quotedExcerpt()) is already that of "
          + "\(twins.first.map { describe($0.place) } ?? "another region")",
        mend: "give each region an identifier of its own")
    }
  }

  private static func describe(_ place: InputError.Place) -> String {
    switch place {
    case .path(let path): path
    case .line(let line, _): "line \(line)"
    case .wholeFile: "another region"
    }
  }
}
