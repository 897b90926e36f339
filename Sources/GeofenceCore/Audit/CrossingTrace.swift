/// How one crossing met the strategy.
struct CrossingTrace: Sendable {
  /// What the monitor held the state to be before the crossing; `nil` without a slot.
  let held: RegionState?
  /// The choice in force.
  let choice: Choice?
  /// How the region had lost its slot before, where it has none.
  let stopBefore: Stop?
  var nextChoice: Timestamp?
  /// The first registration and the first end of one until the next crossing.
  var started: Start?
  var stopped: Stop?
  var delivery: AuditedCrossing.Delivery?
  var isDeliveredUndisturbed = false
  var hindrance: Hindrance?
}
