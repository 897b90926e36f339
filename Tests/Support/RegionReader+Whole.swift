import GeofenceBytes
import GeofenceCore
import GeofenceInputs

extension RegionReader {
  /// Reads the regions of one file as a whole.
  package static func read(path: String, options: Options) throws(InputError) -> RegionSet {
    try joined(files([path], options: options))
  }

  package static func read(_ bytes: [UInt8], source: String, options: Options)
    throws(InputError) -> RegionSet
  {
    let inspection = try inspect(bytes, source: source, options: options)
    if let mistake = inspection.mistakes.first { throw mistake }
    return try joined([inspection])
  }
}
