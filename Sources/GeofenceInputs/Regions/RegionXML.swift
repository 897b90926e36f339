import GeofenceBytes
import GeofenceCore

protocol RegionXML: XMLHandler {
  /// The mistakes of what is no circle, by line; they count where there is no region.
  var shapes: [(line: Int, mistake: Diagnosis)] { get }
  var drafts: [(line: Int, draft: Result<RegionDraft, Diagnosis>)] { get }

  init(_ choice: ColumnChoice?)
}

extension RegionXML {
  static func inspect(_ reader: inout XMLReader, source: String, options: RegionReader.Options)
    throws(InputError) -> RegionReader.Inspection
  {
    var format = Self(options.columns)
    try reader.read(&format)
    var inspection = RegionReader.Inspection(source: source, ofBytes: 0)
    for (line, draft) in format.drafts {
      inspection.add(onLine: line, options) { () throws(Diagnosis) in try draft.get() }
    }
    let shapes = format.shapes.map { line, mistake in
      InputError(Diagnosis(mistake.problem, help: mistake.help, at: .line(line)), source: source)
    }
    inspection.passOver(shapes, called: "placemark")
    return inspection
  }
}

extension RegionReader {
  static func inspectXML(
    _ source: consuming ByteSource, encoding: TextEncoding?, options: Options
  ) throws(InputError) -> Inspection {
    let name = source.name
    var reader = try XMLReader(source, encoding: encoding)
    switch reader.root {
    case "kml": return try RegionKML.inspect(&reader, source: name, options: options)
    case "gpx": return try RegionGPX.inspect(&reader, source: name, options: options)
    default: throw ForeignFile(xmlRoot: reader.root).error(of: name, as: .regions)
    }
  }
}

struct RegionGPX: RegionXML {
  enum Name: Equatable {
    case waypoint
    case field(RegionColumn)
  }

  let names = XMLNames<Name>(
    [("wpt", .waypoint)]
      + RegionColumn.elements(
        in: .gpx, of: [.latitude, .longitude, .name, .description, .radius]
      ).map { ($0.0, .field($0.1)) })

  let shapes: [(line: Int, mistake: Diagnosis)] = []
  private(set) var drafts: [(line: Int, draft: Result<RegionDraft, Diagnosis>)] = []
  private var draft = RegionDraft()

  init(_ choice: ColumnChoice?) {}

  mutating func begin(_ element: Name) -> XMLInterest {
    draft = RegionDraft()
    return element == .waypoint ? .record : .none
  }

  func isRecord(_ element: Name) -> Bool { element == .waypoint }

  func isValue(_ element: Name, in parent: Name?, isOwn: Bool) -> Bool {
    element == .field(.radius) || isOwn && parent == .waypoint
  }

  mutating func take(_ value: Name, _ text: Range<Int>, of bytes: Span<UInt8>) {
    let text = bytes.extracting(text)
    switch value {
    case .field(.latitude): draft.latitude = Double(decimal: text)
    case .field(.longitude): draft.longitude = Double(decimal: text)
    case .field(.radius): draft.radius = LengthUnit.length(text)
    case .field(let label): draft.labels[label] = text.trimmedText
    case .waypoint: break
    }
  }

  mutating func end(_ record: Name, line: () -> Int) -> Bool {
    drafts.append((line(), .success(draft)))
    return true
  }
}

/// The placemarks of a KML document, which have to be points, or polygons.
struct RegionKML: RegionXML {
  enum Name: Equatable {
    case placemark, point, ring, coordinates, otherGeometry, data, simpleData, value
    case label(RegionColumn)
  }

  let names = XMLNames<Name>(
    [("Placemark", .placemark)]
      + RegionColumn.elements(in: .kml, of: [.name, .description]).map { ($0.0, .label($0.1)) } + [
        ("Point", .point), ("coordinates", .coordinates), ("LinearRing", .ring),
        ("LineString", .otherGeometry), ("Polygon", .otherGeometry), ("Track", .otherGeometry),
        ("Model", .otherGeometry), ("Data", .data), ("SimpleData", .simpleData), ("value", .value),
      ])

  private(set) var shapes: [(line: Int, mistake: Diagnosis)] = []
  private(set) var drafts: [(line: Int, draft: Result<RegionDraft, Diagnosis>)] = []
  private var draft = RegionDraft()
  private var points = 0
  private var unreadable: String?
  private var rings: [[Coordinate]] = []
  private let choice: ColumnChoice?
  /// The name of the field in ExtendedData whose value follows.
  private var field = ""

  init(_ choice: ColumnChoice?) { self.choice = choice }

  mutating func begin(_ element: Name) -> XMLInterest {
    draft = RegionDraft()
    points = 0
    unreadable = nil
    rings = []
    field = ""
    return element == .placemark ? .record : .none
  }

  func isRecord(_ element: Name) -> Bool { element == .placemark }

  func isValue(_ element: Name, in parent: Name?, isOwn: Bool) -> Bool {
    switch element {
    case .label: parent == .placemark
    case .coordinates: parent == .point || parent == .ring
    case .value: parent == .data
    case .simpleData: true
    case .placemark, .point, .ring, .otherGeometry, .data: false
    }
  }

  mutating func take(_ attribute: Name, of element: Name, _ text: String) {
    if attribute == .label(.name), element == .data || element == .simpleData { field = text }
  }

  /// Takes a value of ExtendedData, such as a radius or what the user chose as the identifier.
  private mutating func take(_ text: Span<UInt8>) {
    if choice?.name(of: .identifier) == field { draft.labels[.identifier] = text.trimmedText }
    let chosen = choice?.name(of: .radius)
    // The short names of a radius are often a map's own.
    guard chosen.map({ $0 == field }) ?? field.lowercased().hasPrefix("radius"),
      RegionColumn(field) == .radius || chosen != nil, draft.radius == nil, !text.trimmed.isEmpty
    else { return }
    draft.radius = LengthUnit.length(text, factor: RegionColumn.radius.size(field) ?? 1) ?? .nan
  }

  mutating func take(_ value: Name, _ text: Range<Int>, of bytes: Span<UInt8>) {
    let text = bytes.extracting(text)
    switch value {
    case .label(let label): draft.labels[label] = text.trimmedText
    case .coordinates:
      let tuples = text.trimmedText.split(whereSeparator: { $0.isWhitespace })
      // The places of a ring are parted by blanks; within one place there may be blanks, too.
      if tuples.count > 3 {
        rings.append(
          tuples.map { Self.place($0) ?? Coordinate(latitude: .nan, longitude: .nan) })
      } else if let place = Self.place(text.trimmedText[...]) {
        (draft.latitude, draft.longitude) = (place.latitude, place.longitude)
        points += 1
      } else if !tuples.isEmpty, tuples.count < 3 {
        unreadable = text.trimmedText
      }
    case .value, .simpleData:
      take(text)
      field = ""
    case .placemark, .point, .ring, .otherGeometry, .data: break
    }
  }

  private static func place(_ text: Substring) -> Coordinate? {
    let numbers = text.split(separator: ",").map { Double(decimal: Array($0.utf8).span) }
    guard 2...3 ~= numbers.count, let longitude = numbers[0], let latitude = numbers[1] else {
      return nil
    }
    return Coordinate(latitude: latitude, longitude: longitude)
  }

  mutating func end(_ record: Name, line: () -> Int) -> Bool {
    if points == 0, rings.isEmpty, unreadable == nil {
      shapes.append(
        (line(), Diagnosis("a placemark that is no point", help: "give a Point: \(Self.oneCircle)"))
      )
    } else {
      drafts.append((line(), outcome))
    }
    return true
  }

  private static let oneCircle = "a region is a circle around one place"

  private var outcome: Result<RegionDraft, Diagnosis> {
    if !rings.isEmpty {
      var draft = draft
      draft.polygon = RegionPolygon(
        kind: "Polygon", subject: "placemark", key: nil, rings: rings)
      return .success(draft)
    }
    if let unreadable {
      return .failure(
        Diagnosis(
          "no place: \(unreadable.quotedExcerpt())", help: "write longitude,latitude in degrees"))
    }
    if points == 1 { return .success(draft) }
    return .failure(
      Diagnosis(
        "a placemark of \(points) points", help: "make a placemark of each: \(Self.oneCircle)"))
  }
}
