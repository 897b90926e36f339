import GeofenceBytes
import GeofenceCore
import GeofenceWriting

/// A figure of a run with its definition, which a page shows on tap and in print.
struct Figure {
  let name: String
  let value: String
  let meaning: String
  /// The tone of a figure that is a problem; `nil` for any other.
  var tone: Verdict.Tone?

  static func all(of run: ReportedRun) -> [Figure] {
    let (counts, verdict, delays) = (run.counts, run.verdict, run.strategy.account.delays)
    var figures: [Figure] = []
    func add(
      _ name: String, _ value: String, _ meaning: String, if isShown: Bool = true,
      _ tone: Verdict.Tone? = nil
    ) {
      if isShown { figures.append(Figure(name: name, value: value, meaning: meaning, tone: tone)) }
    }
    add(
      "arrivals and departures", "\(verdict.asked)",
      "How often a device came into a region or left it, by plain geometry, as far as the app asks "
        + "for it.")
    add("in time", "\(verdict.inTime)", "Those that the app received within 5 minutes.")
    add(
      "missed", "\(verdict.missed)",
      "Those of which the app never received an event. Each has one cause: the first thing, in time, "
        + "that kept it from the app.", verdict.missed > 0 ? .bad : nil)
    add(
      "late or early", "\(verdict.late + verdict.early)",
      "Those that the app received more than 5 minutes after, or before by a larger circle.",
      if: verdict.late + verdict.early > 0, .open)
    add(
      "undecidable", "\(verdict.undecidable)",
      "Those of which the recording leaves open what became of them.", if: verdict.undecidable > 0,
      .open)
    add(
      "jitter", "\(verdict.filtered)",
      "Departures that are taken back within seconds, with the arrival beside each: the rules are "
        + "there to filter them out.", if: verdict.filtered > 0)
    let faults = max(run.falseEvents, verdict.events.outside + verdict.events.repeated)
    add(
      "false", "\(faults)",
      "The events that have no arrival or departure of their region behind them.",
      if: faults > 0, .bad)
    if let comparison = run.report.expectations?.comparison {
      let differences = comparison.differences.count
      add(
        "not as expected", "\(differences)",
        "The events that are missing, unexpected or at another time, compared with the recording; "
          + "\(counted(comparison.counts.met, "event")) came as expected.",
        differences > 0 ? .bad : nil)
    }
    add(
      "reach", counts.reach.text,
      "The share of what happened and is decided that reached the app: what a user of the app "
        + "notices.", if: counts.geometry > 0)
    add(
      "recall", counts.recall.text,
      "The app's own score: of what the rules of the system confirm with every region registered all "
        + "the time, the share that reached the app.", if: counts.geometry > 0)
    if let median = delays.median, let worst = delays.worst {
      add(
        "delay, median", Self.spoken(median),
        "The time from the true crossing, the first fix on the other side of the boundary, to the "
          + "event that the app received; half of the delays are shorter.")
      add("delay, worst", Self.spoken(worst), "The longest of the delays from the true crossing.")
    }
    return figures + trials(of: run)
  }

  private static func trials(of run: ReportedRun) -> [Figure] {
    guard let trials = run.report.trials, let trial = run.trial else { return [] }
    let words =
      "in \(counted(trials.trials, "trial")), each with other location updates; the "
      + "brackets hold nine of ten trials."
    return [
      ("recall in trials", trial.recall, "The mean of the recall \(words)"),
      ("reach in trials", trial.reach, "The mean of the reach \(words)"),
    ].compactMap { name, spread, meaning in
      spread.map { Figure(name: name, value: $0.text, meaning: meaning) }
    }
  }

  private static func spoken(_ interval: Interval) -> String {
    (interval.milliseconds < 0 ? "−" : "") + interval.spoken
  }
}

extension Spread {
  /// The mean in per cent with the range that holds nine of ten trials.
  var text: String {
    "\((mean * 100).tenths.plain) % (\((within.lowerBound * 100).rounded().plain)–"
      + "\((within.upperBound * 100).rounded().plain))"
  }
}
