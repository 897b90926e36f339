import GeofenceBytes

/// A kind of file that is not read, with the command that converts it to one that is.
package struct ForeignFile {
  package enum Use { case track, regions, events, basemap }

  /// The name of the kind with its article, such as `a FIT file`.
  let name: String
  let advice: String
  /// The command that converts the file `F` and prints the result, in place of advice.
  private let command: String?
  private var isTrack = false

  init(_ name: String, _ advice: String = "", command: String? = nil) {
    (self.name, self.advice, self.command) = (name, advice, command)
  }

  init(_ name: String, pandas function: String) {
    let script =
      "import pandas, sys; pandas.\(function)(sys.argv[1]).to_csv(sys.stdout, index=False)"
    self.init(name, command: "python3 -c '\(script)' F")
  }

  private init(_ name: String, gpsbabel format: String) {
    self.init(name, command: "gpsbabel -t -i \(format) -f F -o gpx -F -")
    isTrack = !["osm", "geo"].contains(format)
  }

  package func error(of source: String, as use: Use) -> InputError {
    let help = command.map { command in
      command.replacing(" F", with: " " + Self.shellWord(source), maxReplacements: 1) + use.pipe
    }
    if isTrack, use == .regions {
      return InputError(
        source: source, problem: "is \(name), not regions",
        help: "give it where the track stands, without --regions")
    }
    let flaw =
      use == .track && isTrack ? ": tracks in this format are not read" : ", not \(use.wanted)"
    return InputError(source: source, problem: "is \(name)\(flaw)", help: help ?? advice)
  }

  /// Throws an error if a whole file is empty, or is not a text of the expected kind.
  package static func check(_ bytes: [UInt8], source: String, as use: Use, help: String)
    throws(InputError)
  {
    let span = bytes.span
    guard !span.trimmed.isEmpty else {
      throw InputError(source: source, problem: "the file is empty", help: help)
    }
    if case .foreign(let file) = judge(span, isWhole: true) {
      throw file.error(of: source, as: use)
    }
    if use == .events || use == .basemap, span[span.trimmed.lowerBound] == ASCII.lessThan {
      let root = try? XMLReader(ByteSource(bytes: bytes, name: source), encoding: nil).root
      throw ForeignFile(xmlRoot: root ?? "html").error(of: source, as: use)
    }
    let head = span.extracting(0..<min(span.count, 4096))
    if head.offset(of: 0, from: 0) < head.count {
      throw InputError(source: source, problem: "binary data", help: help)
    }
  }

  private static func shellWord(_ name: String) -> String {
    name == ByteSource.standardInputName ? "FILE" : name.shellWord
  }
}

extension ForeignFile.Use {
  fileprivate var wanted: String {
    switch self {
    case .track: "a track"
    case .regions: "regions"
    case .events: "recorded events"
    case .basemap: "a basemap"
    }
  }

  fileprivate var pipe: String {
    switch self {
    case .track: " | geofence simulate - …"
    case .regions: " | geofence simulate … --regions -"
    case .events: " | geofence simulate … --expect -"
    case .basemap: " | geofence report … --basemap -"
    }
  }
}

// MARK: - By the root of an XML document

extension ForeignFile {
  private static let page = ForeignFile(
    "an HTML page", "look at it in a browser: a download that fails often ends as a page")

  package init(xmlRoot root: String) {
    self =
      switch root.lowercased() {
      case "html": Self.page
      case "kml": ForeignFile("KML", "give it as a track, or its placemarks as --regions")
      case "gpx": ForeignFile("GPX", "give it as a track, or its waypoints as --regions")
      case "plist": ForeignFile("a property list", command: "plutil -convert json -o - F")
      case "osm": ForeignFile("OpenStreetMap's XML", gpsbabel: "osm")
      case "loc": ForeignFile("a Geocaching LOC file", gpsbabel: "geo")
      default:
        ForeignFile(
          "XML with the root element \(root.quotedExcerpt())",
          "\(TrackFormat.namesOfXML) are read; gpsbabel -? lists what it makes GPX of")
      }
  }

  /// A track in the place of regions.
  ///
  /// - Parameter hasRadius: true if the user gives a radius for all.
  package static func track(hasRadius: Bool) -> Self {
    ForeignFile(
      "a track",
      "give it without --regions; "
        + (hasRadius
          ? "where it has places to watch, --region-columns identifier=NAME says what names them"
          : "places to watch have a radius, or --radius gives it"))
  }

  static let regions = ForeignFile(
    "a file of regions",
    "give it with --regions; if it is a track, say with --columns what its columns are")

  // MARK: by the first bytes

  private typealias Mark = (offset: Int, bytes: [UInt8], file: ForeignFile)

  private static func text(_ text: String, at offset: Int = 0, _ file: ForeignFile) -> Mark {
    (offset, Array(text.utf8), file)
  }

  private static let marks: [Mark] = [
    (0, [0x1F, 0x8B], ForeignFile("compressed with gzip", command: "gunzip -c F")),
    text("BZh", ForeignFile("compressed with bzip2", command: "bunzip2 -c F")),
    (
      0, [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00],
      ForeignFile("compressed with xz", command: "xz -dc F")
    ), (0, [0x28, 0xB5, 0x2F, 0xFD], ForeignFile("compressed with zstd", command: "zstd -dc F")),
    text("PAR1", ForeignFile("a Parquet file", pandas: "read_parquet")),
    text(".FIT", at: 8, ForeignFile("a FIT file", gpsbabel: "garmin_fit")),
    (0, [0xA0, 0xA2], ForeignFile("an SBN file", gpsbabel: "sbn")),
    text("MsRc", ForeignFile("a Garmin GDB file", gpsbabel: "gdb")),
    text("bplist", ForeignFile("a property list", command: "plutil -convert json -o - F")),
    text(
      "SQLite format 3\0",
      ForeignFile("a database of SQLite", "print its table: sqlite3 -csv -header F 'select …'")),
    (0, [0x89, 0x50, 0x4E, 0x47], image), (0, [0xFF, 0xD8, 0xFF], image),
    text("%PDF", ForeignFile("a PDF", "export what it shows as GPX or CSV")),
    text("Type,Local Number,Message,", fitMessages),
    text("Geolife trajectory", geoLife),
    text("BEGIN:VCALENDAR", ForeignFile("iCalendar", "give it with --reminders")),
    text("//", commentedJSON), text("/*", commentedJSON),
    text("OziExplorer", ForeignFile("an OziExplorer file", gpsbabel: "ozi")),
  ]

  /// A table without a header, after six lines about it.
  private static let geoLife: ForeignFile = {
    var file = ForeignFile(
      "a GeoLife trajectory",
      command: "(echo latitude,longitude,zero,feet,days,date,time; tail -n +7 F)")
    file.isTrack = true
    return file
  }()

  static let commentedJSON = ForeignFile(
    "JSON with comments", "take the comments out; a key \"//\" may hold one")

  private static let image = ForeignFile(
    "an image", "give what it shows as GPX or CSV; exiftool prints where a photograph was taken")

  /// The messages of a FIT file as FitCSVTool writes them, names and values in turn.
  private static let fitMessages = ForeignFile(
    fitTable:
      "[dict(zip(r[3::3], r[4::3])) for r in csv.reader(t) if r[0::2][:2] == [\"Data\", \"record\"]]",
    ("timestamp", "position_lat", "position_long"))
  /// The data of a FIT file as FitCSVTool writes them, a column for each field of a message.
  static let fitData = ForeignFile(
    fitTable: "csv.DictReader(t)", (fitTime, fitLatitude, fitLongitude))
  private static let fitTime = "record.timestamp[s]"
  static let fitLatitude = "record.position_lat[semicircles]"
  private static let fitLongitude = "record.position_long[semicircles]"

  /// A FIT file as a table, with times since 1989-12-31 and coordinates in semicircles.
  private init(fitTable rows: String, _ names: (time: String, latitude: String, longitude: String))
  {
    let place = { (name: String) in "int(d[\"\(name)\"]) * 180 / 2**31" }
    let script =
      "import csv, sys; t = open(sys.argv[1]); print(\"time,latitude,longitude\"); "
      + "[print(int(d[\"\(names.time)\"]) + 631065600, \(place(names.latitude)), "
      + "\(place(names.longitude)), sep=\",\") for d in \(rows) "
      + "if d.get(\"\(names.latitude)\")]"
    self.init("a FIT file as a table of FitCSVTool", command: "python3 -c '\(script)' F")
    isTrack = true
  }

  enum Verdict {
    case foreign(ForeignFile)
    case none
    case undecided
  }

  static func judge(_ bytes: Span<UInt8>, isWhole: Bool) -> Verdict {
    if let verdict = ArchiveFile.judge(bytes, isWhole: isWhole) { return verdict }
    var mayBe = false
    for mark in marks {
      let end = mark.offset + mark.bytes.count
      let there = max(min(bytes.count, end) - mark.offset, 0)
      guard (0..<there).allSatisfy({ bytes[mark.offset + $0] == mark.bytes[$0] }) else { continue }
      if bytes.count < end {
        // The first byte of a FIT file is the length of its header, 12 or 14.
        mayBe = mayBe || mark.offset == 0 || bytes.count > 0 && (bytes[0] == 14 || bytes[0] == 12)
        continue
      }
      return .foreign(mark.file)
    }
    if mayBe, !isWhole { return .undecided }
    switch (isNMEA(bytes), isIGC(bytes)) {
    case (true?, _): return .foreign(ForeignFile("a log of NMEA sentences", gpsbabel: "nmea"))
    case (_, true?): return .foreign(ForeignFile("an IGC file", gpsbabel: "igc"))
    case (nil, _) where !isWhole, (_, nil) where !isWhole: return .undecided
    default: return .none
    }
  }

  /// Returns whether a file has the dollar sign and the five letters of an NMEA sentence, first or
  /// behind comments and the sentences of a maker such as `$PMTK`; `nil` if more bytes are needed.
  private static func isNMEA(_ bytes: Span<UInt8>) -> Bool? {
    var line = 0
    while line < bytes.count {
      let isSentence = bytes[line] == UInt8(ascii: "$")
      guard isSentence || bytes[line] == ASCII.hash else { return false }
      guard line + 6 < bytes.count else { break }
      if isSentence, bytes[line + 6] == ASCII.comma,
        (line + 1..<line + 6).allSatisfy({ bytes[$0] &- UInt8(ascii: "A") < 26 })
      {
        return true
      }
      line = bytes.offset(of: ASCII.lineFeed, from: line) + 1
    }
    return bytes.count < 4096 ? nil : false
  }

  /// Returns whether the bytes are IGC's `AXXX` and a header line; `nil` if more are needed.
  private static func isIGC(_ bytes: Span<UInt8>) -> Bool? {
    guard bytes.count > 0, bytes[0] == UInt8(ascii: "A") else { return false }
    let next = bytes.offset(of: ASCII.lineFeed, from: 0) + 1
    guard next < 128 else { return false }
    guard next + 1 < bytes.count else { return nil }
    return next > 4 && bytes[next] == UInt8(ascii: "H") && "FOP".utf8.contains(bytes[next + 1])
  }
}
