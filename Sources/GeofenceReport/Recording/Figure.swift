import GeofenceBytes
import GeofenceCore

/// A figure of a run with its definition.
package struct Figure {
  let name: String
  let value: String
  let meaning: String
  /// The kind of events that it counts, by which the page gives it the number of a stretch of time.
  let kind: String
  /// The size of its part of the bar that says what became of everything that was asked for; `nil` for
  /// a figure that is no part of that.
  var size: Double?
  /// True if it stands below the bar.
  var isShown = false

  /// Returns what became of everything that was asked for.
  package static func outcomes(of verdict: VerdictCounts) -> [Figure] {
    func part(_ name: String, _ count: Int, _ kind: String, _ meaning: String) -> Figure {
      Figure(
        name: name, value: count.grouped, meaning: meaning, kind: kind, size: Double(count),
        isShown: count > 0)
    }
    return [
      part(
        "in time", verdict.inTime, "enter",
        "The arrivals and departures, by plain geometry and as far as the app asks for them, that it "
          + "received within 5 minutes."),
      part(
        "late or early", verdict.late + verdict.early, "late",
        "Those that the app received more than 5 minutes after, or before by a larger circle."),
      part(
        "missed", verdict.missed, "lost",
        "Those of which the app never received an event. Each has one cause: an outage, or else the "
          + "first thing, in time, that kept it from the app."),
      part(
        "undecidable", verdict.undecidable, "undecided",
        "Those of which the recording leaves open what became of them."),
      part(
        "jitter", verdict.filtered, "jitter",
        "Departures that are taken back within seconds, with the arrival beside each: the rules are "
          + "there to filter them out."),
    ]
  }

  /// Returns the bar of some figures and, below it, those that are shown, with more beside them.
  package static func html(_ figures: [Figure], beside more: String = "") -> String {
    let sizes = figures.compactMap { figure in figure.size.map { (figure.kind, $0) } }
    let total = sizes.reduce(0) { $0 + $1.1 }
    var (start, bars) = (0.0, "")
    for (kind, size) in sizes where total > 0 {
      bars +=
        "<rect class=\"\(kind)\" data-figure=\"\(kind)\" data-size=\"\(size.plain)\" "
        + "x=\"\((100 * start / total).plain)%\" width=\"\((100 * size / total).plain)%\" "
        + "height=\"100%\"/>"
      start += size
    }
    let items = figures.filter { $0.isShown }.map { figure in
      "<li class=\"\(figure.kind)\" data-figure=\"\(figure.kind)\" title=\"\(figure.meaning.html)\">"
        + "<b>\(figure.value.html)</b> \(figure.name.html)</li>\n"
    }
    let bar = bars.isEmpty ? "" : "<svg class=\"bar\" aria-hidden=\"true\">\(bars)</svg>"
    return
      "<div class=\"outcomes\">\(bar)\n<ul class=\"score\">\n\(items.joined())\(more)</ul></div>\n"
  }
}
