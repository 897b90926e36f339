import GeofenceBytes
import GeofenceCore

/// A problem of a run that a page shows as a card: everything of one kind that went wrong.
struct Problem {
  struct Moment {
    let device: Int
    let time: Timestamp
    /// The event that is missing or unexpected, such as `enter`.
    let name: String
    let region: RegionIdentifier?
    /// The reasons in whole sentences or clauses.
    let reasons: [String]
    /// The expected event and the delivered one, in words, where an event is not as expected.
    var pair: (expected: String?, came: String?)?
  }

  let kind: ProblemKind
  let count: Int
  let title: String
  let meaning: String
  var moments: [Moment] = []
  /// The findings about the input, for a problem of that kind.
  var doubts: [Doubt] = []
  /// The place of the problem among the others; a heavier one has a smaller number.
  let weight: Int

  static func all(of run: ReportedRun) -> [Problem] {
    let problems =
      run.judged
      + [run.wrongDwells, run.extra, run.unexpected, run.ofPhone, run.nothingCrossed].compactMap(
        \.self)
      + doubts(of: run.report)
    // Sorting in the standard library keeps the order of equals.
    return problems.sorted {
      ($0.weight, -$0.count) < ($1.weight, -$1.count)
    }
  }

  private static func doubts(of report: Report) -> [Problem] {
    [true, false].compactMap { isProblem in
      let doubts = report.doubts.filter { $0.isProblem == isProblem }
      guard !doubts.isEmpty else { return nil }
      let isSevere =
        doubts.contains { $0.severity == .error }
        || isProblem && report.best.counts.geometry == 0
      return Problem(
        kind: .doubts, count: doubts.count,
        title: isProblem
          ? "The input is doubtful" : counted(doubts.count, "note") + " on the input",
        meaning: isProblem
          ? "What the tool found in the tracks and regions makes the result less certain."
          : "The tool read the input so; nothing is wrong with it.",
        doubts: doubts, weight: isSevere ? -1 : isProblem ? 5 : 8)
    }
  }
}
