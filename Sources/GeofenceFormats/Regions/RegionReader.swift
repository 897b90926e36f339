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
    /// Notes about what was passed over.
    public var notes: [InputError] = []

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
