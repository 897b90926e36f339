import GeofenceBytes
import GeofenceCore
import GeofenceEngine
import GeofenceInputs

/// A file that somebody gave to a playground: a track or regions, in any format that the tool reads.
///
/// As numbers it is the radius in metres of regions without one of their own, the text of its name, and
/// its bytes, each text and list after its length.
package struct PlaygroundFile {
  private let name: String
  private let bytes: [UInt8]
  private let radius: Double

  package init(name: String, bytes: [UInt8], radius: Double) {
    (self.name, self.bytes, self.radius) = (name, bytes, radius)
  }

  /// Reads a file from numbers; `nil` where they are not whole.
  package init?(_ numbers: [Double]) {
    var rest = numbers[...]
    func readBytes() -> [UInt8]? {
      guard let count = rest.popFirst(), count >= 0, count <= Double(rest.count) else { return nil }
      defer { rest = rest.dropFirst(Int(count)) }
      return rest.prefix(Int(count)).map { UInt8($0) }
    }
    guard let radius = rest.popFirst(), let name = readBytes(), let bytes = readBytes() else {
      return nil
    }
    self.init(name: String(decoding: name, as: UTF8.self), bytes: bytes, radius: radius)
  }

  package var numbers: [Double] {
    func numbers(_ bytes: some Collection<UInt8>) -> [Double] {
      [Double(bytes.count)] + bytes.map { Double($0) }
    }
    return [radius] + numbers(Array(name.utf8)) + numbers(bytes)
  }

  package enum Reading {
    case track([EngineMessage.Device], [Finding])
    case regions([CircularRegion], [Finding])
    case mistake(InputError)
  }

  /// Reads the file as regions or, where it has none, as a track.
  ///
  /// - Complexity: that of the readers.
  package func read() -> Reading {
    do throws(InputError) {
      var options = RegionReader.Options(defaultRadius: radius, polygons: .enclose)
      // Its page always has a radius for them.
      options.saysUnusedRadius = false
      var files = [try RegionReader.inspect(bytes, source: name, options: options)]
      RegionReader.dropTwins(in: &files)
      if let mistake = files[0].mistakes.first { return .mistake(mistake) }
      return .regions(files[0].regions, files[0].notes + ofWaypoints)
    } catch {
      return readTrack(or: error)
    }
  }

  /// The note on a file of waypoints, which could be meant as a track, too.
  private var ofWaypoints: [Finding] {
    guard bytes.first(where: { !ASCII.isBlank($0) }) == ASCII.lessThan else { return [] }
    let said = InputError(
      source: name, problem: "its waypoints are taken as regions, not as a track",
      help: "a track is a trk of GPX, or a LineString or gx:Track of KML with its times")
    return [Finding(.note, .assumed, said)]
  }

  /// - Parameter mistake: what kept it from being read as regions, which is said of a file that no
  ///   reader of tracks knows either.
  private func readTrack(or mistake: InputError) -> Reading {
    var devices: [EngineMessage.Device] = []
    func begin(_: Int, _ name: String?) { devices.append(.init(name: name, fixes: [])) }
    var reader = TrackReader(bytes: bytes, name: name)
    do throws(InputError) {
      try reader.read(newDevice: begin) { fix, device in
        devices[device].fixes.append(fix)
        return true
      }
    } catch {
      return .mistake(error)
    }
    guard devices.contains(where: { !$0.fixes.isEmpty }) else { return .mistake(mistake) }
    return .track(devices, reader.report.remarks)
  }
}

extension PlaygroundFile.Reading {
  package var json: String {
    switch self {
    case .mistake(let mistake):
      EngineJSON.object([("error", mistake.description.jsonText)])
    case .track(let devices, let findings):
      EngineJSON.object([
        ("devices", EngineJSON.list(devices.map { Self.json($0) })),
        ("findings", Self.json(findings)),
        ("summary", Self.summary(devices.reduce(0) { $0 + $1.fixes.count }, "fix", "fixes")),
      ])
    case .regions(let regions, let findings):
      EngineJSON.object([
        ("regions", EngineJSON.list(regions.map { Self.json($0) })),
        ("findings", Self.json(findings)), ("summary", Self.summary(regions.count, "region")),
      ])
    }
  }

  private static func summary(_ count: Int, _ singular: String, _ plural: String? = nil) -> String {
    counted(count, singular, plural).jsonText
  }

  private static func json(_ findings: [Finding]) -> String {
    EngineJSON.list(findings.map { $0.description.jsonText })
  }

  /// The fixes as columns; an accuracy of −1 stands for none.
  private static func json(_ device: EngineMessage.Device) -> String {
    let fixes = device.fixes
    return EngineJSON.object([
      ("name", device.name.map { $0.jsonText }),
      ("time", EngineJSON.list(fixes.map { $0.time.milliseconds })),
      ("latitude", EngineJSON.list(fixes.map { $0.coordinate.latitude })),
      ("longitude", EngineJSON.list(fixes.map { $0.coordinate.longitude })),
      ("accuracy", EngineJSON.list(fixes.map { $0.horizontalAccuracy ?? -1 })),
    ])
  }

  private static func json(_ region: CircularRegion) -> String {
    EngineJSON.object([
      ("identifier", region.identifier.rawValue.jsonText),
      ("name", region.name.map { $0.jsonText }),
      ("latitude", "\(region.center.latitude)"), ("longitude", "\(region.center.longitude)"),
      ("radius", "\(region.radius)"),
      ("flags", "\((region.notifyOnEntry ? 1 : 0) + (region.notifyOnExit ? 2 : 0))"),
      (
        "rings",
        region.shape.map { shape in
          EngineJSON.list(
            shape.rings.map { ring in
              EngineJSON.list(ring.flatMap { [$0.latitude, $0.longitude] })
            })
        }
      ),
    ])
  }
}
