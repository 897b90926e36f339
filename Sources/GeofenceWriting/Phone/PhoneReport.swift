import GeofenceBytes
import GeofenceCore

/// What a phone's own log says beside the rules, for each strategy that was compared with it, the
/// one that agrees most first.
package struct PhoneReport: Sendable {
  package struct Row: Sendable {
    package let strategy: AuditStrategy
    /// The positioning model's name; `nil` where the phone sees every fix as recorded.
    package let positioning: String?
    package let first: PhoneComparison
    package let agreement: Share
    package let draws: Int

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
    }

    /// Returns how many crossings were delivered, or not, by the phone and by the rules.
    func count(phone: Bool, rules: Bool) -> Int {
      first.crossings.count { ($0.phone != nil) == phone && ($0.rules != nil) == rules }
    }

    var differences: [Interval] {
      first.crossings.compactMap { crossing in
        crossing.phone.flatMap { phone in crossing.rules.map { phone - $0 } }
      }.sorted { $0.milliseconds.magnitude < $1.milliseconds.magnitude }
    }
  }

  package let logs: [PhoneLog]
  package let tolerance: Interval
  package let rows: [Row]
  package let leftOut: [String: Int]
  /// The places at which the phone received its events, with the accuracy where it is known, or
  /// where the track was then.
  package let places: [PhoneComparison.Boundary: [Timestamp: Double]]
  package let devices: [String?]

  /// - Parameters:
  ///   - places: metres past the boundary at each event of the phone, positive outside.
  ///   - devices: the names of the devices by their numbers.
  package init(
    _ logs: [PhoneLog], within tolerance: Interval, _ rows: [Row], leftOut: [String: Int],
    places: [PhoneComparison.Boundary: [Timestamp: Double]], devices: [String?]
  ) {
    (self.logs, self.tolerance, self.leftOut) = (logs, tolerance, leftOut)
    (self.places, self.devices) = (places, devices)
    // A sort of Swift's keeps the order of equals.
    self.rows = rows.sorted { $1.agreement < $0.agreement }
  }

  package var best: Row { rows[0] }
}

// MARK: marks

extension PhoneReport {
  package struct Mark: Sendable {
    package let region: RegionIdentifier
    package let isEnter: Bool
    package let time: Timestamp
    /// Metres past the boundary, negative inside; `nil` where the place is not known.
    package let distance: Double?
    /// The time since its crossing; `nil` where it has none.
    package let delay: Interval?
  }

  package func marks(ofDevice device: Int) -> [Mark] {
    func mark(_ boundary: PhoneComparison.Boundary, _ time: Timestamp, _ delay: Interval?) -> Mark {
      Mark(
        region: boundary.region, isEnter: boundary.isEnter, time: time,
        distance: places[boundary]?[time], delay: delay)
    }
    let told = best.first.crossings.filter { $0.boundary.device == device }.compactMap { crossing in
      crossing.phone.map { mark(crossing.boundary, $0, $0 - crossing.time) }
    }
    let alone = best.first.phoneOnly.filter { $0.boundary.device == device }
    return told + alone.map { mark($0.boundary, $0.time, nil) }
  }
}

// MARK: words

extension PhoneReport {
  package func lines(isComplete: Bool) -> [String] {
    let shown = isComplete ? Int.max : 12
    let all = sentences
    var lines = [conclusion] + delays
    if !leftOut.isEmpty {
      let parts = leftOut.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
      lines.append("left out of the log: \(parts.joined(separator: ", "))")
    }
    if rows.count > 1 { lines += ["", "strategies by their agreement with the phone"] + table }
    if !all.isEmpty {
      lines += ["", "differences" + (rows.count > 1 ? " (\(name(of: best)))" : "")]
      lines += all.prefix(shown).map { "  \($0)" }
      if all.count > shown { lines.append("  and \(all.count - shown) more (--all)") }
    }
    return lines
  }

  /// What the phone delivered, and the rules, in one sentence without its full stop.
  package var headline: String {
    let crossings = best.first.crossings
    let (phone, rules) = (
      crossings.count { $0.phone != nil }, crossings.count { $0.rules != nil }
    )
    let alone = best.first.phoneOnly.count
    return "the phone delivered \(phone) of \(crossings.count) arrivals and departures, the rules "
      + "\(rules)" + (alone > 0 ? "; the phone \(alone) without a crossing" : "")
  }

  /// A Boolean value that indicates whether the phone missed what the rules deliver.
  package var hasMissed: Bool { best.count(phone: false, rules: true) > 0 }

  /// A Boolean value that indicates whether the phone delivered what the rules deliver, and nothing
  /// else.
  package var isSame: Bool {
    best.first.phoneOnly.isEmpty
      && best.first.crossings.allSatisfy { ($0.phone == nil) == ($0.rules == nil) }
  }

  private var conclusion: String {
    let both = best.count(phone: true, rules: true)
    let phone = both + best.count(phone: true, rules: false)
    let rules = both + best.count(phone: false, rules: true)
    let files = logs.map { "\($0.name.visible) (\($0.form))" }.joined(separator: ", ")
    let agreed = best.agreement
    let draws = best.draws > 1 ? " in \(best.draws) draws" : ""
    return
      "\(files): of \(counted(best.first.crossings.count, "crossing")) the phone delivered \(phone), the rules "
      + "\(rules), both \(both); they agree on \(agreed.part) of \(agreed.whole)\(draws) within "
      + "\(tolerance.spoken): \(agreed.text)"
  }

  private var delays: [String] {
    let crossings = best.first.crossings
    func words(_ name: String, _ told: KeyPath<PhoneComparison.Crossing, Timestamp?>) -> String? {
      let delays = crossings.compactMap { crossing in
        crossing[keyPath: told].map { ($0 - crossing.time).milliseconds }
      }.sorted()
      guard let last = delays.last else { return nil }
      let middle = Interval(milliseconds: delays[(delays.count - 1) / 2])
      return "\(name) in the median \(middle.delayWords), the latest "
        + Interval(milliseconds: last).delayWords
    }
    let parts = [words("the phone", \.phone), words("the rules", \.rules)].compactMap(\.self)
    let delivered = parts.isEmpty ? [] : ["delivered by \(parts.joined(separator: ", by "))"]
    let extra = [
      (best.first.phoneOnly.count, "by the phone without a crossing"),
      (best.first.rulesOnly.count, "by the rules without one"),
      (best.first.repeated, "by the phone once more"),
    ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    let all = delivered + (extra.isEmpty ? [] : [extra.joined(separator: ", ")])
    return all.isEmpty ? [] : [all.joined(separator: "; ")]
  }

  private var table: [String] {
    var table = TextTable(
      ["strategy", ">agreement", ">both", ">phone only", ">rules only", ">apart, median"])
    for row in rows {
      let middle = row.differences.isEmpty ? nil : row.differences[(row.differences.count - 1) / 2]
      table.append([
        name(of: row), row.agreement.text, "\(row.count(phone: true, rules: true))",
        "\(row.count(phone: true, rules: false))", "\(row.count(phone: false, rules: true))",
        middle.map { Interval(milliseconds: Int64($0.milliseconds.magnitude)).spoken } ?? "-",
      ])
    }
    return table.lines
  }

  private func name(of row: Row) -> String {
    let strategies = rows.map(\.strategy)
    let models = Set(rows.map(\.positioning)).count > 1
    let options = AuditColumn.options(of: row.strategy, among: strategies)
    let model = models ? "--positioning \(row.positioning ?? "recorded")" : ""
    let words = [options, model].filter { !$0.isEmpty && $0 != "-" }
    return words.isEmpty ? "as given" : words.joined(separator: " ")
  }

  private var sentences: [String] {
    let differing = best.first.crossings.filter {
      ($0.phone != nil || $0.rules != nil) && !$0.agrees(within: tolerance)
    }.map { ($0.time, sentence($0)) }
    let alone = best.first.phoneOnly.map { boundary, time in
      (
        time,
        "the phone delivered \(words(boundary)) at \(time.rfc3339)\(place(boundary, time)), without "
          + "a crossing"
      )
    }
    return (differing + alone).sorted { $0.0 < $1.0 }.map(\.1)
  }

  private func sentence(_ crossing: PhoneComparison.Crossing) -> String {
    let what = words(crossing.boundary)
    func delay(_ time: Timestamp) -> String { (time - crossing.time).delayWords }
    guard let phone = crossing.phone else {
      let rules = crossing.rules.map { ", the rules \(delay($0))" } ?? ""
      return "the phone did not deliver \(what) of \(crossing.time.rfc3339)\(rules)"
    }
    return "the phone delivered \(what) of \(crossing.time.rfc3339) \(delay(phone))"
      + "\(place(crossing.boundary, phone)); the rules "
      + (crossing.rules.map { delay($0) } ?? "did not")
  }

  private func words(_ boundary: PhoneComparison.Boundary) -> String {
    let device = devices.count > 1 ? devices[boundary.device].map { " (\($0.visible))" } : nil
    return "the \(boundary.isEnter ? "enter" : "exit") of \(boundary.region.rawValue.visible)"
      + (device ?? "")
  }

  private func place(_ boundary: PhoneComparison.Boundary, _ time: Timestamp) -> String {
    guard let depth = places[boundary]?[time] else { return "" }
    return ", \(depth.magnitude.rounded().spokenMetres) \(depth < 0 ? "inside" : "outside")"
  }
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
      "strategies": rows.map(entry), "tolerance": tolerance.seconds,
      "withoutCrossing": best.first.phoneOnly.map { entry($0.boundary, $0.time) },
    ]
  }

  private func entry(_ row: Row) -> JSONValue {
    [
      "agreement": row.agreement.value, "options": name(of: row),
      "agreed": row.agreement.part, "delivered": row.agreement.whole, "draws": row.draws,
      "both": row.count(phone: true, rules: true),
      "phoneOnly": row.count(phone: true, rules: false),
      "rulesOnly": row.count(phone: false, rules: true),
      "neither": row.count(phone: false, rules: false), "positioning": row.positioning,
    ]
  }

  private func entry(_ crossing: PhoneComparison.Crossing) -> JSONValue {
    let boundary = crossing.boundary
    return [
      "event": boundary.isEnter ? "enter" : "exit", "region": boundary.region.rawValue,
      "device": devices.count > 1 ? devices[boundary.device] : nil, "time": crossing.time,
      "phone": crossing.phone, "rules": crossing.rules,
      "distance": crossing.phone.flatMap { places[boundary]?[$0]?.tenths },
      "agrees": crossing.phone == nil && crossing.rules == nil
        ? nil : crossing.agrees(within: tolerance),
    ]
  }

  private func entry(_ boundary: PhoneComparison.Boundary, _ time: Timestamp) -> JSONValue {
    [
      "event": boundary.isEnter ? "enter" : "exit", "region": boundary.region.rawValue,
      "device": devices.count > 1 ? devices[boundary.device] : nil, "time": time,
      "distance": places[boundary]?[time]?.tenths,
    ]
  }
}
