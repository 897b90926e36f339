import GeofenceBytes
import GeofenceCore

/// What a phone's own log says beside the rules, for each strategy that was compared with it, the
/// one that agrees most first, and of equals the one whose events are the least apart.
package struct PhoneReport: Sendable {
  package struct Row: Sendable {
    package let strategy: AuditStrategy
    /// The positioning model's name; `nil` where the phone sees every fix as recorded.
    package let positioning: String?
    /// The comparison with the first draw, whose crossings and differences are listed.
    package let first: PhoneComparison
    package let agreement: Share
    package let draws: Int
    /// How many crossings of all draws were delivered, by whether the phone and the rules did.
    private let counts: [Delivery: Int]
    /// The events of the rules in all draws that belong to no crossing.
    private let withoutCrossing: Int
    /// The crossings of all draws that phone and rules deliver too far apart.
    private let apart: Int
    /// The time from each crossing to its event by the rules, and between that and the phone's, in
    /// all draws.
    fileprivate let delays, differences: Delays

    private struct Delivery: Hashable {
      let isByPhone, isByRules, isDecidable: Bool
    }

    package init(
      _ strategy: AuditStrategy, positioning: String?, _ draws: [PhoneComparison],
      within tolerance: Interval
    ) {
      self.strategy = strategy
      self.positioning = positioning
      first = draws[0]
      self.draws = draws.count
      let shares = draws.map { $0.agreement(within: tolerance) }
      agreement = Share(shares.reduce(0) { $0 + $1.part }, of: shares.reduce(0) { $0 + $1.whole })
      let crossings = draws.flatMap(\.crossings)
      counts = crossings.reduce(into: [:]) {
        let delivery = Delivery(
          isByPhone: $1.phone != nil, isByRules: $1.rules != nil, isDecidable: !$1.isUndecidable)
        $0[delivery, default: 0] += 1
      }
      withoutCrossing = draws.reduce(0) { $0 + $1.rulesOnly.count }
      apart = crossings.count {
        $0.phone != nil && $0.rules != nil && !$0.isUndecidable && !$0.agrees(within: tolerance)
      }
      delays = Delays(
        crossings.compactMap { crossing in crossing.rules.map { $0 - crossing.time } })
      differences = Delays(
        crossings.compactMap { crossing in
          crossing.phone.flatMap { phone in crossing.rules.map { phone.distance(to: $0) } }
        })
    }

    /// Returns how many crossings were delivered, or not, by the phone and by the rules, in a draw on
    /// average.
    ///
    /// - Parameter areDecidable: true to count only the crossings that the agreement is a share of.
    func mean(phone: Bool, rules: Bool, areDecidable: Bool = false) -> Double {
      mean(
        (areDecidable ? [true] : [true, false]).reduce(0) {
          $0 + (counts[Delivery(isByPhone: phone, isByRules: rules, isDecidable: $1)] ?? 0)
        })
    }

    var meanWithoutCrossing: Double { mean(withoutCrossing) }
    var meanApart: Double { mean(apart) }

    private func mean(_ count: Int) -> Double { Double(count) / Double(draws) }
  }

  package let logs: [PhoneLog]
  /// The events of the phones that are about a region of a device.
  private let events: PhoneComparison.Events
  package let tolerance: Interval
  package let rows: [Row]
  package let leftOut: [String: Int]
  /// The places at which the phone received its events, or where the track was then.
  package let places: [PhoneComparison.Boundary: [Timestamp: Place]]
  package let devices: [String?]
  private let lacksAlarms: Bool
  /// The events of the phone that are of no crossing, but for those that the rules deliver, too, such
  /// as a first state.
  private let alone: [(boundary: PhoneComparison.Boundary, time: Timestamp)]

  /// - Parameters:
  ///   - places: the place of each event of the phone.
  ///   - devices: the names of the devices by their numbers.
  ///   - lacksAlarms: true if alarms of reminders are left out.
  package init(
    _ logs: [PhoneLog], _ events: PhoneComparison.Events, within tolerance: Interval, _ rows: [Row],
    leftOut: [String: Int], places: [PhoneComparison.Boundary: [Timestamp: Place]],
    devices: [String?], lacksAlarms: Bool = false
  ) {
    (self.logs, self.tolerance, self.leftOut) = (logs, tolerance, leftOut)
    (self.events, self.places, self.devices) = (events, places, devices)
    self.lacksAlarms = lacksAlarms
    // A sort of Swift's keeps the order of equals.
    self.rows = rows.sorted {
      if $0.agreement != $1.agreement { return $1.agreement < $0.agreement }
      let never = Interval(milliseconds: .max)
      return ($0.differences.median ?? never) < ($1.differences.median ?? never)
    }
    let first = self.rows[0].first
    let byRules = Dictionary(grouping: first.rulesOnly, by: \.boundary)
    alone = first.phoneOnly.filter { boundary, time in
      let own = byRules[boundary] ?? []
      let next = own.partitioningIndex { $0.time + tolerance >= time }
      return next == own.count || own[next].time > time + tolerance
    }
  }

  package var best: Row { rows[0] }

  /// The events of the phone about a crossing that it had delivered before.
  private var repeated: [(boundary: PhoneComparison.Boundary, time: Timestamp)] {
    guard best.first.repeated > 0 else { return [] }
    return devices.indices.flatMap { device in
      marks(ofDevice: device).filter(\.isRepeated).map { mark in
        (.init(device: device, region: mark.region, isEnter: mark.isEnter), mark.time)
      }
    }
  }

  // MARK: marks

  /// The place of an event.
  package struct Place: Sendable {
    /// Metres past the boundary, negative inside.
    package let distance: Double
    /// The radius of its uncertainty, metres; `nil` where the log has none.
    package let accuracy: Double?

    package init(distance: Double, accuracy: Double?) {
      (self.distance, self.accuracy) = (distance, accuracy)
    }

    /// Words for an uncertainty that may put it on the other side; empty where it is smaller.
    package var uncertainty: String {
      guard let accuracy, accuracy > distance.magnitude else { return "" }
      return " (uncertain by \(accuracy.rounded().spokenMetres))"
    }
  }

  package struct Mark: Sendable {
    package let region: RegionIdentifier
    package let isEnter: Bool
    package let time: Timestamp
    package let place: Place?
    /// The time since its crossing; `nil` where it has none, or where an event before it has that.
    package let delay: Interval?
    package let isRepeated: Bool
  }

  /// Returns every event of a device, by its boundary and in the order of time.
  package func marks(ofDevice device: Int) -> [Mark] {
    let delays = best.first.crossings.reduce(
      into: [PhoneComparison.Boundary: [Timestamp: Interval]]()
    ) {
      if let phone = $1.phone { $0[$1.boundary, default: [:]][phone] = phone - $1.time }
    }
    let alone = Dictionary(grouping: best.first.phoneOnly, by: \.boundary)
      .mapValues { Set($0.map(\.time)) }
    return events.filter { $0.key.device == device }.sorted { $0.key < $1.key }
      .flatMap { boundary, times in
        times.map(\.time).map { time in
          let delay = delays[boundary]?[time]
          return Mark(
            region: boundary.region, isEnter: boundary.isEnter, time: time,
            place: places[boundary]?[time], delay: delay,
            isRepeated: delay == nil && alone[boundary]?.contains(time) != true)
        }
      }
  }

  // MARK: words

  package func lines(isComplete: Bool) -> [String] {
    let all = differenceLines(atMost: isComplete ? .max : 12, rest: " (--all)")
    var lines = summary
    if rows.count > 1 { lines += ["", "strategies by their agreement with the phone"] + table }
    return lines + (all.isEmpty ? [] : [""] + all)
  }

  /// Returns the sentences on the first differences, and the number of the others, under a title.
  ///
  /// - Parameter rest: the words behind that number.
  package func differenceLines(atMost limit: Int, rest: String = "") -> [String] {
    let all = differences(\.rfc3339).map(\.sentence)
    let shown =
      all.prefix(limit) + (all.count > limit ? ["and \(all.count - limit) more\(rest)"] : [])
    return shown.isEmpty
      ? [] : ["differences" + strategyOfDifferences] + shown.map { "  \($0)" }
  }

  /// The sentences on the deliveries of phone and rules, their agreement and their delays, and on the
  /// events of the log that were not compared.
  package var summary: [String] {
    [conclusion] + delays + [omissions].compactMap(\.self)
  }

  /// The sentence on the entries of the log that were not compared, without its full stop; `nil` where
  /// all were.
  package var omissions: String? {
    let parts = leftOut.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
    return parts.isEmpty ? nil : "left out of the log: \(parts.joined(separator: ", "))"
  }

  /// The strategy and the draw whose differences are listed, in brackets; empty where there is one.
  package var strategyOfDifferences: String {
    let names =
      (rows.count > 1 ? [name(of: best)] : [])
      + (best.draws > 1 ? ["in the first of \(best.draws) draws"] : [])
    return names.isEmpty ? "" : " (\(names.joined(separator: ", ")))"
  }

  /// What the phone delivered, and the rules, in one sentence without its full stop.
  package var headline: String {
    let (alone, again, apart) = (self.alone.count, best.first.repeated, best.meanApart)
    return "the phone delivered \(delivered.phone) of \(best.first.crossings.count) arrivals and "
      + "departures, the rules \(delivered.rules)\(inDraws)"
      + (apart >= 0.05 ? "; \(apart.rate) more than \(tolerance.spoken) apart" : "")
      + (alone > 0 ? "; the phone \(alone) without a crossing" : "")
      + (again > 0 ? "; the phone delivered \(again) of them again" : "")
  }

  /// The crossings on which phone and rules differ, though the recording decides them.
  private var differing: [PhoneComparison.Crossing] {
    best.first.crossings.filter { !$0.isUndecidable && !$0.agrees(within: tolerance) }
  }

  /// True if the phone missed what the rules deliver.
  package var hasMissed: Bool { best.mean(phone: false, rules: true) > 0 }

  /// True if the phone delivered what the rules deliver, at the same times and once, and nothing else.
  package var isSame: Bool {
    differing.isEmpty && alone.isEmpty && best.first.repeated == 0
      && best.first.crossings.allSatisfy { ($0.phone == nil) == ($0.rules == nil) }
  }

  /// The crossings that the phone delivered, the rules, and both, in a draw on average.
  private var delivered: (phone: String, rules: String, both: String) {
    let both = best.mean(phone: true, rules: true)
    let (phone, rules) = (
      best.mean(phone: true, rules: false), best.mean(phone: false, rules: true)
    )
    return ((both + phone).rate, (both + rules).rate, both.rate)
  }

  private var inDraws: String { best.draws > 1 ? " in the mean of \(best.draws) draws" : "" }

  private var conclusion: String {
    let files = logs.map { "\($0.name.visible) (\($0.form))" }.joined(separator: ", ")
    let agreed = best.agreement
    let crossings = best.first.crossings
    let open = crossings.count { $0.isUndecidable && ($0.phone != nil || $0.rules != nil) }
    let left =
      (open > 0 ? ", without \(open) that the recording cannot decide" : "")
      + (lacksAlarms ? "; the alarms of reminders are in no app's log, and left out" : "")
    let part =
      best.draws > 1
      ? "they agree within \(tolerance.spoken) on \(agreed.text)"
      : "they agree on \(agreed.part) of \(agreed.whole) within \(tolerance.spoken): \(agreed.text)"
    return
      "\(files): of \(counted(crossings.count, "crossing")) the phone delivered "
      + "\(delivered.phone), the rules \(delivered.rules), both \(delivered.both)\(inDraws); "
      + "\(part)\(left)"
  }

  private var delays: [String] {
    func words(_ name: String, _ delays: Delays) -> String? {
      guard let median = delays.median, let last = delays.worst else { return nil }
      return "\(name) in the median \(median.delayWords), the latest \(last.delayWords)"
    }
    let phone = Delays(
      best.first.crossings.compactMap { crossing in crossing.phone.map { $0 - crossing.time } })
    let rules = "the rules" + (rows.count > 1 ? " (\(name(of: best)))" : "")
    let parts = [words("the phone", phone), words(rules, best.delays)].compactMap(\.self)
    let delivered = parts.isEmpty ? [] : ["delivered by \(parts.joined(separator: ", by "))"]
    let extra = [
      (Double(alone.count), "by the phone without a crossing"),
      (best.meanWithoutCrossing, "by the rules without \(alone.isEmpty ? "a crossing" : "one")"),
      (Double(best.first.repeated), "by the phone once more"),
    ].filter { $0.0 > 0 }.map { "\($0.0.rate) \($0.1)" }
    let all = delivered + (extra.isEmpty ? [] : [extra.joined(separator: ", ")])
    return all.isEmpty ? [] : [all.joined(separator: "; ")]
  }

  private var table: [String] {
    var table = TextTable(
      ["strategy", ">agreement", ">both", ">phone only", ">rules only", ">apart, median"])
    for row in rows {
      table.append([
        name(of: row), row.agreement.text,
        row.mean(phone: true, rules: true, areDecidable: true).rate,
        row.mean(phone: true, rules: false, areDecidable: true).rate,
        row.mean(phone: false, rules: true, areDecidable: true).rate,
        row.differences.median?.spoken ?? "-",
      ])
    }
    return table.lines
  }

  package func name(of row: Row) -> String {
    let model = "--positioning \(row.positioning ?? "recorded")"
    let hasModels = Set(rows.map(\.positioning)).count > 1
    let options = AuditColumn.options(
      of: row.strategy, among: rows.map(\.strategy),
      ofModel: rows.filter { $0.positioning == row.positioning }.map(\.strategy))
    let words = [options, hasModels ? model : ""].filter { !$0.isEmpty }
    return words.isEmpty ? "as given" : words.joined(separator: " ")
  }

  /// A crossing, or an event of the phone alone, that the phone has otherwise than the rules.
  package struct Difference {
    package let boundary: PhoneComparison.Boundary
    package let time: Timestamp
    /// True if the phone did not deliver it.
    package let isMissing: Bool
    /// The sentence without its full stop.
    package let sentence: String
  }

  /// Returns the differences in the order of time.
  ///
  /// - Parameter moment: returns the words for a time.
  package func differences(_ moment: (Timestamp) -> String) -> [Difference] {
    let differing = differing.map { crossing in
      Difference(
        boundary: crossing.boundary, time: crossing.time, isMissing: crossing.phone == nil,
        sentence: sentence(crossing, moment(crossing.time)))
    }
    let others = [(alone, "without a crossing"), (repeated, "once more")].flatMap {
      events, reason in
      events.map { boundary, time in
        Difference(
          boundary: boundary, time: time, isMissing: false,
          sentence:
            "the phone delivered \(words(boundary)) at \(moment(time))\(place(boundary, time)), "
            + reason)
      }
    }
    return (differing + others).sorted { $0.time < $1.time }
  }

  private func sentence(_ crossing: PhoneComparison.Crossing, _ moment: String) -> String {
    let what = words(crossing.boundary)
    func delay(_ time: Timestamp) -> String { (time - crossing.time).delayWords }
    guard let phone = crossing.phone else {
      let rules = crossing.rules.map { ", the rules \(delay($0))" } ?? ""
      return "the phone did not deliver \(what) of \(moment)\(rules)"
    }
    return "the phone delivered \(what) of \(moment) \(delay(phone))"
      + "\(place(crossing.boundary, phone)); the rules "
      + (crossing.rules.map { delay($0) } ?? "did not")
  }

  private func words(_ boundary: PhoneComparison.Boundary) -> String {
    let device = devices.count > 1 ? devices[boundary.device].map { " (\($0.visible))" } : nil
    return "the \(boundary.name) of \(boundary.region.rawValue.visible)"
      + (device ?? "")
  }

  private func place(_ boundary: PhoneComparison.Boundary, _ time: Timestamp) -> String {
    guard let place = places[boundary]?[time] else { return "" }
    let metres = place.distance.magnitude.rounded().spokenMetres
    return ", \(metres) \(place.distance < 0 ? "inside" : "outside")\(place.uncertainty)"
  }
}

extension PhoneComparison.Boundary {
  package var name: String { isEnter ? "enter" : "exit" }
}

extension Interval {
  fileprivate var delayWords: String {
    let length = Interval(milliseconds: Int64(milliseconds.magnitude) / 1000 * 1000).spoken
    return milliseconds < 0 ? "\(length) before the boundary" : "\(length) after the boundary"
  }
}

// MARK: JSON

extension PhoneReport {
  var json: JSONValue {
    [
      "agreement": best.agreement.value, "crossings": best.first.crossings.map(entry),
      "leftOut": leftOut.isEmpty
        ? nil : JSONValue(leftOut.map { ($0.key, $0.value as (any JSONConvertible)?) }),
      "logs": logs.map {
        ["file": $0.name, "form": $0.form, "events": $0.events.count] as JSONValue
      },
      "repeated": repeated.map { entry($0.boundary, $0.time) },
      "strategies": rows.map(entry), "tolerance": tolerance.seconds,
      "withoutCrossing": alone.map { entry($0.boundary, $0.time) },
    ]
  }

  private func entry(_ row: Row) -> JSONValue {
    [
      "agreement": row.agreement.value, "options": name(of: row),
      "agreed": row.agreement.part, "delivered": row.agreement.whole, "draws": row.draws,
      "both": row.mean(phone: true, rules: true), "phoneOnly": row.mean(phone: true, rules: false),
      "rulesOnly": row.mean(phone: false, rules: true),
      "neither": row.mean(phone: false, rules: false), "positioning": row.positioning,
    ]
  }

  private func entry(_ crossing: PhoneComparison.Crossing) -> JSONValue {
    let boundary = crossing.boundary
    return [
      "event": boundary.name, "region": boundary.region.rawValue,
      "device": devices.count > 1 ? devices[boundary.device] : nil, "time": crossing.time,
      "phone": crossing.phone, "rules": crossing.rules,
      "distance": crossing.phone.flatMap { places[boundary]?[$0]?.distance.tenths },
      "accuracy": crossing.phone.flatMap { places[boundary]?[$0]?.accuracy?.tenths },
      "agrees": crossing.isUndecidable || crossing.phone == nil && crossing.rules == nil
        ? nil : crossing.agrees(within: tolerance),
      "undecidable": crossing.isUndecidable ? true : nil,
    ]
  }

  private func entry(_ boundary: PhoneComparison.Boundary, _ time: Timestamp) -> JSONValue {
    [
      "event": boundary.name, "region": boundary.region.rawValue,
      "device": devices.count > 1 ? devices[boundary.device] : nil, "time": time,
      "distance": places[boundary]?[time]?.distance.tenths,
      "accuracy": places[boundary]?[time]?.accuracy?.tenths,
    ]
  }
}
