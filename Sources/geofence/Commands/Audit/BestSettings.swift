import GeofenceBytes
import GeofenceCore

extension AuditOptions {
  /// Writes the settings of the best strategy where they are asked for, as a whole.
  ///
  /// - Throws: an error of kind `creating` or `writing`.
  ///
  /// - Parameter positioning: the model of the row that agrees most with a phone; `nil` without a
  ///   phone.
  func write(best strategy: AuditStrategy, positioning: String?) throws(InputError) {
    guard let path = best else { return }
    var options = simulation
    options.settings = strategy.settings
    if let positioning { options.positioning = positioning }
    try WholeFile.write("\(JSONText.pretty(options.writtenSettings))\n".utf8, to: path)
  }
}
