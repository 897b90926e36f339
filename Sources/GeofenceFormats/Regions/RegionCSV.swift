import GeofenceCore

/// A CSV file of regions.
enum RegionCSV {
  private enum Slot: Int, CaseIterable {
    case identifier, latitude, longitude, radius, notifyOnEntry, notifyOnExit

    var names: [String] {
      switch self {
      case .identifier: ["identifier", "id", "name", "desc"]
      case .latitude: TrackColumn.latitude.names
      case .longitude: TrackColumn.longitude.names
      case .radius: ["radius", "rad", "r"]
      case .notifyOnEntry: ["notifyonentry"]
      case .notifyOnExit: ["notifyonexit"]
      }
    }
  }

  /// - Throws: an error when there is no table of regions, or it breaks off.
  static func inspect(_ source: consuming ByteSource, options: RegionReader.Options)
    throws(InputError) -> RegionReader.Inspection
  {
    var table = try DelimitedTable(source, slots: Slot.allCases.map(\.names))
    for slot in [Slot.identifier, .latitude, .longitude]
    where !table.has(slot.rawValue) {
      throw InputError(
        source: table.source.name, place: .line(table.header.line),
        problem:
          "no \(slot) column among \(table.header.names.prefix(12).map { $0.quotedExcerpt() }.joined(separator: ", "))",
        help: "name it one of \(slot.names.joined(separator: ", "))")
    }
    var inspection = RegionReader.Inspection(source: table.source.name)
    while true {
      do throws(InputError) {
        guard try table.next() else { break }
      } catch {
        // After this nothing can be read; what was wrong before it comes first.
        inspection.mistakes.append(error)
        break
      }
      let place = InputError.Place.line(table.line)
      do {
        let region = try draft(table).region(defaultRadius: options.defaultRadius)
        inspection.found.append(RegionReader.Found(region: region, place: place))
      } catch {
        let diagnosis = Diagnosis(error.problem, help: error.help, at: place)
        inspection.mistakes.append(InputError(diagnosis, source: table.source.name))
      }
    }
    return inspection
  }

  private static func draft(_ table: borrowing DelimitedTable) throws(Diagnosis)
    -> RegionDraft
  {
    var draft = RegionDraft()
    draft.identifier = table.text(Slot.identifier.rawValue)
    draft.latitude = try number(table, .latitude)
    draft.longitude = try number(table, .longitude)
    draft.radius = try number(table, .radius)
    draft.notifyOnEntry = try flag(table, .notifyOnEntry)
    draft.notifyOnExit = try flag(table, .notifyOnExit)
    return draft
  }

  /// - Returns: `nil` where the cell is empty.
  private static func number(_ table: borrowing DelimitedTable, _ slot: Slot)
    throws(Diagnosis) -> Double?
  {
    guard table.has(slot.rawValue), !table.isBlank(slot.rawValue) else { return nil }
    if let number = table.number(slot.rawValue), number.isFinite { return number }
    throw RegionDraft.diagnosis(
      "\(slot)", "the \(slot) \(table.excerpt(slot.rawValue)) is not a finite number",
      help: "write a decimal number")
  }

  private static func flag(_ table: borrowing DelimitedTable, _ slot: Slot)
    throws(Diagnosis) -> Bool
  {
    guard table.has(slot.rawValue), !table.isBlank(slot.rawValue) else { return true }
    switch table.text(slot.rawValue).lowercased() {
    case "true", "yes", "1": return true
    case "false", "no", "0": return false
    default:
      throw RegionDraft.diagnosis(
        "\(slot)", "\(slot) is \(table.excerpt(slot.rawValue))", help: "write true or false")
    }
  }
}
