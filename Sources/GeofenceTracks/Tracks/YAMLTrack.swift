import GeofenceBytes

extension TrackFormat {
  static let yaml = TrackFormat(
    "YAML", kinds: ["Home Assistant's history and events in YAML"], endings: ["yaml", "yml"],
    .text({ line, isWhole in isWhole ? YAMLText.begins(line) : nil }, readYAML))

  /// Reads the few events or states that people copy: as a whole, then as the JSON that they are.
  private static func readYAML(_ source: consuming ByteSource, _ filter: inout PointFilter)
    throws(InputError)
  {
    while try source.fill() {}
    let (bytes, name) = (source.prefix(source.count), source.name)
    if source.wasInterrupted { filter.report.wasStopped = true }
    let json: [UInt8]?
    do throws(Diagnosis) { json = try YAMLText.json(of: bytes, from: name) } catch {
      throw InputError(error, source: name)
    }
    try JSONTrack.read(ByteSource(bytes: json ?? bytes, name: name), &filter, called: "YAML")
  }
}
