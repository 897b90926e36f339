import GeofenceBytes
import GeofenceCore
import GeofenceWriting

/// The results of some tracks under one strategy or several, ready to be drawn.
///
/// A report holds finished values only; the page and the picture are pure functions of it.
package struct Report: Sendable {
  package let title: String
  package let regions: RegionSet
  /// The circles of the track's whole time: the regions, and then the circles that actions add.
  let circles: [CircularRegion]
  /// The names of regions whose identifiers mean nothing to people, such as reminders' titles.
  package var names: [RegionIdentifier: String] = [:]
  package let audit: AuditReport
  package let records: [[DeviceRecord]]
  /// The comparison with recorded expectations and the reasons for what differs, where there are
  /// any.
  package var expectations: ExplainedComparison?
  package var trials: AuditReport?
  package var doubts: [Doubt] = []
  package var phone: PhoneReport?
  /// The bars that the run did not reach, as sentences without a full stop.
  package var failures: [String] = []
  /// The version of the tool, and the user's note in the settings; empty where there is none.
  package var version = ""
  package var note = ""
  /// The command line that makes the report again with a change; `nil` where it is not known.
  package var command: ReportCommandLine?
  /// The zone of the times; `nil` for UTC.
  package var zone: ZoneInfo?
  package var basemap: Basemap?
  package var whatIf = WhatIf.leftOut(because: nil)

  /// - Precondition: `records` has as many elements as `audit` has strategies, at least one.
  package init(
    title: String, regions: RegionSet, audit: AuditReport, records: [[DeviceRecord]]
  ) {
    precondition(
      !records.isEmpty && records.count == audit.strategies.count,
      "a report has a record for each strategy")
    self.title = title.steeringNothing
    (self.regions, self.audit, self.records) = (regions, audit, records)
    circles = (regions.elements + records[0].flatMap { $0.added.map(\.region) }).distinct
  }

  /// The clock of the zone, which the head of the page names once.
  var clock: LocalClock {
    LocalClock(zone, sayingOffset: false).distinguishing(audit.input.times)
  }

  /// The devices with their tracks, which are the same under every strategy.
  var devices: [DeviceRecord] { records[0] }

  /// The runs, that on which the page opens first.
  var runs: [ReportedRun] {
    let opening = opening
    return ([opening] + audit.ranking.filter { $0 != opening })
      .map { ReportedRun(self, strategy: $0) }
  }

  /// The strategy on which the page opens: the best, and of several interfaces that whose best one
  /// misses most.
  var opening: StrategyNumber {
    let candidates = audit.bestOfInterfaces
    guard candidates.count > 1 else { return audit.best }
    let missed = candidates.map { audit.strategies[$0].account.verdict.missed }
    let worst = zip(candidates, missed).max { $0.1 < $1.1 }
    return missed.min() == missed.max() ? audit.best : worst?.0 ?? audit.best
  }

  /// The run on which the page opens.
  var best: ReportedRun { ReportedRun(self, strategy: opening) }

  package var headline: String { Conclusion(best).text }

  /// The crossings that the rules deliver and the phone itself did not.
  var missingByPhone: [PhoneReport.Difference] {
    phone?.differences(times.moment).filter(\.isMissing) ?? []
  }

  func label(of region: RegionIdentifier) -> RegionLabel {
    let identifier = region.rawValue.steeringNothing
    let name = (names[region] ?? regions[region]?.name)?.steeringNothing
    return RegionLabel(identifier: identifier, name: name == identifier ? nil : name)
  }

  /// Returns the name of a region in sentences: its identifier, as in those of text, or the title of its
  /// reminder.
  func nameInSentences(of region: RegionIdentifier) -> String {
    (names[region] ?? region.rawValue).steeringNothing
  }

  func label(of region: RegionNumber) -> RegionLabel { label(of: audit.names[region]) }

  var times: TimeWords { TimeWords(clock, audit.input.times) }
}

/// The identifier of a region and the name that people use for it, where that is another.
///
/// Neither has characters that would reorder or hide the text beside it.
struct RegionLabel: Hashable {
  let identifier: String
  let name: String?

  var short: String { name ?? identifier }

  var text: String { name.map { "\($0) (\(identifier))" } ?? identifier }
}
