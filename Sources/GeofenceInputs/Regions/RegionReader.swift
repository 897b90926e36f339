import GeofenceBytes
import GeofenceCore

/// A reader of an app's regions in JSON, GeoJSON, CSV, KML or GPX; the content determines the
/// format.
///
/// A file is read whole or not at all: the first mistake in it is an error, and no region is
/// skipped.
///
/// ```swift
/// let options = RegionReader.Options(defaultRadius: 150)
/// let regions = try RegionReader.read(path: "places.json", options: options)
/// ```
package enum RegionReader {
  package struct Options: Hashable, Sendable {
    /// The radius in metres of regions without a radius of their own.
    package var defaultRadius: Double?

    /// The meanings of a table's columns, if they have names of their own.
    package var columns: ColumnChoice?

    /// The treatment of polygons.
    package var polygons = PolygonTreatment.refuse

    package init(
      defaultRadius: Double? = nil, columns: ColumnChoice? = nil,
      polygons: PolygonTreatment = .refuse
    ) {
      self.defaultRadius = defaultRadius
      self.columns = columns
      self.polygons = polygons
    }
  }

  /// Reads the regions of a file.
  ///
  /// - Parameter path: The path of the file, or `-` for standard input.
  /// - Throws: An error that names the file, the place in it and a hint.
  /// - Complexity: O(n log n) for n regions; the whole file is held while it is read.
  package static func read(path: String, options: Options) throws(InputError) -> RegionSet {
    try joined(files([path], options: options))
  }

  /// Reads the files of an app's regions, each of which has no mistake in itself.
  ///
  /// - Throws: An error for the first mistake, or for a file that cannot be read.
  package static func files(_ paths: [String], options: Options) throws(InputError) -> [Inspection]
  {
    var files: [Inspection] = []
    for path in paths {
      let (bytes, name) = try ByteSource.contents(of: path)
      let file = try inspect(bytes, source: name, options: options)
      if let mistake = file.mistakes.first { throw mistake }
      files.append(file)
    }
    return files
  }

  /// Returns the regions of some files as one set.
  ///
  /// - Throws: An error for an identifier that occurs twice, which names both places.
  /// - Complexity: O(n log n) for n regions.
  package static func joined(_ files: [Inspection]) throws(InputError) -> RegionSet {
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

  /// Reads the regions of some bytes.
  ///
  /// - Parameter source: The name of the input in messages.
  static func read(_ bytes: [UInt8], source: String, options: Options) throws(InputError)
    -> RegionSet
  {
    let inspection = try inspect(bytes, source: source, options: options)
    if let mistake = inspection.mistakes.first { throw mistake }
    return try joined([inspection])
  }

  /// A region and its place in the file.
  package struct Found: Sendable {
    package let region: CircularRegion
    package let place: InputError.Place
  }

  /// The content of a file of regions, right or wrong.
  package struct Inspection: Sendable {
    /// The name of the file in messages.
    package var source = ""
    /// The regions in the order of the file, each identifier once.
    package var found: [Found] = []
    /// The mistakes in the order of the file; `read` throws the first if there are any.
    package var mistakes: [InputError] = []
    /// The notes about what was passed over or enclosed, one of a kind for the whole file.
    package var notes: [Finding] = []
    /// The number of regions that are circles around polygons.
    var enclosed = 0

    /// Adds the region at `place`, or the mistake in it.
    mutating func add(
      at place: InputError.Place, _ options: RegionReader.Options,
      _ draft: () throws(Diagnosis) -> RegionDraft
    ) {
      do throws(Diagnosis) {
        let draft = try draft()
        add(try draft.region(options), of: draft, at: place)
      } catch {
        let diagnosis = Diagnosis(error.problem, help: error.help, at: place)
        mistakes.append(InputError(diagnosis, source: source))
      }
    }

    /// Adds the region that a draft has become.
    mutating func add(_ region: CircularRegion, of draft: RegionDraft, at place: InputError.Place) {
      found.append(Found(region: region, place: place))
      if draft.polygon != nil { enclosed += 1 }
    }

    mutating func note(_ topic: Finding.Topic, _ problem: String, help: String? = nil) {
      notes.append(
        Finding(.note, topic, InputError(source: source, problem: problem, help: help)))
    }
  }

  /// Reads a file and goes on after a mistake in one region.
  ///
  /// - Throws: An error if the file cannot be read as one of regions at all.
  package static func inspect(path: String, options: Options) throws(InputError) -> Inspection {
    let (bytes, name) = try ByteSource.contents(of: path)
    var files = [try inspect(bytes, source: name, options: options)]
    dropTwins(in: &files)
    return files[0]
  }

  /// Removes each region whose identifier occurred before, in the same file or another, and adds a
  /// mistake for it.
  ///
  /// - Complexity: O(n) for n regions.
  package static func dropTwins(in files: inout [Inspection]) {
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

  /// Reads regions; the error for a file that is plainly a track says so.
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
    var inspection: Inspection
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
    if inspection.enclosed > 0 {
      let count = inspection.enclosed
      inspection.note(
        .assumed,
        "\(counted(count, "polygon")) taken as "
          + (count == 1 ? "the smallest circle around it" : "the smallest circles around them"))
    }
    return inspection
  }

  /// Throws an error for bytes that are not UTF-8: names are shown and compared, and not repaired.
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
  /// Returns whether a file has regions and no track, for a hint; only regular files are read.
  ///
  /// - Complexity: O(n log n) for n regions.
  package static func areRegions(at path: String) -> Bool {
    guard let bytes = ByteSource.regularFile(path, limit: 1 << 26),
      let inspection = try? inspect(
        bytes, source: path, options: Options(defaultRadius: 1, polygons: .enclose))
    else { return false }
    return !inspection.found.isEmpty && !TrackReader.isTrack(bytes)
  }
}

extension RegionReader.Inspection {
  /// Returns whether the regions may be the points of a track.
  ///
  /// They may if there are none, or if all have the radius that the user gives and most share a
  /// name with another.
  fileprivate func isDoubtful(_ options: RegionReader.Options) -> Bool {
    if found.isEmpty { return true }
    guard let radius = options.defaultRadius, found.allSatisfy({ $0.region.radius == radius })
    else { return false }
    return Set(found.map(\.region.identifier)).count * 2 <= found.count
  }
}
