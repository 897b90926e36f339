import GeofenceBytes
import GeofenceCore
import GeofenceWriting

/// A figure of a run with its definition.
struct Figure {
  let name: String
  let value: String
  let meaning: String
  /// The colour and the size of its part of the bar that says what became of everything that was asked
  /// for; `nil` for a figure that is no part of that.
  var part: (colour: String, size: Double)?
  /// Whether it stands below the bar.
  var isShown = false

  static func all(of run: ReportedRun) -> [Figure] { parts(of: run) + others(of: run) }

  /// What became of everything that was asked for; of many trials the mean.
  private static func parts(of run: ReportedRun) -> [Figure] {
    if let trials = run.report.trials, let reach = run.trial?.reach {
      let words =
        "on average of \(counted(trials.trials, "trial")), each with other location updates"
      return [
        Figure(
          name: "reach the app", value: reach.text,
          meaning: "The mean of the reach \(words); the brackets hold nine of ten trials.",
          part: ("enter", reach.mean), isShown: true),
        Figure(
          name: "do not", value: (1 - reach.mean).percent,
          meaning:
            "The share of what happened and is decided that did not reach the app, \(words).",
          part: ("lost", 1 - reach.mean), isShown: true),
      ]
    }
    let verdict = run.verdict
    func part(_ name: String, _ count: Int, _ colour: String, _ meaning: String) -> Figure {
      Figure(
        name: name, value: count.grouped, meaning: meaning, part: (colour, Double(count)),
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
        "Those of which the app never received an event. Each has one cause: the first thing, in "
          + "time, that kept it from the app."),
      part(
        "undecidable", verdict.undecidable, "undecided",
        "Those of which the recording leaves open what became of them."),
      part(
        "jitter", verdict.filtered, "jitter",
        "Departures that are taken back within seconds, with the arrival beside each: the rules are "
          + "there to filter them out."),
    ]
  }

  private static func others(of run: ReportedRun) -> [Figure] {
    let (counts, verdict, delays) = (run.counts, run.verdict, run.strategy.account.delays)
    var figures: [Figure] = []
    func add(_ name: String, _ value: String, _ meaning: String, isShown: Bool = false) {
      figures.append(Figure(name: name, value: value, meaning: meaning, isShown: isShown))
    }
    let faults = max(run.falseEvents, verdict.events.outside + verdict.events.repeated)
    if faults > 0, run.trial == nil {
      add(
        "false", faults.grouped,
        "The events that have no arrival or departure of their region behind them.", isShown: true)
    }
    if let comparison = run.report.expectations?.comparison {
      let differences = comparison.differences.count
      add(
        "not as expected", differences.grouped,
        "The events that are missing, unexpected or at another time, compared with the recording; "
          + "\(counted(comparison.counts.met, "event")) came as expected.", isShown: differences > 0
      )
    }
    if counts.geometry > 0, run.trial == nil {
      add(
        "reach", counts.reach.text,
        "The share of what happened and is decided that reached the app: what a user of the app "
          + "notices.")
      add(
        "recall", counts.recall.text,
        "The app's own score: of what the rules of the system confirm with every region registered "
          + "all the time, the share that reached the app.")
    }
    if let trials = run.report.trials, let recall = run.trial?.recall {
      add(
        "recall", recall.text,
        "The mean of the recall in \(counted(trials.trials, "trial")): of what the rules of the system "
          + "confirm with every region registered all the time, the share that reached the app.")
    }
    if let median = delays.median, let worst = delays.worst {
      add(
        "delay, median", spoken(median),
        "The time from the true crossing, the first fix on the other side of the boundary, to the "
          + "event that the app received; half of the delays are shorter.")
      add("delay, worst", spoken(worst), "The longest of the delays from the true crossing.")
    }
    return figures
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
