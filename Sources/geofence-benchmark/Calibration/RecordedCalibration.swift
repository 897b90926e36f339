import Foundation
import GeofenceCore

/// Exits of rules and models beside the delivered; fitted on every other day, judged on the others.
struct RecordedCalibration {
  private let fitting: [Departure]
  private let judging: [Departure]
  private let count: Int

  init(_ recordings: Recordings) throws {
    let (known, all) = try Departure.all(recordings)
    var (fitting, judging): ([Departure], [Departure]) = ([], [])
    for isApple in [true, false] {
      let own = known.filter { $0.isApple == isApple }
      let days = Set(own.map(\.day)).sorted()
      let fitted = Set(stride(from: 0, to: days.count, by: 2).map { days[$0] })
      fitting += own.filter { fitted.contains($0.day) }
      judging += own.filter { !fitted.contains($0.day) }
    }
    (self.fitting, self.judging, count) = (fitting, judging, all)
  }

  fileprivate struct Candidate: Sendable {
    let name: String
    let settings: Settings
    var model: PositioningModel?

    init(
      _ name: String, _ api: API = .clLocationManager, _ model: PositioningModel? = nil,
      cushion: Double? = nil
    ) {
      var settings = Settings(api)
      settings.triggers = []
      if api != .geofencingClient {
        settings.crossing.follow(model)
        settings.crossing.cushion = cushion ?? settings.crossing.cushion
      }
      (self.name, self.settings, self.model) = (name, settings, model)
    }
  }

  private static func candidates(_ isApple: Bool) -> [Candidate] {
    guard isApple else {
      return [
        Candidate("overlap 0.75,0.25, recorded", .geofencingClient),
        Candidate("Core Location's, cushion 50 m, recorded", cushion: 50),
        Candidate("`android`", .geofencingClient, PositioningPreset.android.model),
      ]
    }
    return [200, 100, 50].map { Candidate("cushion \(Int($0)) m, recorded", cushion: $0) }
      + [PositioningPreset.gps, .wifi, .phone].map {
        Candidate("`\($0.name)`", .clLocationManager, $0.model)
      }
  }

  /// Returns the rows of the rules and presets, and of the best models of a fit, on the days of judging.
  func table(with fits: [Fit] = []) throws -> [String] {
    var rows = [
      "| exits | missed | invented | difference, median | within 60 s | delay, 5, 50, 95 % "
        + "| past the boundary, median | distance of the delays (KS) |",
      "|---|---|---|---|---|---|---|---|",
    ]
    for isApple in [true, false] {
      let departures = judging.filter { $0.isApple == isApple }
      let phones = isApple ? "iPhones" : "Androids"
      rows.append(
        "| **\(departures.count) of \(phones)** | | | | | "
          + "\(delays(departures.map(\.delay))) | \(metres(departures.map { $0.depth(at: $0.delivered) }.quantile(0.5))) | |"
      )
      for candidate in Self.candidates(isApple) {
        rows.append(try Score(candidate.settings, candidate.model, departures).row(candidate.name))
      }
      if let best = fits.first(where: { $0.isApple == isApple && $0.holds })?.candidate {
        let score = try Score(best.settings, best.model, departures)
        rows.append(score.row("the best fit: \(best.name)"))
      }
      rows.append(constant(isApple, departures))
    }
    return rows
  }

  /// Returns the row of the constant that fits the other days best: an exit so long after its
  /// crossing. What does no better than that explains nothing of a departure.
  private func constant(_ isApple: Bool, _ departures: [Departure]) -> String {
    let fitted = fitting.filter { $0.isApple == isApple }.map(\.delay).quantile(0.5) ?? 0
    return Score(Interval(seconds: fitted), departures).row(
      "an exit \(Int(fitted.rounded())) s after its crossing")
  }

  /// The number of exits, of those with a known crossing on days of fitting and of judging, and how
  /// far the delays of these days lie apart: no model that fits the ones can fit the others better.
  var summary: String {
    let apart = [true, false].map { isApple in
      let delays = [fitting, judging].map { $0.filter { $0.isApple == isApple }.map(\.delay) }
      return hundredths(greatestDistance(delays[0], delays[1]))
    }
    return "\(count) exits, of which \(fitting.count + judging.count) with a known crossing: "
      + "\(fitting.count) on days for fitting, \(judging.count) on the others; their delays lie "
      + "\(apart[0]) apart for iPhones, \(apart[1]) for Androids (KS)"
  }

  /// A model that was tried, with what it gives on the days of fitting, at rest and on the road.
  struct Fit {
    let isApple: Bool
    fileprivate let candidate: Candidate
    fileprivate let score: Score
    private let rest: Double
    /// The places of enters on foot and of exits on foot, by bike and by car, in metres past the
    /// boundary.
    private let enter, exit, bike, car: Double?

    fileprivate init(_ isApple: Bool, _ candidate: Candidate, _ score: Score) throws {
      (self.isApple, self.candidate, self.score) = (isApple, candidate, score)
      let model = candidate.model ?? .recorded
      rest = try Rest.most(candidate.settings, model)
      let ways = try [(1.4, 100.0), (4.5, 100), (13.9, 300)].map { speed, radius in
        try Visit(speed: speed, radius: radius).outcomes(candidate.settings, model, 100)
      }
      let exits = ways.map { $0.compactMap(\.exit?.distance).quantile(0.5) }
      enter = ways[0].compactMap(\.enter?.distance).quantile(0.5)
      (exit, bike, car) = (exits[0], exits[1], exits[2])
    }

    /// True if the model keeps what was published beside the exits that it is fitted to.
    ///
    /// At most one event in 8 h at rest (108) counts for all; enters on foot at most 25 m inside (7, 18)
    /// and the exits by bike (103: the middle half) and by car (48) for iPhones, and a median of at
    /// most 30 s for Androids.
    fileprivate var holds: Bool {
      guard score.misses == 0, rest <= 1, let enter, let bike, let car, let middle = score.middle
      else { return false }
      guard isApple else { return middle <= 30 }
      return (-25...25).contains(enter) && (192...411).contains(bike) && (359...1597).contains(car)
    }

    var row: String {
      let places = [enter, exit, bike, car].map { metres($0) }.joined(separator: ", ")
      return score.row(candidate.name)
        + " \(String(format: "%.1f", score.rank)) | rest \(String(format: "%.2f", rest)) | \(places) "
        + "| \(holds ? "holds" : "no") |"
    }
  }

  /// Returns the best of the models tried, for iPhones and for Androids, by the continuous ranked
  /// probability score on the days of fitting: all before the first that holds, and ten more.
  func fits() throws -> [Fit] {
    try [true, false].flatMap { isApple in
      let own = fitting.filter { $0.isApple == isApple }
      let scored = try Self.grid(isApple).map { ($0, try Score($0.settings, $0.model, own)) }
      var fits: [Fit] = []
      for (candidate, score) in scored.sorted(by: { $0.1.rank < $1.1.rank }) {
        fits.append(try Fit(isApple, candidate, score))
        if fits.count > 10, fits[..<(fits.count - 10)].contains(where: \.holds) { break }
        if fits.count == 60 { break }
      }
      return fits
    }
  }

  /// The models that are tried: those of iPhones differ in what they see and hold back, those of
  /// Androids in what they see.
  private static func grid(_ isApple: Bool) -> [Candidate] {
    var grid: [Candidate] = []
    for interval in isApple ? [15.0, 20, 25] : [15, 20, 25, 30, 60] {
      for error in isApple ? [15.0, 20, 25] : [10, 15] {
        for missed in isApple ? [0.2] : [0.2, 0.3, 0.4] {
          for dwell in isApple ? [60.0, 63, 66, 69, 75, 80] : [0] {
            for spread in isApple ? [0.3, 0.4, 0.55] : [0] {
              for cushion in isApple ? [50.0, 60, 70] : [50, 70, 90] {
                var model = (isApple ? PositioningPreset.phone : .android).model
                model.near.interval = Interval(seconds: interval)
                model.near.error = error
                model.near.missed = missed
                if isApple {
                  model.still?.error = error
                  model.rules.dwellOut = LogNormal(
                    median: dwell, p95: dwell * exp(spread * 1.644_853_6))
                  model.rules.cushionOut = LogNormal(cushion)
                } else {
                  // Androids have no hold and no cushion: an accuracy takes its place.
                  model.near.accuracy = cushion
                  model.far = model.near
                  model.still?.error = error
                  model.still?.accuracy = cushion
                }
                grid.append(
                  Candidate(
                    "\(interval) s \(error) m \(missed) \(dwell) s \(spread) \(cushion) m",
                    isApple ? .clLocationManager : .geofencingClient, model))
              }
            }
          }
        }
      }
    }
    return grid
  }

  fileprivate struct Score {
    private var differences: [Double] = []
    /// The same of each day.
    private var byDay: [Int64: [Double]] = [:]
    private var drawn: [Double] = []
    private var depths: [Double] = []
    private var phones: [Double] = []
    private var missed = 0
    private var invented = 0
    private var scores = 0.0
    private let runs: Int

    private static let trials = 20

    init(_ settings: Settings, _ model: PositioningModel?, _ departures: [Departure]) throws {
      let trials = model == nil ? 1 : Self.trials
      runs = departures.count * trials
      for departure in departures {
        let outcomes = try departure.outcomes(settings, model, trials)
        invented += outcomes.reduce(0) { $0 + $1.invented }
        let exits = outcomes.compactMap(\.exit)
        missed += outcomes.count - exits.count
        phones.append(departure.delay)
        depths += exits.map { departure.depth(at: $0) }
        let delays = exits.map { ($0 - departure.left).seconds }
        drawn += delays
        let apartFromPhone = delays.map { ($0 - departure.delay).magnitude }
        differences += apartFromPhone
        byDay[departure.day, default: []] += apartFromPhone
        let all = delays + Array(repeating: 900, count: outcomes.count - exits.count)
        let apart = all.reduce(0) { sum, one in
          all.reduce(sum) { $0 + ($1 - one).magnitude }
        }
        let number = Double(all.count)
        let off = all.reduce(0) { $0 + ($1 - departure.delay).magnitude } / number
        // One exit that a phone delivered a quarter of an hour late decides nothing.
        scores += min(300, off - apart / (2 * number * number))
      }
    }

    /// Scores exits that come so long after their crossings.
    init(_ delay: Interval, _ departures: [Departure]) {
      runs = departures.count
      for departure in departures {
        phones.append(departure.delay)
        drawn.append(delay.seconds)
        depths.append(departure.depth(at: departure.left + delay))
        differences.append((delay.seconds - departure.delay).magnitude)
        byDay[departure.day, default: []].append((delay.seconds - departure.delay).magnitude)
      }
    }

    /// The interval that holds the median difference in 90 of 100 draws of the days, with
    /// replacement.
    private var interval: String {
      var random = Generator(state: 1)
      let days = byDay.sorted { $0.key < $1.key }.map(\.value)
      guard !days.isEmpty else { return "" }
      let medians = (0..<1000).compactMap { _ in
        (0..<days.count).flatMap { _ in days[Int.random(in: 0..<days.count, using: &random)] }
          .quantile(0.5)
      }
      guard let low = medians.quantile(0.05), let high = medians.quantile(0.95) else { return "" }
      return " (\(Int(low.rounded())) to \(Int(high.rounded())))"
    }

    /// The median difference, in seconds.
    var middle: Double? { differences.quantile(0.5) }

    /// The departures of all trials without an exit.
    var misses: Int { missed }

    var rank: Double { scores / Double(max(1, phones.count)) }

    func row(_ name: String) -> String {
      let near = Double(differences.count { $0 <= 60 }) / Double(max(1, differences.count))
      return "| \(name) | \(share(missed)) | \(share(invented)) "
        + "| \(differences.quantile(0.5).map { "\(Int($0.rounded())) s" } ?? "–")\(interval) "
        + "| \(Int((near * 100).rounded())) % | \(delays(drawn)) | \(metres(depths.quantile(0.5))) "
        + "| \(hundredths(greatestDistance(drawn, phones))) |"
    }

    private func share(_ number: Int) -> String {
      number == 0 ? "0" : "\((Double(number) / Double(runs) * 1000).rounded() / 10) %"
    }

  }
}

extension Departure {
  fileprivate func depth(at time: Timestamp) -> Double {
    let next = min(path.partitioningIndex { $0.time >= time }, path.count - 1)
    func depth(_ fix: Fix) -> Double {
      Geodesic(from: circle.center, to: fix.coordinate).distance - circle.radius
    }
    guard next > 0, path[next].time > path[next - 1].time else { return depth(path[next]) }
    let (before, after) = (path[next - 1], path[next])
    let part = min(1, (time - before.time).seconds / (after.time - before.time).seconds)
    return depth(before) + part * (depth(after) - depth(before))
  }

  /// Returns the exits of trials, and how many come more than five minutes before the crossing.
  fileprivate func outcomes(_ settings: Settings, _ model: PositioningModel?, _ trials: Int)
    throws -> [(exit: Timestamp?, invented: Int)]
  {
    let plan = SimulationPlan(
      settings, of: try RegionSet([circle]), positioning: model.map { Positioning($0) })
    return plan.events(along: path, phones: trials).map { events in
      let exits = events.filter { event in
        guard case .crossing(let report) = event.kind else { return false }
        return report.name == .exit
      }
      let early = exits.prefix { $0.time < left + Interval(seconds: -300) }.count
      return (exits.dropFirst(early).first?.time, early)
    }
  }
}

private func hundredths(_ number: Double) -> String { "\((number * 100).rounded() / 100)" }

/// Returns the distance of Kolmogorov and Smirnov between the distributions of two samples.
private func greatestDistance(_ one: [Double], _ other: [Double]) -> Double {
  let (one, other) = (one.sorted(), other.sorted())
  return (one + other).map { value in
    let shares = [one, other].map { sample in
      Double(sample.partitioningIndex { $0 > value }) / Double(max(1, sample.count))
    }
    return (shares[0] - shares[1]).magnitude
  }.max() ?? 0
}

private func delays(_ seconds: [Double]) -> String {
  [0.05, 0.5, 0.95].map { seconds.quantile($0).map { "\(Int($0.rounded()))" } ?? "–" }
    .joined(separator: ", ") + " s"
}

/// SplitMix64 (Steele, Lea, Flood, OOPSLA 2014), so that an interval is the same each time.
private struct Generator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
