import GeofenceCore

/// The engine as a page drives it: the devices, the world as it is, and one in which something is
/// otherwise.
///
///     var session = EngineSession()
///     _ = session.answer(to: .devices(devices))
///     _ = session.answer(to: .world(reported, isCompared: false))
///     let json = session.answer(to: .world(changed, isCompared: true))
///
/// An answer is an object: `counts`, the outcome of each crossing that was asked for, and the changes
/// from the world as it is, where the world is compared.
package struct EngineSession {
  private var devices: [EngineMessage.Device] = []
  private var reported = EngineAudit()

  package init() {}

  /// - Complexity: that of an audit of the devices.
  package mutating func answer(to message: EngineMessage) -> String {
    switch message {
    case .devices(let devices):
      self.devices = devices
      reported = EngineAudit()
      return "{}"
    case .world(let world, let isCompared):
      guard let audit = EngineAudit(world, devices) else {
        return "{\"error\":\"two regions have the same identifier\"}"
      }
      if !isCompared { reported = audit }
      return audit.json(comparedWith: reported)
    }
  }
}

/// The crossings of all devices in a world.
struct EngineAudit {
  private(set) var counts = CrossingCounts()
  /// The crossings that are asked for, in their order.
  private var crossings: [Crossing] = []

  private struct Crossing: Comparable {
    /// The region of the crossing, which may have another number in another world.
    let region: RegionIdentifier
    let audited: AuditedCrossing

    static func < (lhs: Self, rhs: Self) -> Bool {
      let (one, other) = (lhs.audited, rhs.audited)
      return (one.device, one.time, lhs.region, one.name.rawValue)
        < (other.device, other.time, rhs.region, other.name.rawValue)
    }
  }

  init() {}

  /// Audits all devices; `nil` where two regions have the same identifier.
  init?(_ world: EngineMessage.World, _ devices: [EngineMessage.Device]) {
    guard let regions = try? RegionSet(world.regions) else { return nil }
    let plan = AuditPlan(
      of: regions, [AuditStrategy(world.settings)], positioning: world.positioning)
    var account = AuditAccount(plan, keeping: .init(strategies: 1, .everything))
    for (number, device) in devices.enumerated() {
      guard let first = device.fixes.first else { continue }
      var audit = Audit(
        plan, startingAt: first.time, device: Int32(number), named: device.name)
      for fix in device.fixes { audit.advance(to: fix, into: &account) }
      audit.finish(into: &account)
    }
    let strategy = account.ordered.strategies[0]
    counts = strategy.counts
    crossings = strategy.crossings.map { Crossing(region: plan.names[$0.region], audited: $0) }
  }

  // MARK: as JSON

  func json(comparedWith other: Self) -> String {
    "{\"sentence\":\(sentence.quoted),\"asked\":\(counts.geometry),\"delivered\":\(counts.delivered),\"missed\":\(counts.lost)"
      + ",\"undecided\":\(counts.undecided),\"late\":\(counts.late)"
      + ",\"crossings\":\(Self.list(crossings.map { json($0) }))"
      + ",\"changes\":\(Self.list(changes(from: other)))}"
  }

  /// How many of how many never reached the app.
  private var sentence: String {
    let decided = counts.geometry - counts.undecided
    if counts.geometry == 0 { return "No arrival or departure is asked for." }
    if decided == 0 { return "The recording decides none of \(counts.geometry)." }
    let kinds = Set(crossings.map { $0.audited.name })
    let many =
      kinds.count > 1 ? "arrivals and departures" : kinds == [.enter] ? "arrivals" : "departures"
    let open =
      counts.undecided > 0 ? ", and \(counts.undecided) that the recording cannot decide" : ""
    return counts.lost == 0
      ? "All \(decided) \(many) reach the app\(open)."
      : "\(counts.lost) of \(decided) \(many) never reach the app\(open)."
  }

  private static func list(_ elements: [String]) -> String {
    "[" + elements.joined(separator: ",") + "]"
  }

  private func json(_ crossing: Crossing) -> String {
    "{\(members(of: crossing)),\"outcome\":\(Self.json(crossing.audited))}"
  }

  private func members(of crossing: Crossing) -> String {
    let audited = crossing.audited
    return "\"device\":\(audited.device),\"region\":\(crossing.region.rawValue.quoted)"
      + ",\"name\":\"\(audited.name == .enter ? "enter" : "exit")\""
      + ",\"time\":\(audited.time.milliseconds)"
  }

  /// The outcome as an object: its kind, and what is known of it.
  private static func json(_ crossing: AuditedCrossing?) -> String {
    guard let crossing else { return "{\"kind\":\"none\"}" }
    switch crossing.outcome {
    case .delivered(let delivery):
      return "{\"kind\":\"\(crossing.isLate ? "late" : "delivered")\""
        + ",\"at\":\(delivery.time.milliseconds)}"
    case .lost(let loss):
      let cause = loss.flatMap { LossCause.allCases.firstIndex(of: $0.cause) } ?? -1
      return "{\"kind\":\"missed\",\"cause\":\(cause)}"
    case .undecided: return "{\"kind\":\"undecided\"}"
    }
  }

  /// The crossings whose outcome differs from that in another world, each with both outcomes.
  ///
  /// One that happens at another time, because its circle is another, is the same as long as it is
  /// the first, second … of its kind.
  private func changes(from other: Self) -> [String] {
    var changes: [(crossing: Crossing, before: AuditedCrossing?, after: AuditedCrossing?)] = []
    let before = Dictionary(grouping: other.crossings, by: { Kind($0) })
    let after = Dictionary(grouping: crossings, by: { Kind($0) })
    for (kind, own) in after {
      var earlier = before[kind] ?? []
      var unpaired: [Crossing] = []
      for crossing in own {
        if let index = earlier.firstIndex(where: { $0.audited.time == crossing.audited.time }) {
          changes.append((crossing, earlier.remove(at: index).audited, crossing.audited))
        } else {
          unpaired.append(crossing)
        }
      }
      for (index, crossing) in unpaired.enumerated() {
        let partner = index < earlier.count ? earlier[index].audited : nil
        changes.append((crossing, partner, crossing.audited))
      }
      for crossing in earlier.dropFirst(unpaired.count) {
        changes.append((crossing, crossing.audited, nil))
      }
    }
    for (kind, lost) in before where after[kind] == nil {
      for crossing in lost { changes.append((crossing, crossing.audited, nil)) }
    }
    return changes.filter { Self.json($0.before) != Self.json($0.after) }
      .sorted { $0.crossing < $1.crossing }
      .map {
        "{\(members(of: $0.crossing)),\"before\":\(Self.json($0.before))"
          + ",\"after\":\(Self.json($0.after))}"
      }
  }

  private struct Kind: Hashable {
    let region: RegionIdentifier
    let device: Int32
    let isEnter: Bool

    init(_ crossing: Crossing) {
      region = crossing.region
      device = crossing.audited.device
      isEnter = crossing.audited.name == .enter
    }
  }
}

extension String {
  /// The text between quotation marks, as JSON has it.
  fileprivate var quoted: String {
    let digits = Array("0123456789abcdef".utf8)
    var bytes: [UInt8] = [UInt8(ascii: "\"")]
    for byte in utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case 0..<0x20:
        bytes += Array("\\u00".utf8) + [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
    return String(decoding: bytes, as: UTF8.self)
  }
}
