import GeofenceBytes
import GeofenceCore

package struct InterfaceComparisonText {
  private let report: AuditReport
  private let crossings: CrossingComparison
  private let phrasing: Phrasing
  private let judgements: [Judgements]

  /// - Returns: `nil` of an audit of one interface.
  package init?(_ report: AuditReport, clock: LocalClock = LocalClock(sayingOffset: false)) {
    guard let crossings = report.comparison else { return nil }
    let phrasing = report.phrasing(clock)
    (self.report, self.crossings, self.phrasing) = (report, crossings, phrasing)
    judgements = report.bestOfInterfaces.map { number in
      let strategy = report.strategies[number]
      return Judgements(of: strategy.account, strategy.settings, phrasing)
    }
  }

  /// The names of the interfaces, in the order in which they were asked for: those of the phones where
  /// one is an iPhone's and the other one Android's.
  package var names: [String] {
    Self.names(of: strategies.map(\.settings))
  }

  static func names(of settings: [Settings]) -> [String] {
    let phones = settings.compactMap { Self.phones[$0.platform] }
    return phones.count == 2 && Set(phones).count == 2 && settings.count == 2
      ? phones : settings.map(\.api.rules.name)
  }

  private static let phones: [DeviceState.Platform: String] = [.ios: "iPhone", .android: "Android"]

  /// The letters that mark the events of the interfaces on a map, as few as tell the names apart.
  package var marks: [String] {
    let names = names.map { $0.hasPrefix(Self.prefix) ? $0.dropFirst(Self.prefix.count) : $0[...] }
    let length = (1...).first { length in
      Set(names.map { $0.prefix(length) }).count == names.count
        || names.allSatisfy { $0.count <= length }
    }
    return names.map { String($0.prefix(length ?? 1)) }
  }

  private static let prefix = "CL"

  package var differences: [CrossingComparison.Difference] { crossings.differences }

  package var partial: Int { crossings.partial }

  package var numbers: [StrategyNumber] { report.bestOfInterfaces }

  private var strategies: [AuditedStrategy] { numbers.map { report.strategies[$0] } }

  // MARK: all of it

  package var sentence: String? {
    guard crossings.crossings > 0 else { return nil }
    let average = report.trials > 1 ? "in a trial on average, " : ""
    let all =
      "\(figure(crossings.crossings)) "
      + (figure(crossings.crossings) == "1" ? "crossing" : "crossings")
    if crossings.partial == 0 {
      let shared = crossings.deliveredByAll
      if shared == 0 { return "\(average)\(names.joinedInSentence()) delivered none of \(all)" }
      let same = shared == crossings.crossings ? "the same" : "the same \(figure(shared)) of"
      return "\(average)\(names.joinedInSentence()) delivered \(same) \(all)"
    }
    // Sorting in the standard library keeps the order of equals.
    let ranked = zip(names, crossings.deliveries.map(\.count)).sorted { $0.1 > $1.1 }
    let counts = ranked.enumerated().map { rank, entry in
      "\(entry.0) "
        + (rank == 0 ? "delivered \(figure(entry.1)) of \(all)" : figure(entry.1))
    }
    return average + counts.joined(separator: ", ")
      + "; they differ in \(figure(crossings.partial))"
  }

  /// A sentence for each interface that was later than another with crossings that all delivered.
  package var lags: [String] {
    zip(names, crossings.deliveries).compactMap { name, deliveries in
      guard deliveries.lags.total > 0, let median = deliveries.lags.median,
        let latest = deliveries.latest
      else { return nil }
      let (later, shared) = (deliveries.lags.total, crossings.deliveredByAll)
      let part = later == shared ? "all \(figure(shared))" : "\(figure(later)) of \(figure(shared))"
      let which = shared == 1 ? "the one crossing" : "\(part) crossings"
      return "\(name) was later in \(which) that "
        + "\(names.count == 2 ? "both" : "all") delivered: median \(median.spoken), "
        + "at most \(latest.lag.spoken), \(words(for: latest.crossing))"
    }
  }

  private func words(for crossing: AuditedCrossing.ID) -> String {
    let device = report.name(ofDevice: crossing.device).map { " of \(VisibleText.quoted($0))" }
    return "\(crossing.name.rawValue) of "
      + report.label(of: crossing.region)
      + "\(device ?? "") at \(phrasing.moment(crossing.time))"
  }

  private func figure(_ count: Int) -> String { strategies[0].figure(count) }

  // MARK: single crossings

  package func cells(of difference: CrossingComparison.Difference) -> [String] {
    zip(difference.lags, difference.outcomes).map { lag, crossing in
      if let time = crossing.deliveredAt {
        let delay = lag.flatMap { $0 > Interval(milliseconds: 0) ? "\($0.spoken) later" : nil }
        return [
          phrasing.moment(time), crossing.delivery?.isInitial == true ? "initial" : nil, delay,
        ].compactMap(\.self).joined(separator: ", ")
      }
      if case .undecided = crossing.outcome { return "–, undecided" }
      return "–, \(crossing.loss?.cause.rawValue ?? "missed")"
    }
  }

  package func reason(for difference: CrossingComparison.Difference) -> String {
    let reasons = zip(names, zip(judgements, difference.outcomes)).compactMap { name, result in
      result.1.deliveredAt == nil ? result.1.judged.map { (name, result.0.sentence(on: $0)) } : nil
    }
    if reasons.count == 1 { return reasons[0].1 }
    return reasons.map { "\($0): \($1)" }.joined(separator: "; ")
  }
}
