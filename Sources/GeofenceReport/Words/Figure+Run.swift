import GeofenceBytes
import GeofenceCore
import GeofenceWriting

extension Figure {
  static func all(of run: ReportedRun) -> [Figure] { parts(of: run) + others(of: run) }

  /// What became of everything that was asked for; of many trials the mean.
  private static func parts(of run: ReportedRun) -> [Figure] {
    if let trials = run.report.trials, let reached = run.trial?.reached {
      let words =
        "on average of \(counted(trials.trials, "trial")), each with other location updates"
      return [
        Figure(
          name: "reach the app", value: reached.text,
          meaning: "The share of the arrivals and departures that reached the app, \(words); the "
            + "brackets hold nine of ten trials.",
          kind: "enter", size: reached.mean, isShown: true),
        Figure(
          name: "do not", value: (1 - reached.mean).percent,
          meaning: "The share of those that are decided and did not reach the app, \(words).",
          kind: "lost", size: 1 - reached.mean, isShown: true),
      ]
    }
    return outcomes(of: run.verdict)
  }

  private static func others(of run: ReportedRun) -> [Figure] {
    let (counts, delays) = (run.counts, run.strategy.account.delays)
    var figures: [Figure] = []
    func add(
      _ name: String, _ value: String, _ meaning: String, kind: String = "", isShown: Bool = false
    ) {
      figures.append(
        Figure(name: name, value: value, meaning: meaning, kind: kind, isShown: isShown))
    }
    let faults = run.falseEvents
    if faults > 0, run.trial == nil {
      add(
        "false", faults.grouped,
        "The events that have no arrival or departure of their region behind them.", kind: "false",
        isShown: true)
    }
    if let comparison = run.report.expectations?.comparison {
      let differences = comparison.differences.count
      add(
        "not as expected", differences.grouped,
        "The events that are missing, unexpected or at another time, compared with the recording; "
          + "\(counted(comparison.counts.met, "event")) came as expected.", kind: "difference",
        isShown: differences > 0)
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
