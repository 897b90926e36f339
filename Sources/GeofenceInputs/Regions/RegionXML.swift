import GeofenceBytes
import GeofenceCore

/// A format of regions that is written in XML.
protocol RegionXML: XMLHandler {
  /// The drafts of the regions, or the mistakes in them, each with its line.
  var drafts: [(line: Int, draft: Result<RegionDraft, Diagnosis>)] { get }

  init()
}

extension RegionXML {
  static func inspect(_ reader: inout XMLReader, source: String, options: RegionReader.Options)
    throws(InputError) -> RegionReader.Inspection
  {
    var format = Self()
    try reader.read(&format)
    var inspection = RegionReader.Inspection(source: source)
    for (line, draft) in format.drafts {
      inspection.add(at: .line(line)) { () throws(Diagnosis) in
        try draft.get().region(defaultRadius: options.defaultRadius)
      }
    }
    return inspection
  }
}

extension RegionReader {
  /// Reads the regions of an XML document, whose root determines the format.
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

/// The waypoints of a GPX document.
struct RegionGPX: RegionXML {
  enum Name { case waypoint, latitude, longitude, name, description, radius }

  let names = XMLNames<Name>([
    "wpt": .waypoint, "lat": .latitude, "lon": .longitude, "name": .name, "desc": .description,
    "radius": .radius, "Proximity": .radius,
  ])

  private(set) var drafts: [(line: Int, draft: Result<RegionDraft, Diagnosis>)] = []
  private var draft = RegionDraft()

  init() {}

  mutating func begin(_ element: Name) -> XMLInterest {
    draft = RegionDraft()
    return element == .waypoint ? .record : .none
  }

  func isRecord(_ element: Name) -> Bool { element == .waypoint }

  func isValue(_ element: Name, in parent: Name?, isOwn: Bool) -> Bool {
    element == .radius || isOwn && parent == .waypoint
  }

  mutating func take(_ value: Name, _ text: Span<UInt8>) {
    switch value {
    case .latitude: draft.latitude = Double(decimal: text)
    case .longitude: draft.longitude = Double(decimal: text)
    case .name: draft.labels[.name] = text.trimmedText
    case .description: draft.labels[.description] = text.trimmedText
    case .radius: draft.radius = LengthUnit.length(text)
    case .waypoint: break
    }
  }

  mutating func end(_ record: Name, line: Int) -> Bool {
    drafts.append((line, .success(draft)))
    return true
  }
}

/// The placemarks of a KML document, which have to be points.
struct RegionKML: RegionXML {
  enum Name { case placemark, name, description, point, coordinates, otherGeometry }

  let names = XMLNames<Name>([
    "Placemark": .placemark, "name": .name, "description": .description, "Point": .point,
    "coordinates": .coordinates, "LineString": .otherGeometry, "LinearRing": .otherGeometry,
    "Polygon": .otherGeometry, "Track": .otherGeometry, "Model": .otherGeometry,
  ])

  private(set) var drafts: [(line: Int, draft: Result<RegionDraft, Diagnosis>)] = []
  private var draft = RegionDraft()

  init() {}

  mutating func begin(_ element: Name) -> XMLInterest {
    draft = RegionDraft()
    return element == .placemark ? .record : .none
  }

  func isRecord(_ element: Name) -> Bool { element == .placemark }

  func isValue(_ element: Name, in parent: Name?, isOwn: Bool) -> Bool {
    switch element {
    case .name, .description: parent == .placemark
    case .coordinates: parent == .point
    case .placemark, .point, .otherGeometry: false
    }
  }

  mutating func take(_ value: Name, _ text: Span<UInt8>) {
    switch value {
    case .name: draft.labels[.name] = text.trimmedText
    case .description: draft.labels[.description] = text.trimmedText
    case .coordinates:
      let parts = text.trimmedText.split(separator: ",").map { Array($0.utf8) }
      guard parts.count >= 2 else { return }
      let (longitude, latitude) = (parts[0], parts[1])
      draft.longitude = Double(decimal: longitude.span)
      draft.latitude = Double(decimal: latitude.span)
    case .placemark, .point, .otherGeometry: break
    }
  }

  mutating func end(_ record: Name, line: Int) -> Bool {
    let isPlace = draft.latitude != nil && draft.longitude != nil
    drafts.append(
      (
        line,
        isPlace
          ? .success(draft)
          : .failure(
            Diagnosis(
              "a placemark that is no point",
              help: "give a Point: a region is a circle around one place"))
      ))
    return true
  }
}
