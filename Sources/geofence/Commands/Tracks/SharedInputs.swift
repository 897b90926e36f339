import GeofenceBytes
import GeofenceCommandLine
import GeofenceCore
import GeofenceInputs
import Synchronization

/// The regions that several runs of one process have in common: each file is read once.
final class SharedInputs: Sendable {
  private struct Key: Hashable {
    let paths: [String]
    let reading: RegionReader.Options
  }

  private struct Read {
    let regions: RegionSet
    let notes: [String]
  }

  private let files = Mutex<[Key: Read]>([:])

  /// Returns the regions that options name. The notes on them are printed for each run.
  func regions(_ options: SimulateOptions) throws(InputError) -> RegionSet {
    let key = Key(paths: options.regions, reading: options.regionReading)
    let read: Read
    if let known = files.withLock({ $0[key] }) {
      read = known
    } else {
      let transcript = Transcript()
      let regions = try transcript.record {
        Result { () throws(InputError) in
          try options.readRegions()
        }
      }.get()
      read = Read(regions: regions, notes: transcript.lines)
      files.withLock { $0[key] = read }
    }
    for line in read.notes { Console.note(line) }
    return read.regions
  }
}
