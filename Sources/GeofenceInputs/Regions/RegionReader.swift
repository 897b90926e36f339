import GeofenceBytes
import GeofenceCore

/// A reader of regions in JSON, GeoJSON, CSV, KML or GPX, as the content shows, whole or not at
/// all.
package enum RegionReader {
  package struct Options: Hashable, Sendable {
    /// The radius in metres of regions that have none.
    package var defaultRadius: Double?

    package var columns: ColumnChoice?

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

  /// Reads the regions of files, or of standard input for `-`, as a whole. Throws an error with the
  /// file, the place in it and a hint.

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

  /// Returns the regions of files as one set; an error if two have an identifier. O(n log n).
  package static func joined(_ files: [Inspection]) throws(InputError) -> RegionSet {
    do {
      return try RegionSet(files.count == 1 ? files[0].regions : files.flatMap { $0.regions })
    } catch {
      var files = files
      dropTwins(in: &files)
      guard let twin = files.lazy.compactMap({ $0.mistakes.first }).first else {
        preconditionFailure("an identifier that is there twice was found")
      }
      throw twin
    }
  }

  enum Places: Hashable, Sendable {
    case whole
    case lines
    /// The number is the position in a list of a JSON document, given by the list's path.
    case list(String)
  }

  package struct Inspection: Sendable {
    package var source: String
    package private(set) var regions: [CircularRegion] = []
    private var numbers: [Int] = []
    var places = Places.lines
    /// The mistakes in the order of the file; `read` throws the first if there are any.
    package var mistakes: [InputError] = []
    package var notes: [Finding] = []
    var enclosed = 0
    private(set) var beacons = 0
    /// The regions of which the file asks for dwells.
    private(set) var dwelling: Set<RegionIdentifier> = []
    private(set) var mentionsDwells = false
    /// The regions that the file switches off and its passive zones, each with its name and a message
    /// that says where.
    package private(set) var disabled: [(name: String, isPassive: Bool, message: InputError)] = []
    /// The identifiers of OwnTracks' waypoints by their times, by which events may name them.
    package private(set) var waypoints: [String: String] = [:]
    /// The paths of regions that stand deeper than in a list, by their numbers.
    var paths: [Int: String] = [:]
    package internal(set) var usesDefaultRadius = false

    init(source: String, ofBytes count: Int) {
      self.source = source
      // Few regions are shorter than 48 bytes, and room that is not used takes no memory.
      regions.reserveCapacity(count / 48)
      numbers.reserveCapacity(count / 48)
    }

    mutating func add(
      onLine line: Int, _ options: RegionReader.Options,
      _ draft: () throws(Diagnosis) -> RegionDraft
    ) {
      do throws(Diagnosis) {
        let draft = try draft()
        guard draft.isWatched else {
          return leaveOut(draft, at: .line(line))
        }
        if draft.isBeacon {
          beacons += 1
          return
        }
        add(try draft.region(options), of: draft, at: line)
      } catch {
        let diagnosis = Diagnosis(error.problem, help: error.help, at: .line(line))
        mistakes.append(InputError(diagnosis, source: source))
      }
    }

    /// Leaves a region out that the file switches off, or a passive zone.
    mutating func leaveOut(_ draft: RegionDraft, at place: Diagnosis.Place) {
      let name = RegionColumn.labels.lazy.compactMap { draft.labels[$0] }.first ?? ""
      let shown = name.quotedExcerpt()
      let diagnosis = Diagnosis(
        draft.isPassive
          ? "\(shown) is a passive zone, which no app watches" : "the file switches off \(shown)",
        help: "switch it on there to watch it", at: place)
      disabled.append((name, draft.isPassive, InputError(diagnosis, source: source)))
    }

    /// Passes over what is no circle beside circles; the first is a mistake without any.
    mutating func passOver(_ mistakes: [InputError], called noun: String) {
      guard let first = mistakes.first else { return }
      guard !regions.isEmpty || !self.mistakes.isEmpty else {
        self.mistakes.append(first)
        return
      }
      passOver("\(counted(mistakes.count, noun)) passed over: no circle")
    }

    mutating func passOver(_ what: String) {
      guard regions.isEmpty, mistakes.isEmpty else { return note(.ignoredData, what) }
      mistakes.append(
        InputError(
          source: source, problem: "there is no region in it: \(what)",
          help: "a region has an identifier, a latitude, a longitude and a radius"))
    }

    mutating func add(_ region: CircularRegion, of draft: RegionDraft, at number: Int) {
      regions.append(region)
      numbers.append(number)
      if draft.asksForDwells { dwelling.insert(region.identifier) }
      mentionsDwells = mentionsDwells || draft.asksForDwells || draft.mentionsDwells
      if let waypoint = draft.waypoint { waypoints[waypoint] = region.identifier.rawValue }
      if draft.polygon != nil {
        enclosed += 1
      } else if draft.radius == nil {
        usesDefaultRadius = true
      }
    }

    func place(_ index: Int) -> InputError.Place {
      if let path = paths[numbers[index]] { return .path(path) }
      return switch places {
      case .whole: .wholeFile
      case .lines: .line(numbers[index])
      case .list(let path): .path("\(path)[\(numbers[index])]")
      }
    }

    fileprivate mutating func remove(_ indices: Set<Int>) {
      guard !indices.isEmpty else { return }
      let kept = regions.indices.filter { !indices.contains($0) }
      regions = kept.map { regions[$0] }
      numbers = kept.map { numbers[$0] }
    }

    mutating func noteOrder(in column: String) {
      note(
        .assumed, "the first number in \(column.quotedExcerpt()) is taken as the latitude",
        help: "--region-columns position=NAME:longitude-first says otherwise")
    }

    mutating func note(_ topic: Finding.Topic, _ problem: String, help: String? = nil) {
      notes.append(Finding(.note, topic, InputError(source: source, problem: problem, help: help)))
    }
  }

  package static func inspect(path: String, options: Options) throws(InputError) -> Inspection {
    let (bytes, name) = try ByteSource.contents(of: path)
    var files = [try inspect(bytes, source: name, options: options)]
    dropTwins(in: &files)
    return files[0]
  }

  /// Removes each region whose identifier occurred before, and adds a mistake for it. O(n).
  package static func dropTwins(in files: inout [Inspection]) {
    var firsts: [RegionIdentifier: (file: Int, index: Int)] = [:]
    let originals = files
    for (file, original) in originals.enumerated() {
      var twins: Set<Int> = []
      for (index, region) in original.regions.enumerated() {
        guard let first = firsts[region.identifier] else {
          firsts[region.identifier] = (file, index)
          continue
        }
        twins.insert(index)
        files[file].mistakes.append(
          twin(index, in: original, of: first.index, in: originals[first.file]))
      }
      files[file].remove(twins)
    }
  }

  /// Reads regions; the error for a file that is plainly a track says so.
  package static func inspect(_ bytes: [UInt8], source: String, options: Options)
    throws(InputError) -> Inspection
  {
    do {
      let inspection = try inspectText(bytes, source: source, options: options)
      guard inspection.isDoubtful(options), TrackReader.isTrack(bytes) else { return inspection }
    } catch {
      guard error.kind == .data, TrackReader.isTrack(bytes) else { throw error }
    }
    throw ForeignFile.track(hasRadius: options.defaultRadius != nil)
      .error(of: source, as: .regions)
  }

  private static func inspectText(_ bytes: [UInt8], source: String, options: Options)
    throws(InputError) -> Inspection
  {
    let (decoded, encoding) = try decoded(bytes, source)
    let text = RegionJSON.waypoints(inLog: decoded) ?? decoded
    try ForeignFile.check(
      text, source: source, as: .regions, help: "give regions as JSON, GeoJSON, CSV, KML or GPX")
    var inspection: Inspection
    var help = "a region has an identifier, a latitude, a longitude and a radius"
    switch text.first(where: { !ASCII.isBlank($0) }) {
    case ASCII.lessThan:
      help = "a region is a wpt of GPX or a Placemark of KML; a track is not one of --regions"
      inspection = try inspectXML(
        ByteSource(bytes: text, name: source), encoding: encoding, options: options)
    case ASCII.openBrace, ASCII.openBracket:
      try requireUTF8(text, source)
      inspection = try RegionJSON.inspect(text, source: source, options: options)
    default:
      try requireUTF8(text, source)
      if let json = try yaml(text, source) {
        inspection = try RegionJSON.inspect(json, source: source, options: options)
        break
      }
      inspection = try RegionCSV.inspect(ByteSource(bytes: text, name: source), options: options)
    }
    for (isPassive, noun, reason) in [
      (false, "region", "switched off in the file"), (true, "passive zone", "no app watches one"),
    ] {
      let names = inspection.disabled.filter { $0.isPassive == isPassive }.map { $0.name }
      guard !names.isEmpty else { continue }
      inspection.passOver(
        "\(counted(names.count, noun)) passed over: \(reason): \(names.listed(limit: 3))")
    }
    guard !inspection.regions.isEmpty || !inspection.mistakes.isEmpty else {
      throw InputError(source: source, problem: "there is no region in it", help: help)
    }
    if inspection.mentionsDwells {
      inspection.note(
        .ignoredData, "what the file says of dwells is passed over",
        help: "dwells are asked for by --loitering, for all regions, under --api geofencingclient")
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

  /// Returns a note on a radius of the options that no region of files needs; `nil` where one may.
  package static func unusedRadius(in files: [Inspection], _ options: Options) -> Finding? {
    guard options.defaultRadius != nil, !files.isEmpty,
      files.allSatisfy({ !$0.usesDefaultRadius && $0.enclosed == 0 && $0.mistakes.isEmpty })
    else { return nil }
    return Finding(
      .note, .ignoredData,
      InputError(
        source: files.map { $0.source }.joined(separator: ", "),
        problem: "--radius has no effect: every region has its own radius",
        help: "--min-radius lets the app register no circle that is smaller"))
  }

  private static func yaml(_ text: [UInt8], _ source: String) throws(InputError) -> [UInt8]? {
    do throws(Diagnosis) { return try YAMLText.json(of: text, from: source) } catch {
      throw InputError(error, source: source)
    }
  }

  private static func decoded(_ bytes: [UInt8], _ source: String) throws(InputError)
    -> ([UInt8], TextEncoding?)
  {
    // Nearly always the bytes are the text, and need no copy.
    guard TextEncoding.shown(by: Array(bytes.prefix(4))) != nil else { return (bytes, nil) }
    var input = ByteSource(bytes: bytes, name: source)
    let encoding = try input.findEncoding()
    return (input.prefix(input.count), encoding)
  }

  /// Throws an error for bytes that are not UTF-8: names are shown and compared, and not repaired.
  private static func requireUTF8(_ bytes: [UInt8], _ source: String) throws(InputError) {
    let valid = bytes.span.wellFormed.count
    if valid == bytes.count { return }
    var place = TextPosition()
    place.advance(over: bytes.span.extracting(0..<valid))
    throw InputError(
      source: source, place: .line(place.line, column: place.column),
      problem: "bytes that are not UTF-8", help: "save the file as UTF-8")
  }

  private static func twin(
    _ index: Int, in file: Inspection, of first: Int, in other: Inspection
  ) -> InputError {
    let source = other.source == file.source ? "" : " of \(other.source)"
    return InputError(
      source: file.source, place: file.place(index),
      problem: "the identifier \(file.regions[index].identifier.rawValue.quotedExcerpt()) is "
        + "already that of \(describe(other.place(first)))\(source)",
      help: "give each region its own identifier")
  }

  private static func describe(_ place: InputError.Place) -> String {
    switch place {
    case .path(let path): path
    case .line(let line, _): "line \(line)"
    case .wholeFile: "another region"
    }
  }

  // MARK: files of the other kind

  /// Returns whether a regular file has regions and no track, for a hint. O(n log n).
  package static func areRegions(at path: String) -> Bool {
    guard let bytes = ByteSource.regularFile(path, limit: 1 << 26),
      let inspection = try? inspect(
        bytes, source: path, options: Options(defaultRadius: 1, polygons: .enclose))
    else { return false }
    return !inspection.regions.isEmpty && !TrackReader.isTrack(bytes)
  }
}

extension RegionReader.Inspection {
  /// Returns whether there are none, or most share a name and all have the user's radius: a track.
  fileprivate func isDoubtful(_ options: RegionReader.Options) -> Bool {
    if regions.isEmpty { return true }
    guard let radius = options.defaultRadius, regions.allSatisfy({ $0.radius == radius })
    else { return false }
    return Set(regions.map { $0.identifier }).count * 2 <= regions.count
  }
}
