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
    let (counts, delays) = (run.counts, run.strategy.account.delays)
    var figures: [Figure] = []
    func add(
      _ name: String, _ value: String, _ meaning: String, if isShown: Bool = true,
      _ tone: Verdict.Tone? = nil
    ) {
      if isShown { figures.append(Figure(name: name, value: value, meaning: meaning, tone: tone)) }
    }
    add(
      "crossings", "\(counts.geometry)",
      "How many times a device crossed the boundary of a region, by plain geometry, in a direction "
        + "that the app asks for: what happened.")
    add(
      "reached the app", "\(counts.delivered)",
      "The crossings of which the app received an enter or an exit.")
    add(
      "missed", "\(counts.lost)",
      "The crossings of which the app never received an event. Each has one cause: the first thing, "
        + "in time, that kept it from the app.", counts.lost > 0 ? .bad : nil)
    add(
      "false", "\(run.falseEvents)",
      "The events that the app received without any crossing: an error of a location update made "
        + "them up.", if: run.report.audit.positioning != nil || run.falseEvents > 0,
      run.falseEvents > 0 ? .bad : nil)
    add(
      "late", "\(counts.late)",
      "The crossings that reached the app later than the rules would have confirmed them if every "
        + "region had been registered all the time.", if: counts.late > 0)
    add(
      "undecided", "\(counts.undecided)",
      "The crossings that were neither delivered nor confirmed when the track ended: with a longer "
        + "track they might have reached the app.", if: counts.undecided > 0, .open)
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
      "The share of the decided crossings that reached the app: what a user of the app notices.",
      if: counts.geometry > 0)
    add(
      "recall", counts.recall.text,
      "The share of the confirmed crossings that reached the app: the app's own score, since the "
        + "rules of the system alone would have let all of these through.", if: counts.geometry > 0)
    add(
      "confirmed", "\(counts.confirmed)",
      "The crossings that the rules of the system confirm if every region is registered all the "
        + "time: what a phone could deliver at best.", if: counts.geometry > 0)
    add(
      "unconfirmed", "\(counts.unconfirmed)",
      "The crossings that reached the app though the rules alone would not have confirmed them, "
        + "such as by an initial enter of a region registered while the device was in it.",
      if: counts.unconfirmed > 0)
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
