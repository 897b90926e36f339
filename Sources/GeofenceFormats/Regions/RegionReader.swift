public import GeofenceCore

/// Reads an app's regions from JSON, GeoJSON, CSV, KML or GPX; the format is found from the content.
///
/// All or nothing: the first mistake in the file is an error, and no region is skipped.
public enum RegionReader {
  public struct Options: Sendable {
    /// Metres, for regions without a radius of their own.
    public var defaultRadius: Double?

    /// What the columns of a table mean, where they have names of their own.
    public var columns: ColumnChoice?

    public init(defaultRadius: Double? = nil, columns: ColumnChoice? = nil) {
      self.defaultRadius = defaultRadius
      self.columns = columns
    }
  }

  /// - Parameter path: a file, or `-` for standard input.
  /// - Throws: an error that names file, place and help.
  /// - Complexity: O(n log n) for n regions; the whole file is held while it is read.
  public static func read(path: String, options: Options) throws(InputError) -> RegionSet {
    try joined(files([path], options: options))
  }

  /// The files of an app's regions, each without a mistake in itself.
  ///
  /// - Throws: an error for the first mistake, or for a file that cannot be read.
  public static func files(_ paths: [String], options: Options) throws(InputError) -> [Inspection] {
    var files: [Inspection] = []
    for path in paths {
      let (bytes, name) = try ByteSource.contents(of: path)
      let file = try inspect(bytes, source: name, options: options)
      if let mistake = file.mistakes.first { throw mistake }
      files.append(file)
    }
    return files
  }

  /// The regions of some files as one set.
  ///
  /// - Throws: an error for an identifier that stands twice, which names both places.
  /// - Complexity: O(n log n) for n regions.
  public static func joined(_ files: [Inspection]) throws(InputError) -> RegionSet {
    do {
      return try RegionSet(files.flatMap { $0.found.map(\.region) })
    } catch {
      var files = files
      dropTwins(in: &files)
      guard let twin = files.lazy.compactMap(\.mistakes.first).first else {
        preconditionFailure("an identifier that is there twice was found")
      }
      throw twin
    }
  }

  /// - Parameter source: what messages call the input.
  static func read(_ bytes: [UInt8], source: String, options: Options) throws(InputError)
    -> RegionSet
  {
    let inspection = try inspect(bytes, source: source, options: options)
    if let mistake = inspection.mistakes.first { throw mistake }
    return try joined([inspection])
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
    /// A note about keys that mean nothing, once for the whole file.
    public var notes: [InputError] = []
    /// A note about objects that are no circles.
    public var passedOver: [InputError] = []

    /// Notes the region that stands at `place`, or what is wrong with it.
    mutating func add(at place: InputError.Place, _ region: () throws(Diagnosis) -> CircularRegion)
    {
      do throws(Diagnosis) {
        found.append(Found(region: try region(), place: place))
      } catch {
        let diagnosis = Diagnosis(error.problem, help: error.help, at: place)
        mistakes.append(InputError(diagnosis, source: source))
      }
    }
  }

  /// Reads on after a mistake in one region.
  ///
  /// - Throws: an error when the file cannot be read as one of regions at all.
  public static func inspect(path: String, options: Options) throws(InputError) -> Inspection {
    let (bytes, name) = try ByteSource.contents(of: path)
    var files = [try inspect(bytes, source: name, options: options)]
    dropTwins(in: &files)
    return files[0]
  }

  /// Makes a mistake of each region whose identifier another before it has, in the same file or not.
  ///
  /// - Complexity: O(n) for n regions.
  public static func dropTwins(in files: inout [Inspection]) {
    var firsts: [RegionIdentifier: (source: String, place: InputError.Place)] = [:]
    for file in files.indices {
      let source = files[file].source
      var twins: [InputError] = []
      files[file].found.removeAll { found in
        guard let first = firsts[found.region.identifier] else {
          firsts[found.region.identifier] = (source, found.place)
          return false
        }
        twins.append(twin(found, in: source, of: first))
        return true
      }
      files[file].mistakes += twins
    }
  }

  /// Reads regions; a file that is plainly a track is named as one.
  private static func inspect(_ bytes: [UInt8], source: String, options: Options)
    throws(InputError) -> Inspection
  {
    do {
      let inspection = try inspectText(bytes, source: source, options: options)
      guard inspection.isDoubtful(options), TrackReader.isTrack(bytes) else { return inspection }
    } catch {
      guard error.kind == .data, TrackReader.isTrack(bytes) else { throw error }
    }
    throw ForeignFile.track.error(of: source, as: .regions)
  }

  private static func inspectText(_ bytes: [UInt8], source: String, options: Options)
    throws(InputError) -> Inspection
  {
    var input = ByteSource(bytes: bytes, name: source)
    let encoding = try input.findEncoding()
    try ForeignFile.check(
      input.prefix(input.count), source: source, as: .regions,
      help: "give regions as JSON, GeoJSON, CSV, KML or GPX")
    let inspection: Inspection
    var help = "a region has an identifier, a latitude, a longitude and a radius"
    switch input.prefix(input.count).first(where: { !ASCII.isBlank($0) }) {
    case ASCII.lessThan:
      help = "a region is a wpt of GPX or a Placemark of KML; a track is not one of --regions"
      inspection = try inspectXML(input, encoding: encoding, options: options)
    case ASCII.openBrace, ASCII.openBracket:
      let text = input.prefix(input.count)
      try requireUTF8(text, source)
      inspection = try RegionJSON.inspect(text, source: source, options: options)
    default:
      try requireUTF8(input.prefix(input.count), source)
      inspection = try RegionCSV.inspect(input, options: options)
    }
    guard !inspection.found.isEmpty || !inspection.mistakes.isEmpty else {
      throw InputError(
        source: source, problem: "there is no region in it", help: help)
    }
    return inspection
  }

  /// Names are shown and compared: they are not repaired.
  private static func requireUTF8(_ bytes: [UInt8], _ source: String) throws(InputError) {
    do {
      _ = try UTF8Span(validating: bytes.span)
    } catch {
      var place = TextPosition()
      place.advance(over: bytes.span.extracting(0..<error.byteOffsets.lowerBound))
      throw InputError(
        source: source, place: .line(place.line, column: place.column),
        problem: "bytes that are not UTF-8", help: "save the file as UTF-8")
    }
  }

  private static func twin(
    _ found: Found, in source: String, of first: (source: String, place: InputError.Place)
  ) -> InputError {
    let file = first.source == source ? "" : " of \(first.source)"
    return InputError(
      source: source, place: found.place,
      problem: "the identifier \(found.region.identifier.rawValue.quotedExcerpt()) is already that "
        + "of \(describe(first.place))\(file)",
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

// MARK: - Files of the other kind

extension RegionReader {
  /// True for a file that has regions and no track, for a hint; only regular files are read.
  ///
  /// - Complexity: O(n log n) for n regions.
  public static func areRegions(at path: String) -> Bool {
    guard let bytes = ByteSource.regularFile(path, limit: 1 << 26),
      let inspection = try? inspect(bytes, source: path, options: Options(defaultRadius: 1))
    else { return false }
    return !inspection.found.isEmpty && !TrackReader.isTrack(bytes)
  }
}

extension RegionReader.Inspection {
  /// True where the regions may be the points of a track: there is none, or all have the radius that
  /// the user gives, and most the name of another.
  fileprivate func isDoubtful(_ options: RegionReader.Options) -> Bool {
    if found.isEmpty { return true }
    guard let radius = options.defaultRadius, found.allSatisfy({ $0.region.radius == radius })
    else { return false }
    return Set(found.map(\.region.identifier)).count * 2 <= found.count
  }
}
