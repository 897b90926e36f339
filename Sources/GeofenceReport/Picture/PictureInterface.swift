import GeofenceCore
import GeofenceWriting

/// An interface of a report: its best run, and the letters that mark its events on a map.
struct PictureInterface {
  let run: ReportedRun
  let name: String
  let mark: String

  var api: API { run.settings.api }

  /// Returns the interfaces of a report in the order in which they were asked for; none where there
  /// is one alone.
  static func all(of report: Report) -> [PictureInterface] {
    guard let words = InterfaceComparisonText(report.audit) else { return [] }
    return zip(words.numbers, zip(words.names, words.marks)).map { number, words in
      PictureInterface(
        run: ReportedRun(report, strategy: number), name: words.0, mark: words.1)
    }
  }
}
