import Foundation
import GeofenceCore
import GeofenceInputs

/// The figures of positioning models beside those published about real phones.
struct Calibration {
  /// A published figure, and the function that computes it for a model.
  private struct Row: Sendable {
    let what: String
    let published: String
    let figure: @Sendable (Runs) throws -> Figure
  }

  /// The figure of a model, and whether it agrees with the published one.
  private struct Figure {
    let text: String
    let isMet: Bool
  }

  /// The visits of one model, simulated when they are first needed.
  private final class Runs {
    let model: PositioningModel
    let count: Int
    private var visits: [String: [Visit.Outcome]] = [:]

    init(_ model: PositioningModel, count: Int) {
      self.model = model
      self.count = count
    }

    func of(_ visit: Visit) throws -> [Visit.Outcome] {
      let key = "\(visit.speed) \(visit.radius) \(visit.stay.milliseconds)"
      let outcomes = try visits[key] ?? visit.outcomes(model, count)
      visits[key] = outcomes
      return outcomes
    }
  }

  private static let walk = 1.4
  private static let drive = 13.9

  private static func visits(_ speeds: [Double], _ radii: [Double]) -> [Visit] {
    speeds.flatMap { speed in radii.map { Visit(speed: speed, radius: $0) } }
  }

  private static let rows = [
    Row(
      what: "report after the boundary, mean, r 100 to 400 m", published: "3 to 5 min or less (1)"
    ) {
      runs in
      let delays = try visits([walk, drive], [100, 200, 400]).flatMap { visit in
        try runs.of(visit).flatMap { [$0.enter?.delay, $0.exit?.delay] }.compactMap(\.self)
      }
      let mean = delays.reduce(0, +) / Double(max(1, delays.count))
      return Figure(text: "\(Int(mean.rounded())) s", isMet: !delays.isEmpty && mean <= 300)
    },
    Row(what: "enter, past the edge, on foot, median", published: "at the edge (7, 18)") { runs in
      let places = try visits([walk], [100, 155, 200]).flatMap { visit in
        try runs.of(visit).compactMap(\.enter?.distance)
      }
      let middle = places.quantile(0.5)
      return Figure(text: metres(middle), isMet: middle.map { $0.magnitude <= 100 } ?? false)
    },
    Row(what: "exit, past the edge, on foot, median", published: "50 to 200 m (8, 9, 10)") { runs in
      let places = try visits([walk], [50, 100, 200]).flatMap { visit in
        try runs.of(visit).compactMap(\.exit?.distance)
      }
      let middle = places.quantile(0.5)
      return Figure(text: metres(middle), isMet: middle.map { (45...205).contains($0) } ?? false)
    },
    Row(what: "60 m circle, told of a visit", published: "97 % (12)") { runs in
      let outcomes = try visits([walk, drive], [60]).flatMap { try runs.of($0) }
      let share = Double(outcomes.count { $0.enter != nil }) / Double(outcomes.count)
      return Figure(text: percent(share), isMet: share >= 0.92)
    },
    Row(what: "the same on foot, metres from the door", published: "near the building (12)") {
      runs in
      let places = try runs.of(Visit(speed: walk, radius: 60)).compactMap(\.enter?.distance)
      let middle = places.quantile(0.5)
      return Figure(text: metres(middle), isMet: middle.map { $0.magnitude <= 100 } ?? false)
    },
    Row(what: "the same by car, farthest of 20", published: "up to nearly 1,000 m (12)") { runs in
      let places = try runs.of(Visit(speed: drive, radius: 60)).compactMap(\.enter?.distance)
      let most = places.map(\.magnitude).quantile(0.95)
      return Figure(text: metres(most), isMet: most.map { (300...1500).contains($0) } ?? false)
    },
    Row(what: "exit by car, past the edge, median", published: "359 to 1,597 m (observed events)") {
      runs in
      let places = try runs.of(Visit(speed: drive, radius: 300)).compactMap(\.exit?.distance)
      let middle = places.quantile(0.5)
      return Figure(text: metres(middle), isMet: middle.map { (300...1600).contains($0) } ?? false)
    },
    Row(what: "significant changes, on foot: 50 % and 95 % within", published: "750 m, 2,500 m (4)")
    {
      runs in
      let places = try SignificantWalk.distances(runs.model, runs.count)
      guard let middle = places.quantile(0.5), let most = places.quantile(0.95) else {
        return Figure(text: "–", isMet: false)
      }
      return Figure(
        text: "\(metres(middle)), \(metres(most))",
        isMet: middle <= 800 && most <= 2500)
    },
    Row(what: "r 100 m driven through at 35 km/h, missed", published: "missed (29)") { runs in
      let visit = Visit(speed: 9.7, radius: 100, stay: Interval(seconds: 0))
      let outcomes = try runs.of(visit)
      let share =
        Double(outcomes.count { $0.enter == nil && $0.exit == nil }) / Double(outcomes.count)
      return Figure(text: percent(share), isMet: share >= 0.25)
    },
    Row(
      what: "exit beside enter, from the centre, on foot",
      published: "2 to 3 times (11), > 1.5 r (25)"
    ) {
      runs in
      let visit = Visit(speed: walk, radius: 100)
      let outcomes = try runs.of(visit)
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

  private static func metres(_ number: Double?) -> String {
    number.map { "\(Int($0.rounded())) m" } ?? "–"
  }

  private static func percent(_ share: Double) -> String { "\(Int((share * 100).rounded())) %" }

  /// Returns the rows of the table.
  static func table(_ files: [String]) throws -> [String] {
    // The published figures are of iPhones, as are the rules that play the tracks.
    let presets = PositioningPreset.all.filter { $0.name != "android" }.map { ($0.name, $0.model) }
    let others = try files.map { ($0, try PositioningReader.read(path: $0)) }
    let models = files.isEmpty ? presets : others
    let head = ["what", "published"] + models.map(\.0)
    var lines = [
      "| " + head.joined(separator: " | ") + " |", "|" + head.map { _ in "---|" }.joined(),
    ]
    let runs = models.map { Runs($0.1, count: 400) }
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
  /// Returns the value below which `share` of the numbers lie, from 0 to 1.
  ///
  /// - Returns: `nil` for no numbers.
  func quantile(_ share: Double) -> Double? {
    let sorted = sorted()
    guard !sorted.isEmpty else { return nil }
    return sorted[Swift.min(sorted.count - 1, Int(Double(sorted.count) * share))]
  }
}
