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
  /// - Throws: an error that names file, place and help.
  /// - Complexity: O(n log n) for n regions; the whole file is held while it is read.
  public static func read(path: String, options: Options) throws(InputError) -> RegionSet {
    let (bytes, name) = try ByteSource.contents(of: path)
    return try read(bytes, source: name, options: options)
  }

  /// - Parameter source: what messages call the input.
  static func read(_ bytes: [UInt8], source: String, options: Options) throws(InputError)
    -> RegionSet
  {
    let inspection = try inspect(bytes, source: source, options: options)
    if let mistake = inspection.mistakes.first { throw mistake }
    return try unique(inspection.found, source: source)
  }

  /// A region and where it stands in its file.
  public struct Found: Sendable {
    public let region: CircularRegion
    public let place: InputError.Place
  }

  /// Everything a file of regions says, right or wrong.
  public struct Inspection: Sendable {
    /// What messages call the file.
    public var source = ""
    /// In the order of the file, each identifier once.
    public var found: [Found] = []
    /// In the order of the file; where there are any, `read` throws the first.
    public var mistakes: [InputError] = []
  }

  /// Reads on after a mistake in one region.
  ///
  /// - Throws: an error when the file cannot be read as one of regions at all.
  public static func inspect(path: String, options: Options) throws(InputError) -> Inspection {
    let (bytes, name) = try ByteSource.contents(of: path)
    var inspection = try inspect(bytes, source: name, options: options)
    var firsts: [RegionIdentifier: InputError.Place] = [:]
    inspection.found.removeAll { found in
      guard let first = firsts.updateValue(found.place, forKey: found.region.identifier) else {
        return false
      }
      firsts[found.region.identifier] = first
      inspection.mistakes.append(twin(found, of: first, source: name))
      return true
    }
    return inspection
  }

  private static func inspect(_ bytes: [UInt8], source: String, options: Options)
    throws(InputError) -> Inspection
  {
    if let (problem, help) = ForeignFormat.problem(in: bytes.prefix(4096)) {
      throw InputError(source: source, problem: problem, help: help)
    }
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    let first = text.first { !ASCII.isBlank($0) }
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
      ? try RegionJSON.inspect(text, source: source, options: options)
      : try RegionCSV.inspect(ByteSource(bytes: text, name: source), options: options)
  }

  private static func unique(_ found: [Found], source: String) throws(InputError) -> RegionSet {
    do {
      return try RegionSet(found.map(\.region))
    } catch {
      let twins = found.filter { $0.region.identifier == error.identifier }
      guard let first = twins.first, let last = twins.last else {
        preconditionFailure("an identifier that is there twice was found")
      }
      throw twin(last, of: first.place, source: source)
    }
  }

  private static func twin(_ found: Found, of first: InputError.Place, source: String)
    -> InputError
  {
    InputError(
      source: source, place: found.place,
      problem: "the identifier \(found.region.identifier.rawValue.quotedExcerpt()) is already that "
        + "of \(describe(first))",
      help: "give each region an identifier of its own")
  }

  private static func describe(_ place: InputError.Place) -> String {
    switch place {
    case .path(let path): path
    case .line(let line, _): "line \(line)"
    case .wholeFile: "another region"
    }
  }
}
