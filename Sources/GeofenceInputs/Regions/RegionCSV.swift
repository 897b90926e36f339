import GeofenceBytes

enum RegionCSV {
  static func inspect(_ source: consuming ByteSource, options: RegionReader.Options)
    throws(InputError) -> RegionReader.Inspection
  {
    let slots = RegionColumn.slots.chosen(by: options.columns)
    var table = try DelimitedTable(source, slots)
    try table.requireRegions()
    let hasAxes = table.header.assumesAxes(slots)
    let isSwapped = options.columns?.isLongitudeFirst == true
    let areApart = table.has(RegionColumn.latitude.slot) || table.has(RegionColumn.longitude.slot)
    var placeColumns = areApart ? [] : table.rivals(for: RegionColumn.position.slot, slots)
    if !placeColumns.isEmpty { table.awaitChoice() }
    let labels = RegionColumn.labels.filter { table.has($0.slot) }
    let sizes = RegionColumn.allCases.map { table.size($0) }
    var inspection = RegionReader.Inspection(source: table.source.name, ofBytes: table.source.count)
    var (rows, sides, hasAssumedOrder) = (0, [String](), false)
    var others = Set<String>()
    let names = table.header.names
    let dwellColumns = table.header.otherColumns.filter { RegionKeys.isOfDwells(names[$0]) }
    while true {
      do throws(InputError) {
        guard try table.next() else { break }
      } catch {
        // Nothing can be read after this error; mistakes before it come first.
        inspection.mistakes.append(error)
        break
      }
      let isUndecided = !placeColumns.isEmpty
      table.fill(RegionColumn.position.slot, from: &placeColumns) {
        PlaceText($0) != nil || RegionPolygon(wkt: $0.text, subject: "place", key: nil) != nil
      }
      if rows == 0 { sides = table.sides(RegionColumn.sides, options.columns) }
      rows += 1
      inspection.add(onLine: table.line, options) { () throws(Diagnosis) in
        guard !table.isTooLong else {
          throw Diagnosis(
            "the row has more fields than the header",
            help: "numbers have decimal points, and a text with a comma stands in quotation marks")
        }
        var draft = try draft(table, labels, sizes, longitudeFirst: isSwapped)
        if draft.isNowhere { draft.findBeacon(by: table.otherNamesInRow) }
        for column in dwellColumns {
          let no = ["", "0", "false", "no"]
          draft.takeDwells(
            names[column], isAsked: !no.contains(table.otherText(column)?.lowercased() ?? ""))
        }
        hasAssumedOrder = hasAssumedOrder || draft.assumedOrder != nil
        others.formUnion(draft.otherKeys)
        return draft
      }
      if isUndecided, placeColumns.isEmpty { table.endChoice() }
    }
    if inspection.beacons > 0 {
      inspection.passOver("\(counted(inspection.beacons, "beacon")) passed over: no circle")
    }
    if !sides.isEmpty {
      inspection.note(
        .assumed, "\(sides.listed()) taken as the sides of the coordinates: N, S, E, W",
        help: "--region-columns northSouth=NAME,eastWest=NAME names others, - none")
    }
    if hasAssumedOrder, let column = table.header.columns[RegionColumn.position.slot],
      !table.header.names.isEmpty, !TrackColumn.isLatitudeFirst(table.header.names[column])
    {
      inspection.noteOrder(in: table.header.names[column])
    }
    let passed =
      table.header.otherNames.filter { !RegionKeys.isOfDwells($0) } + others.sorted()
    if !passed.isEmpty {
      inspection.note(
        .unknownColumn, "columns passed over: \(passed.listed(limit: 12))",
        help: "if one of them is wanted, name it with --region-columns")
    }
    if hasAxes {
      inspection.note(
        .assumed, "x is taken as the longitude and y as the latitude, in degrees",
        help: "--region-columns latitude=x,longitude=y says otherwise")
    }
    return inspection
  }

  private static func draft(
    _ table: borrowing DelimitedTable, _ labels: [RegionColumn], _ sizes: [Double?],
    longitudeFirst: Bool
  ) throws(Diagnosis) -> RegionDraft {
    var draft = RegionDraft()
    for label in labels where label == labels[0] || !table.isBlank(label.slot) {
      draft.labels[label] = table.text(label.slot)
    }
    draft.latitude = try degrees(table, .latitude, .northSouth, sizes)
    draft.longitude = try degrees(table, .longitude, .eastWest, sizes)
    draft.sides.north = table.side(RegionColumn.sides[0])
    draft.sides.east = table.side(RegionColumn.sides[1])
    if !table.has(RegionColumn.latitude.slot), !table.has(RegionColumn.longitude.slot) {
      try draft.takePosition(
        table.text(RegionColumn.position.slot), key: nil, longitudeFirst: longitudeFirst)
    }
    if let column = table.header.columns[RegionColumn.unit.slot],
      !table.isBlank(RegionColumn.unit.slot)
    {
      let name = table.header.names.isEmpty ? "unit" : table.header.names[column]
      try draft.takeUnit(table.text(RegionColumn.unit.slot), name)
    }
    let factor = draft.metres(ofUnit: sizes[RegionColumn.radius.slot])
    draft.radius = try number(table, .radius) { cell in
      LengthUnit.length(cell, factor: factor, comma: table.header.hasDecimalComma)
    }
    if table.has(RegionColumn.events.slot), !table.isBlank(RegionColumn.events.slot) {
      draft.asked = AskedEvents([table.text(RegionColumn.events.slot)])
      if draft.asked == nil {
        throw AskedEvents.mistake("events", table.excerpt(RegionColumn.events.slot))
      }
    }
    for column in [RegionColumn.enabled, .disabled] where table.has(column.slot) {
      draft.take(table.text(column.slot), column)
    }
    if let flag = try flag(table, .notifyOnEntry) { draft.notifyOnEntry = flag }
    if let flag = try flag(table, .notifyOnExit) { draft.notifyOnExit = flag }
    return draft
  }

  private static func degrees(
    _ table: borrowing DelimitedTable, _ column: RegionColumn, _ sides: Hemispheres,
    _ sizes: [Double?]
  ) throws(Diagnosis) -> Double? {
    try number(table, column) { cell in
      Double(degrees: cell, sides, comma: table.header.hasDecimalComma)
        .map { $0 * (sizes[column.slot] ?? 1) }
    }
  }

  private static func number(
    _ table: borrowing DelimitedTable, _ column: RegionColumn, _ read: (Span<UInt8>) -> Double?
  ) throws(Diagnosis) -> Double? {
    guard table.has(column.slot), !table.isBlank(column.slot) else { return nil }
    if let number = table.withCell(column.slot, read), number.isFinite { return number }
    throw RegionDraft.diagnosis(
      "\(column)", "the \(column) \(table.excerpt(column.slot)) is not a finite number",
      help: "write a decimal number")
  }

  private static func flag(_ table: borrowing DelimitedTable, _ column: RegionColumn)
    throws(Diagnosis) -> Bool?
  {
    guard table.has(column.slot), !table.isBlank(column.slot) else { return nil }
    switch table.text(column.slot).lowercased() {
    case "true", "yes", "1": return true
    case "false", "no", "0": return false
    default:
      throw RegionDraft.diagnosis(
        "\(column)", "\(column) is \(table.excerpt(column.slot))", help: "write true or false")
    }
  }
}

extension DelimitedTable {
  fileprivate func requireRegions() throws(InputError) {
    var missing = [RegionColumn.latitude, .longitude].filter { !has($0.slot) }
    if missing.count == 2, has(RegionColumn.position.slot) { missing = [] }
    if !RegionColumn.labels.contains(where: { has($0.slot) }) { missing.insert(.identifier, at: 0) }
    if let name = header.name(RegionColumn.radius.slot),
      let unit = RegionColumn.radius.unknownUnit(name)
    {
      throw unknownUnit(RegionColumn.radius, unit)
    }
    guard !missing.isEmpty else { return }
    throw headerError(
      missing: missing.map { $0.word }, accepted: missing.map { $0.shownNames },
      ("--region-columns", "identifier,latitude,longitude,-"))
  }

  fileprivate func size(_ column: RegionColumn) -> Double? {
    header.columns[column.slot].flatMap {
      header.names.isEmpty ? nil : column.size(header.names[$0])
    }
  }
}
