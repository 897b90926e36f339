import Foundation
import GeofenceCore

struct Calibration {
  private struct Row: Sendable {
    let what: String
    let published: String
    let figure: @Sendable (Runs) throws -> Figure
  }

  private struct Figure {
    let text: String
    let isMet: Bool
  }

  private final class Runs {
    let model: PositioningModel
    let count: Int
    private var visits: [Visit: [Visit.Outcome]] = [:]

    init(_ model: PositioningModel, count: Int) {
      self.model = model
      self.count = count
    }

    func of(_ visit: Visit) throws -> [Visit.Outcome] {
      let outcomes = try visits[visit] ?? visit.outcomes(model, count)
      visits[visit] = outcomes
      return outcomes
    }
  }

  private static let walk = 1.4
  private static let drive = 13.9

  private static func visits(_ speeds: [Double], _ radii: [Double]) -> [Visit] {
    speeds.flatMap { speed in radii.map { Visit(speed: speed, radius: $0) } }
  }

  /// Returns the row of a distance past the edge, in metres, that `share` of some visits stay
  /// within.
  private static func distance(
    _ what: String, _ published: String, _ visits: [Visit],
    _ event: @escaping @Sendable (Visit.Outcome) -> Visit.Outcome.Told?, share: Double? = nil,
    isMet: @escaping @Sendable (Double) -> Bool
  ) -> Row {
    Row(what: what, published: published) { runs in
      let places = try visits.flatMap { try runs.of($0).compactMap { event($0)?.distance } }
      let found =
        share.map { places.map(\.magnitude).quantile($0) } ?? places.quantile(0.5)
      return Figure(text: metres(found), isMet: found.map(isMet) ?? false)
    }
  }

  private static func share(
    _ what: String, _ published: String, _ visits: [Visit], atLeast least: Double,
    _ counts: @escaping @Sendable (Visit.Outcome) -> Bool
  ) -> Row {
    Row(what: what, published: published) { runs in
      let outcomes = try visits.flatMap { try runs.of($0) }
      let share = Double(outcomes.count(where: counts)) / Double(outcomes.count)
      return Figure(text: "\(Int((share * 100).rounded())) %", isMet: share >= least)
    }
  }

  private static let rows = [
    Row(
      what: "report after the boundary, mean, r 100 to 400 m", published: "3 to 5 min or less (1)"
    ) { runs in
      let delays = try visits([walk, drive], [100, 200, 400]).flatMap { visit in
        try runs.of(visit).flatMap { [$0.enter?.delay, $0.exit?.delay] }.compactMap(\.self)
      }
      let mean = delays.reduce(0, +) / Double(max(1, delays.count))
      return Figure(text: "\(Int(mean.rounded())) s", isMet: !delays.isEmpty && mean <= 300)
    },
    distance(
      "enter, past the edge, on foot, median", "at the edge (7, 18)",
      visits([walk], [100, 155, 200]), \.enter, isMet: { $0.magnitude <= 25 }),
    distance(
      "exit, past the edge, on foot, median", "50 to 200 m (8, 9, 10)",
      visits([walk], [50, 100, 200]), \.exit, isMet: (45...205).contains),
    share(
      "60 m circle, a visit delivered", "97 % (12)", visits([walk, drive], [60]), atLeast: 0.92
    ) {
      $0.enter != nil
    },
    distance(
      "the same on foot, metres from the door", "near the building (12)", visits([walk], [60]),
      \.enter, isMet: { $0.magnitude <= 100 }),
    distance(
      "the same by car, farthest of 20", "up to nearly 1,000 m (12)", visits([drive], [60]),
      \.enter, share: 0.95, isMet: (300...1500).contains),
    distance(
      "exit by car, past the edge, median", "359 to 1,597 m (observed events)",
      visits([drive], [300]), \.exit, isMet: (300...1600).contains),
    distance(
      "exit by bike, past the edge, median", "192 to 411 m (103: the middle half)",
      visits([4.5], [100]), \.exit, isMet: (192...411).contains),
    Row(
      what: "8 h at rest, from 100 m inside to 100 m outside, events at most",
      published: "0 in 204 h (108)"
    ) { runs in
      var settings = Settings()
      settings.crossing.follow(runs.model)
      let most = try Rest.most(settings, runs.model)
      return Figure(text: String(format: "%.1f", most), isMet: most <= 1)
    },
    Row(
      what: "r 100 m passed on foot, by bike, by car: delivered with 20 s to 0 s on the way in",
      published: "nobody says"
    ) { runs in
      let shares = try [1.4, 4.5, 13.9].map { speed in
        let visit = Visit(speed: speed, radius: 100, stay: Interval(seconds: 0))
        return try [RuleRange.dwell(entering: true).upperBound, Interval(seconds: 0)].map { dwell in
          var settings = Settings()
          settings.crossing.follow(runs.model)
          settings.crossing.outwardDwell = settings.crossing.outwardDwell ?? settings.crossing.dwell
          (settings.crossing.dwell, settings.crossing.spreads.dwellIn) = (dwell, 0)
          let outcomes = try visit.outcomes(settings, runs.model, 100)
          return outcomes.count { $0.enter != nil }
        }
      }
      let ranges = shares.map { $0[0] == $0[1] ? "\($0[0])" : "\($0[0]) to \($0[1])" }
      return Figure(text: ranges.joined(separator: ", ") + " %", isMet: true)
    },
    Row(
      what: "significant changes, on foot: 50 % and 95 % within", published: "750 m, 2,500 m (4)"
    ) { runs in
      let places = try SignificantWalk.distances(runs.model, runs.count)
      guard let middle = places.quantile(0.5), let most = places.quantile(0.95) else {
        return Figure(text: "–", isMet: false)
      }
      return Figure(
        text: "\(metres(middle)), \(metres(most))", isMet: middle <= 800 && most <= 2500)
    },
    share(
      "r 100 m driven through at 35 km/h, missed", "missed (29)",
      [Visit(speed: 9.7, radius: 100, stay: Interval(seconds: 0))], atLeast: 0.25
    ) { $0.enter == nil && $0.exit == nil },
    Row(
      what: "exit beside enter, from the centre, on foot",
      published: "2 to 3 times (11), > 1.5 r (25)"
    ) { runs in
      let outcomes = try runs.of(Visit(speed: walk, radius: 100))
      guard let enter = outcomes.compactMap(\.enter?.distance).quantile(0.5),
        let exit = outcomes.compactMap(\.exit?.distance).quantile(0.5)
      else { return Figure(text: "–", isMet: false) }
      let ratio = (exit + 100) / max(1, enter + 100)
      return Figure(text: String(format: "%.1f", ratio), isMet: (1.5...3.2).contains(ratio))
    },
    Row(what: "spurious tellings a visit", published: "seen (15, 35)") { runs in
      let outcomes = try visits([walk, drive], [100, 200]).flatMap { try runs.of($0) }
      let share = Double(outcomes.reduce(0) { $0 + $1.more }) / Double(outcomes.count)
      return Figure(text: String(format: "%.2f", share), isMet: share <= 1)
    },
  ]

  static func table() throws -> [String] {
    // The published figures are of iPhones, as are the rules that play the tracks.
    let presets = PositioningPreset.all.filter { $0.name != "android" }
    let head = ["what", "published"] + presets.map(\.name)
    var lines = [
      "| " + head.joined(separator: " | ") + " |", "|" + head.map { _ in "---|" }.joined(),
    ]
    let runs = presets.map { Runs($0.model, count: 400) }
    for row in rows {
      let figures = try runs.map { run in
        let figure = try row.figure(run)
        return figure.isMet ? figure.text : "**\(figure.text)**"
      }
      lines.append("| " + ([row.what, row.published] + figures).joined(separator: " | ") + " |")
    }
    return lines
  }
}

extension [Double] {
  /// Returns the value below which `share` of the numbers lie, from 0 to 1; `nil` for no numbers.
  func quantile(_ share: Double) -> Double? {
    let sorted = sorted()
    guard !sorted.isEmpty else { return nil }
    return sorted[Swift.min(sorted.count - 1, Int(Double(sorted.count) * share))]
  }
}
