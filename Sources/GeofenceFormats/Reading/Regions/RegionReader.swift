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
    let (bytes, name) = try ByteSource.contents(of: path)
    return try read(bytes, source: name, options: options)
  }

  /// - Parameter source: what messages call the input.
  static func read(_ bytes: [UInt8], source: String, options: Options) throws(InputError)
    -> RegionSet
  {
    if let (problem, mend) = ForeignFormat.problem(in: bytes.prefix(4096)) {
      throw InputError(source: source, problem: problem, mend: mend)
    }
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    let first = text.first { !ASCII.isBlank($0) }
    let found =
      first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
      ? try RegionJSON.read(text, source: source, options: options)
      : try RegionCSV.read(ByteSource(bytes: text, name: source), options: options)
    return try unique(found, source: source)
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
