import GeofenceBytes
import GeofenceCore

extension Advice {
  package struct Candidate: Sendable {
    package let change: String
    package let strategy: AuditStrategy
    private let apply: @Sendable (inout AuditStrategy) -> Void

    /// - Parameter smallest: the smallest radius of the regions, metres.
    package static func all(for strategy: AuditStrategy, smallest: Double) -> [Candidate] {
      let rules = strategy.settings.api.rules
      let added: [Triggers] = [.event, .sentinel, [.event, .sentinel]]
      var candidates = added.map(rules.triggers.union).distinct.map { triggers in
        Candidate("--reselect-on \(triggers.names.joined(separator: ","))", strategy) {
          $0.settings.triggers = triggers
        }
      }
      candidates += Ranking.allCases.map { ranking in
        Candidate("--rank \(ranking.rawValue)", strategy) { $0.settings.ranking = ranking }
      }
      candidates += [
        Candidate("--renew changed", strategy) { $0.settings.renewal = .changed },
        Candidate("--limit \(rules.limit)", strategy) {
          $0.settings.limit = max(rules.limit, $0.settings.limit)
        },
        Candidate("without --within", strategy) { $0.settings.within = nil },
        Candidate("without --expire", strategy) { $0.settings.request.expiration = nil },
        Candidate("without --min-radius", strategy) { $0.minimumRadius = 0 },
      ]
      if rules.losesRegistrations {
        candidates += [
          Candidate("--reregister boot,update", strategy) {
            $0.settings.request.broadcasts = [.boot, .update]
          },
          Candidate("--initial-trigger enter,dwell", strategy) {
            $0.settings.request.initialTriggers = [.enter, .dwell]
          },
          Candidate("--responsiveness 0", strategy) {
            $0.settings.crossing.responsiveness = Interval(milliseconds: 0)
          },
        ]
      }
      let larger = [1.5, 2, 3].map { ($0 * smallest).rounded() } + [200, 300]
      candidates += Set(larger).filter {
        $0 > max(smallest, strategy.minimumRadius) && $0 <= strategy.settings.maximumRadius
      }.sorted().map { radius in
        Candidate("--min-radius \(radius.plain)", strategy) { $0.minimumRadius = radius }
      }
      return candidates.filter { $0.strategy != strategy }
    }

    /// The best two of sorted changes together; `nil` where no two are of different options.
    package static func together(_ changes: [String], of candidates: [Candidate]) -> Candidate? {
      let helpful = changes.compactMap { change in candidates.first { $0.change == change } }
      guard let first = helpful.first,
        let second = helpful.first(where: { $0.option != first.option })
      else { return nil }
      // The word "without" goes last, since it would be read as said of both options.
      let pair = first.leavesOut ? [second, first] : [first, second]
      return Candidate(
        pair.map(\.change).joined(separator: " "), first.strategy, second.apply)
    }

    /// Returns true for a change such as `without --expire`, which leaves out an option.
    static func leavesOut(_ change: String) -> Bool { change.hasPrefix("without ") }

    private var leavesOut: Bool { Self.leavesOut(change) }
    private var option: Substring { leavesOut ? change[...] : change.prefix { $0 != " " } }

    /// Returns the options of changes in words: each once, with its values.
    package static func options(of candidates: [Candidate]) -> [String] {
      candidates.map(\.option).distinct.map { option in
        let values = candidates.filter { $0.option == option && !$0.leavesOut }
          .map { $0.change.dropFirst(option.count + 1) }
        return values.isEmpty ? String(option) : "\(option) \(values.joined(separator: "/"))"
      }
    }

    private init(
      _ change: String, _ strategy: AuditStrategy,
      _ apply: @escaping @Sendable (inout AuditStrategy) -> Void
    ) {
      self.change = change
      self.apply = apply
      var changed = strategy
      apply(&changed)
      self.strategy = changed
    }
  }
}
