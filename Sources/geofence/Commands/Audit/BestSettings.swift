import GeofenceBytes
import GeofenceCore

extension AuditOptions {
  /// Writes the best strategy's settings where they are asked for, with a phone's best positioning.
  func write(best strategy: AuditStrategy, positioning: String?) throws(InputError) {
    guard let path = best else { return }
    var options = simulation
    options.settings = strategy.settings
    if let positioning { options.positioning = positioning }
    try WholeFile.write("\(options.writtenSettings.indented)\n".utf8, to: path)
  }
}
