import GeofenceBytes

extension AuditText {
  var comparison: [String] {
    guard let words = InterfaceComparisonText(report) else { return [] }
    let (shown, all) = (words.differences.count, words.partial)
    let part = !isComplete && shown < all ? ", the first \(shown) of \(all) (--all lists them)" : ""
    let lines = table(of: words) + words.lags.map { "  \($0)" }
    // Without rows, as of many trials, there is only to say how much later one was.
    let title =
      shown == 0
      ? "delays of \(words.names.joinedInSentence()) beside each other"
      : "crossings that \(words.names.joinedInSentence()) did not deliver alike\(part)"
    return lines.isEmpty ? [] : ["", title] + lines
  }

  private func table(of words: InterfaceComparisonText) -> [String] {
    let differences = words.differences
    if differences.isEmpty { return [] }
    var table = TextTable(["time", "event", "region"] + words.names + ["why"])
    for difference in differences {
      let crossing = difference.id
      let device = report.name(ofDevice: crossing.device).map { " of \(VisibleText.quoted($0))" }
      table.append(
        [crossing.time.rfc3339, crossing.name.rawValue, name(crossing.region) + (device ?? "")]
          + words.cells(of: difference) + [words.reason(for: difference)])
    }
    return self.lines(of: table)
  }
}
