import GeofenceBytes
import GeofenceCore

/// A reader of the lines and areas in GeoJSON (RFC 7946), one geometry at a time in memory.
package enum BasemapReader {
  fileprivate static let help = "give GeoJSON, as ogr2ogr -f GeoJSON writes it"

  /// Throws an error for a file that is missing or of another kind; `-` cannot be checked early.
  package static func check(path: String) throws(InputError) {
    guard path != "-" else { return }
    var source = try ByteSource(path: path)
    try check(&source)
  }

  private static func check(_ source: inout ByteSource) throws(InputError) {
    while source.count < 4096, try source.fill() {}
    try source.requireEnd()
    try ForeignFile.check(source.prefix(4096), source: source.name, as: .basemap, help: help)
  }

  package static func read(
    path: String, around frame: BasemapFrame, interrupted: @escaping () -> Bool
  ) throws(InputError) -> Basemap {
    try read(try ByteSource(path: path, interrupted: interrupted), around: frame)
  }

  package static func read(text: String, around frame: BasemapFrame) throws(InputError) -> Basemap {
    try read(ByteSource(bytes: Array(text.utf8), name: "basemap"), around: frame)
  }

  private static func read(_ source: consuming ByteSource, around frame: BasemapFrame)
    throws(InputError) -> Basemap
  {
    try check(&source)
    try source.skipByteOrderMark()
    var content = BasemapContent(Basemap(frame))
    var reader = JSONReader<BasemapContent>(source, isSequence: false)
    try reader.read(&content)
    guard content.hasType else {
      throw reader.failure(0, "no GeoJSON: it has no \"type\"", help)
    }
    return content.basemap
  }
}

private struct BasemapContent: JSONHandler {
  enum Name: String { case type, features, geometries, geometry, coordinates }

  private(set) var basemap: Basemap
  private(set) var hasType = false
  private var geometry = BasemapGeometry()
  private var containers: [JSONContainer] = []

  init(_ basemap: Basemap) { self.basemap = basemap }

  func name(of key: Span<UInt8>, at offset: Int) -> Name? {
    Name(rawValue: key.text)
  }

  mutating func begin(_ container: JSONContainer, _ name: Name?, line: Int) throws(Diagnosis)
    -> Bool
  {
    let isElement = containers.last == .array
    switch (container, name) {
    case (.object, nil), (.object, .geometry): break
    case (.object, .features) where isElement, (.object, .geometries) where isElement: break
    case (.array, .features) where !isElement, (.array, .geometries) where !isElement: break
    case (.array, .coordinates):
      if !isElement { geometry.begin() }
      try geometry.open()
    case (.array, nil): throw Diagnosis("a list, not GeoJSON", help: BasemapReader.help)
    case (_, .type): return false
    case (_, let name?): throw misplaced(name)
    }
    containers.append(container)
    return true
  }

  mutating func take(_ value: JSONScalar, _ text: Span<UInt8>, _ name: Name) throws(Diagnosis) {
    switch name {
    case .type where value == .text:
      try geometry.setType(text.text)
      hasType = true
    case .coordinates where containers.last == .array:
      guard value == .number, let number = Double(decimal: text) else { throw misplaced(name) }
      try geometry.append(number)
    default: break
    }
  }

  mutating func end(_ container: JSONContainer, _ name: Name?) throws(Diagnosis) -> Bool {
    containers.removeLast()
    if name == .coordinates { try geometry.close() }
    if container == .object { try geometry.finish(into: &basemap) }
    return true
  }

  func take(prefix: Span<UInt8>) -> Bool { false }

  private func misplaced(_ name: Name) -> Diagnosis {
    Diagnosis(
      containers.last == .array
        ? "not what a list of GeoJSON holds" : "not what \"\(name)\" is in GeoJSON",
      help: BasemapReader.help)
  }
}
