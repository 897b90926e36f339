private import CLibrary

/// A zone as the system knows it: its clocks' changes, from the zone database (TZif, RFC 8536).
package struct ZoneInfo: Hashable, Sendable {
  package struct Period: Hashable, Sendable {
    package let offset: Int64
    package let abbreviation: String
    package let isDaylight: Bool

    package init(offset: Int64, abbreviation: String, isDaylight: Bool) {
      (self.offset, self.abbreviation, self.isDaylight) = (offset, abbreviation, isDaylight)
    }
  }

  package struct Change: Hashable, Sendable {
    /// The time of the change, in seconds since 1970-01-01T00:00:00Z.
    package let time: Int64
    package let before: Period
    package let after: Period

    package init(time: Int64, before: Period, after: Period) {
      (self.time, self.before, self.after) = (time, before, after)
    }

    /// The local time, in seconds since 1970-01-01, from which on the later offset counts. A local
    /// time that clocks skip or show twice has the earlier offset.
    package var local: Int64 { time + max(before.offset, after.offset) }
  }

  package let name: String
  package let first: Period
  package let changes: [Change]
  package let rule: PosixZone?

  package init(name: String, first: Period, changes: [Change], rule: PosixZone?) {
    self.name = name
    self.first = first
    self.changes = changes
    self.rule = rule
  }

  /// Creates a zone by a name such as `Europe/Ljubljana` or `/example.org/Europe/Ljubljana`, if
  /// known; `local` is the system's own.
  package init?(named name: String) {
    if name == "local" {
      self.init(local: ())
      return
    }
    // No zone's name has more parts, however many a made-up one has.
    var parts = name.split(separator: "/").suffix(4)
    while !parts.isEmpty {
      let known = parts.joined(separator: "/")
      if let zone = Self.read("\(Self.folder)/\(known)", known) {
        self = zone
        return
      }
      parts.removeFirst()
    }
    return nil
  }

  private init?(local: Void) {
    if let set = getenv("TZ").map({ String(cString: $0) }), !set.isEmpty {
      self.init(named: set.hasPrefix(":") ? String(set.dropFirst()) : set)
      return
    }
    let path = "/etc/localtime"
    let target = FilePath.followingLinks(path)
    let name = target.utf8.firstRange(of: "/zoneinfo/".utf8).map { target[$0.upperBound...] }
    guard let zone = Self.read(path, name.map(String.init) ?? "local") else { return nil }
    self = zone
  }

  package static var missingFolder: String? { FilePath.exists(folder) ? nil : folder }

  private static var folder: String {
    getenv("TZDIR").map { String(cString: $0) } ?? "/usr/share/zoneinfo"
  }

  private static func read(_ path: String, _ name: String) -> ZoneInfo? {
    let isName = name.utf8.allSatisfy { byte in
      ASCII.isLetter(byte) || ASCII.isDigit(byte) || "/_+-".utf8.contains(byte)
    }
    guard isName, let (bytes, _) = try? ByteSource.contents(of: path) else { return nil }
    return ZoneInfo(name: name, file: bytes)
  }

  // MARK: - Offsets

  /// Returns the offset at a moment in seconds, positive east of UTC. O(log n) for n changes.
  package func offset(at time: Timestamp) -> Int64 {
    // The time in whole seconds is rounded down.
    let seconds = time.milliseconds / 1000 - (time.milliseconds % 1000 < 0 ? 1 : 0)
    return offset(seconds, by: { $0.time })
  }

  /// Returns true if clocks show the time of this moment again later, as they have gone back.
  package func showsTwice(_ time: Timestamp) -> Bool {
    let (offset, later) = (offset(at: time), self.offset(at: time + Interval(seconds: 86_400)))
    return later < offset
      && self.offset(at: time + Interval(seconds: Double(offset - later))) == later
  }

  /// Returns the offset at a local time, in seconds, positive to the east of UTC; see `ZoneRules`.
  package func offset(atLocal time: Timestamp) -> Int64 {
    offset(time.milliseconds / 1000, by: { $0.local })
  }

  private func offset(_ seconds: Int64, by key: (Change) -> Int64) -> Int64 {
    if let last = changes.last.map(key), seconds < last {
      let next = changes.partitioningIndex { key($0) > seconds }
      return next == 0 ? first.offset : changes[next - 1].after.offset
    }
    guard let rule else { return changes.last?.after.offset ?? first.offset }
    let year = CivilDate(days: (seconds + rule.standard.offset) / 86_400).year
    let later = (year - 1...year + 1).flatMap(rule.changes)
      .filter { $0.time > changes.last?.time ?? .min }
    guard let change = later.last(where: { key($0) <= seconds }) else {
      return changes.last?.after.offset ?? later.first?.before.offset ?? rule.standard.offset
    }
    return change.after.offset
  }
}
