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
    case track(Track)
    case regions(RegionReader.Inspection)
    case mistake(InputError)
  }

  /// A track as far as it can be read.
  package struct Track {
    package var devices: [EngineMessage.Device]
    package let report: TrackReport
    /// The error that ended it.
    package let failure: InputError?
  }

  /// Reads the file as regions or, where it has none or is plainly a track, as a track.
  ///
  /// - Complexity: that of the readers.
  package func read() -> Reading {
    do throws(InputError) {
      let options = RegionReader.Options(defaultRadius: radius, polygons: .enclose)
      var files = [try RegionReader.inspect(bytes, source: name, options: options)]
      if isTrack(not: files[0]), case .track(let track) = readTrack(),
        // Places that name when each was written are no drive.
        isXML || !files[0].mistakes.isEmpty || !track.report.isDoubtful
      {
        return .track(track)
      }
      RegionReader.dropTwins(in: &files)
      if let mistake = files[0].mistakes.first { return .mistake(mistake) }
      files[0].notes +=
        Plausibility.warnings(aboutRadiiOf: files[0].regions, of: name) + ofWaypoints
      return .regions(files[0])
    } catch {
      return readTrack(or: error)
    }
  }

  private var isXML: Bool { bytes.first { !ASCII.isBlank($0) } == ASCII.lessThan }

  /// Returns true if the file is a track whose places could be taken for regions: the waypoints beside
  /// the track of a map, or the rows of a table without a radius that have times.
  private func isTrack(not regions: RegionReader.Inspection) -> Bool {
    (isXML || regions.usesDefaultRadius && regions.regions.allSatisfy { $0.shape == nil })
      && TrackReader.isTrack(bytes)
  }

  /// The note on a file of waypoints, which could be meant as a track, too.
  private var ofWaypoints: [Finding] {
    guard isXML else { return [] }
    let said = InputError(
      source: name, problem: "its waypoints are taken as regions, not as a track",
      help: "a track is a trk of GPX, or a LineString or gx:Track of KML with its times")
    return [Finding(.note, .assumed, said)]
  }

  /// - Parameter mistake: what kept it from being read as regions, which is said of a file that no
  ///   reader of tracks knows either.
  private func readTrack(or mistake: InputError? = nil) -> Reading {
    var devices: [EngineMessage.Device] = []
    func begin(_: Int, _ name: String?) { devices.append(.init(name: name, fixes: [])) }
    var reader = TrackReader(bytes: bytes, name: name)
    var failure: InputError?
    do throws(InputError) {
      try reader.read(newDevice: begin) { fix, device in
        devices[device].fixes.append(fix)
        return true
      }
    } catch {
      failure = error
    }
    guard devices.contains(where: { !$0.fixes.isEmpty }) else {
      return .mistake(
        failure ?? mistake ?? InputError(source: name, problem: "there is no fix in it"))
    }
    return .track(Track(devices: devices, report: reader.report, failure: failure))
  }
}

extension PlaygroundFile.Reading {
  package var json: String {
    switch self {
    case .mistake(let mistake):
      EngineJSON.object([("error", mistake.description.jsonText)])
    case .track(let track):
      EngineJSON.object([
        ("devices", EngineJSON.list(track.devices.map { Self.json($0) })),
        ("findings", Self.json(Finding.about(track.report, nil))),
        ("error", track.failure.map { $0.description.jsonText }),
        ("summary", Self.summary(track.devices.reduce(0) { $0 + $1.fixes.count }, "fix", "fixes")),
      ])
    case .regions(let file):
      EngineJSON.object([
        ("regions", EngineJSON.list(file.regions.map { Self.json($0) })),
        ("findings", Self.json(file.notes)),
        ("summary", Self.summary(file.regions.count, "region")),
        ("usesRadius", file.usesDefaultRadius ? "true" : nil),
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
