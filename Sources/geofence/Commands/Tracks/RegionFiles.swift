import GeofenceBytes
import GeofenceCore
import GeofenceInputs
import Synchronization

/// The files of regions that the runs of one process have read, each once.
final class RegionFiles: Sendable {
  struct Contents: Sendable {
    /// The regions as one set; an error where two have an identifier.
    let regions: Result<RegionSet, InputError>
    let findings: [Finding]
    /// The regions of each file by its name.
    let files: [(source: String, regions: [CircularRegion])]
    /// A note on a radius of the options that none of them needs.
    let unusedRadius: Finding?
    /// The regions that the files switch off, by their names.
    let disabled: [String: InputError]
    /// The identifiers of OwnTracks' waypoints by their times.
    let waypoints: [String: String]
  }

  private struct Key: Hashable {
    let paths: [String]
    let reading: RegionReader.Options
  }

  private let known = Mutex<[Key: Contents]>([:])

  /// Returns the contents of the files that options name.
  func contents(_ options: SimulateOptions) throws(InputError) -> Contents {
    let key = Key(paths: options.regions, reading: options.regionReading)
    if let contents = known.withLock({ $0[key] }) { return contents }
    let files = try RegionReader.files(key.paths, options: key.reading)
    let contents = Contents(
      regions: Result { () throws(InputError) in try RegionReader.joined(files) },
      findings: files.flatMap { file in
        file.notes + Plausibility.warnings(aboutRadiiOf: file.regions, of: file.source)
      },
      files: files.map { ($0.source, $0.regions) },
      unusedRadius: RegionReader.unusedRadius(in: files, key.reading),
      disabled: files.disabled, waypoints: files.waypoints)
    known.withLock { $0[key] = contents }
    return contents
  }
}

extension [RegionReader.Inspection] {
  /// The errors about the regions that the files switch off, by their names.
  var disabled: [String: InputError] {
    Dictionary(flatMap(\.disabled).map { ($0.name, $0.message) }) { first, _ in first }
  }

  /// The identifiers of OwnTracks' waypoints by their times.
  var waypoints: [String: String] { Dictionary(flatMap(\.waypoints)) { first, _ in first } }
}
