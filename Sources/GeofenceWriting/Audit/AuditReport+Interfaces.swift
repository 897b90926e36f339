import GeofenceBytes
import GeofenceCore

extension AuditReport {
  package func conclusionOfInterfaces(
    _ clock: LocalClock = LocalClock(sayingOffset: false)
  ) -> [String]? {
    guard interfaces.count > 1, worthless == nil else { return nil }
    let best = bestOfInterfaces.map { strategies[$0] }
    let names = InterfaceComparisonText.names(of: best.map(\.settings))
    let lines = zip(names, best).map { name, strategy in
      let words = ClaimWords(strategy.settings, phrasing(clock))
      return "\(name): " + claims(on: strategy).map(words.clause).joined(separator: "; ") + "."
    }
    let agreement = InterfaceComparisonText(self, clock: clock)?.sentence?.sentence
    return [sight] + lines + [agreement].compactMap(\.self)
  }

  private var sight: String {
    let scope = scope.map { " With \($0)." } ?? ""
    return
      (positioning.map { "Simulated positions (\($0))." }
      ?? "Ideal positions: \(interfaces.count == 2 ? "both phones" : "all") saw every recorded fix. "
      + "Real ones see fewer.") + scope
  }

  /// Returns the sentences on what would help most, with the interface whose strategy it would help
  /// where there are several; empty where nothing was tried.
  package func advice(by words: ClaimWords) -> [String] {
    if worthless != nil { return [] }
    let numbers = bestOfInterfaces
    let names = InterfaceComparisonText.names(of: numbers.map { strategies[$0].settings })
    return zip(numbers, names).flatMap { number, name in
      words.sentences([remedy(of: number)].compactMap(\.self))
        .map { numbers.count > 1 ? "\(name): \($0)" : $0 }
    }
  }

  /// Every change that helps, with its effects, under the interface where there are several; `nil`
  /// where nothing was tried.
  var adviceTexts: [String]? {
    if advice.isEmpty { return nil }
    return bestOfInterfaces.flatMap { number in
      let interface =
        interfaces.count > 1 ? "--api \(strategies[number].settings.api.rawValue) " : ""
      return advice[number, default: []].map { interface + $0.text }
    }
  }

  /// Returns what a strategy lost of the crossings in which the interfaces differ.
  package func comparedLosses(of number: StrategyNumber) -> [AuditedCrossing] {
    guard let comparison, let place = bestOfInterfaces.firstIndex(of: number) else { return [] }
    return comparison.differences.map { $0.outcomes[place] }.filter { $0.loss != nil }
  }
}
