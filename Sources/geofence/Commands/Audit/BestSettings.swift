import GeofenceBytes
import GeofenceCore

extension AuditOptions {
  /// Writes the settings of the best strategy where they are asked for, as a whole.
  ///
  /// - Throws: an error of kind `creating` or `writing`.
  func write(best strategy: AuditStrategy) throws(InputError) {
    guard let path = best else { return }
    var options = simulation
    options.settings = strategy.settings
    try WholeFile.write("\(JSONText.pretty(options.writtenSettings))\n".utf8, to: path)
  }
}
