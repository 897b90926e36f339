import GeofenceCore

/// The settings of a strategy and its positioning as a list of numbers, in which a page hands them to
/// the engine.
///
/// Times are milliseconds, distances metres, a set of options its raw value, a choice its position
/// among all of them, and what there is none of is not a number.
package struct EngineSettings {
  /// The names that a page knows the numbers by: those of the command line's options where there is
  /// one.
  package static let names = rows.map { $0.name }

  private struct Row: Sendable {
    let name: String
    let value: @Sendable (Settings) -> Double
    let apply: @Sendable (inout Settings, Double) -> Void

    init(
      _ name: String, _ value: @escaping @Sendable (Settings) -> Double,
      _ apply: @escaping @Sendable (inout Settings, Double) -> Void
    ) {
      (self.name, self.value, self.apply) = (name, value, apply)
    }
  }

  /// The interface stands first, since it sets everything else.
  private static let rows: [Row] = [
    Row("api", { position(of: $0.api) }, { $0 = Settings(choice(API.allCases, $1)) }),
    Row(
      "limit", { Double(min($0.limit, Int(Int32.max))) },
      {
        $0.limit = $1 >= Double(Int32.max) ? .max : Int($1)
      }),
    Row("cushion", { $0.crossing.cushion }, { $0.crossing.cushion = $1 }),
    Row("cushion-in", { $0.crossing.inwardCushion }, { $0.crossing.inwardCushion = $1 }),
    Row("dwell", { number($0.crossing.dwell) }, { $0.crossing.dwell = interval($1) }),
    Row(
      "dwell-out", { number($0.crossing.outwardDwell) },
      {
        $0.crossing.outwardDwell = $1.isNaN ? nil : interval($1)
      }),
    Row(
      "dwell-from", { $0.crossing.dwellOrigin == .boundary ? 0 : 1 },
      {
        $0.crossing.dwellOrigin = $1 == 0 ? .boundary : .cushion
      }),
    Row(
      "ignore-accuracy", { $0.crossing.ignoresAccuracy ? 1 : 0 },
      {
        $0.crossing.ignoresAccuracy = $1 != 0
      }),
    Row(
      "dwell-spread-in", { Double($0.crossing.spreads.dwellIn) },
      { $0.crossing.spreads.dwellIn = Float($1) }),
    Row(
      "dwell-spread-out", { Double($0.crossing.spreads.dwellOut) },
      { $0.crossing.spreads.dwellOut = Float($1) }),
    Row(
      "cushion-spread-in", { Double($0.crossing.spreads.cushionIn) },
      { $0.crossing.spreads.cushionIn = Float($1) }),
    Row(
      "cushion-spread-out", { Double($0.crossing.spreads.cushionOut) },
      { $0.crossing.spreads.cushionOut = Float($1) }),
    Row(
      "overlap-in", { $0.crossing.overlap?.inside ?? .nan },
      {
        $0.crossing.overlap =
          $1.isNaN ? nil : Overlap(inside: $1, outside: $0.crossing.overlap?.outside ?? 0)
      }),
    Row(
      "overlap-out", { $0.crossing.overlap?.outside ?? .nan },
      {
        guard let overlap = $0.crossing.overlap, !$1.isNaN else { return }
        $0.crossing.overlap = Overlap(inside: overlap.inside, outside: $1)
      }),
    Row(
      "responsiveness", { number($0.crossing.responsiveness) },
      {
        $0.crossing.responsiveness = interval($1)
      }),
    Row(
      "max-radius", { min($0.maximumRadius, .greatestFiniteMagnitude) },
      { $0.maximumRadius = $1 == .greatestFiniteMagnitude ? .infinity : $1 }),
    Row("rank", { position(of: $0.ranking) }, { $0.ranking = choice(Ranking.allCases, $1) }),
    Row("within", { $0.within ?? .nan }, { $0.within = $1.isNaN ? nil : $1 }),
    Row(
      "reselect-on", { Double($0.triggers.rawValue) },
      {
        $0.triggers = Triggers(rawValue: UInt8($1))
      }),
    Row("renew", { position(of: $0.renewal) }, { $0.renewal = choice(Renewal.allCases, $1) }),
    Row("significant-distance", { $0.significantDistance }, { $0.significantDistance = $1 }),
    Row(
      "significant-interval", { number($0.significantInterval) },
      {
        $0.significantInterval = interval($1)
      }),
    Row("min-radius", { $0.minimumRadius }, { $0.minimumRadius = $1 }),
    Row("sentinel-radius", { $0.sentinelRadius }, { $0.sentinelRadius = $1 }),
    Row(
      "platform", { position(of: $0.platform) },
      {
        $0.platform = choice(DeviceState.Platform.allCases, $1)
      }),
    Row(
      "initial-trigger", { Double($0.request.initialTriggers.rawValue) },
      {
        $0.request.initialTriggers = .init(rawValue: UInt8($1))
      }),
    Row(
      "loitering", { number($0.request.loitering) },
      {
        $0.request.loitering = $1.isNaN ? nil : interval($1)
      }),
    Row(
      "expire", { number($0.request.expiration) },
      {
        $0.request.expiration = $1.isNaN ? nil : interval($1)
      }),
    Row(
      "reregister", { Double($0.request.broadcasts.rawValue) },
      {
        $0.request.broadcasts = .init(rawValue: UInt8($1))
      }),
  ]

  package var settings: Settings

  package init(_ settings: Settings) { self.settings = settings }

  /// Creates settings from their numbers, of which there are as many as there are names.
  init(_ numbers: ArraySlice<Double>) {
    settings = Settings()
    for (row, number) in zip(Self.rows, numbers) { row.apply(&settings, number) }
  }

  package var numbers: [Double] { Self.rows.map { $0.value(settings) } }

  private static func position<Choice: CaseIterable & Equatable>(of choice: Choice) -> Double {
    Double(Array(Choice.allCases).firstIndex(of: choice) ?? 0)
  }

  private static func choice<Choice>(_ all: [Choice], _ number: Double) -> Choice {
    all[max(0, min(all.count - 1, Int(number)))]
  }

  private static func number(_ interval: Interval?) -> Double {
    interval.map { Double($0.milliseconds) } ?? .nan
  }

  private static func interval(_ number: Double) -> Interval {
    Interval(milliseconds: Int64(number))
  }
}
