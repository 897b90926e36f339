/// One device's path past one set of circles: plain geometry, each set of rules with unlimited
/// registrations, and the strategies that watch these circles.
///
/// Geometry and rules are watched once for all strategies; each strategy has its own `AuditRow`, which
/// no other changes.
struct CircleWatch: Sendable {
  let plan: CirclePlan
  private var geometry: Monitor
  /// True if the geometry is watched here; circles that are no larger than the regions leave that
  /// to the regions'.
  private var hasLooked = false
  private var watches: [UnlimitedWatch]
  /// Under each of the rules, the sides that the recorded fixes decide; empty where the phone sees
  /// every fix, or nothing is asked about them.
  private var recorded: [Monitor]
  private let isPositioned: Bool
  var rows: [AuditRow]
  /// The zones in which fixes change nothing under the rows, close together as they are asked at
  /// every fix.
  private var quietZones: [QuietZone]
  /// True if no row needed the last fix, and no stay is measured.
  private(set) var isIdle = true
  private(set) var hasFirstMoved = false
  /// The wait until which no row, and none of the rules, needs a fix, where the phone does not see
  /// every fix.
  private var wait = Positioner.Wait.none
  private var findings = Monitor.Findings()
  /// For each circle with a shape that the device is in, by its position: whether the device is in
  /// the shape, too.
  private var shapes: [Int32: Bool] = [:]

  /// A device's coming to a side of a circle.
  struct Step: Sendable {
    let region: RegionNumber
    /// The position of the circle among those asked about.
    let circle: Int32
    let isInside: Bool
    /// True if it was on the other side before; otherwise the circle was evaluated first.
    let isCrossing: Bool
  }

  /// All circles under rules with unlimited registrations.
  private struct UnlimitedWatch: Sendable {
    var monitor: Monitor
    /// A value only where the phone does not see every fix.
    var positioner: Positioner?
    var early = EarlyEvents()

    mutating func see(_ reading: Odometer.Reading) -> Fix? {
      monitor.drawRules(positioner, atFix: reading.number)
      return positioner?.see(reading)
    }

    mutating func settle() {
      positioner?.settle(isCrossing: monitor.isCrossing) { place, metres in
        monitor.isBoundary(within: metres, of: place)
      }
    }

    /// The time at which the oldest change of a circle began that is not confirmed.
    func earliestNews(of circle: Int32) -> Timestamp {
      monitor.crossing(of: .region(circle))?.pending?.since ?? .distantFuture
    }
  }

  init(
    _ plan: CirclePlan, startingAt start: Timestamp, device: Int32, named name: String?,
    trial: UInt64
  ) {
    self.plan = plan
    geometry = plan.geometry
    isPositioned = plan.kind.positioning != nil
    watches = plan.unlimited.map { monitor in
      let positioner = plan.kind.positioning.map {
        Positioner(
          $0.model, Draws(seed: $0.seed, trial: trial, device: name),
          pause: monitor.rules.responsiveness)
      }
      return UnlimitedWatch(monitor: monitor, positioner: positioner)
    }
    let needsSides =
      isPositioned && plan.heedsAccuracy && plan.runs.contains { $0.depth == .verdicts }
    recorded = needsSides ? plan.unlimited.map { $0 } : []
    rows = plan.runs.map {
      AuditRow($0, of: plan, startingAt: start, device: device, named: name, trial: trial)
    }
    quietZones = Array(repeating: QuietZone(), count: rows.count)
  }

  // MARK: fixes

  /// Evaluates a fix for the circles, and returns which of them the device has entered or left, in
  /// the order of the regions.
  mutating func look(_ fix: Fix, _ vector: EarthVector) -> [Step] {
    hasLooked = true
    findings.removeAll()
    geometry.observe(fix, vector, into: &findings)
    if findings.changes.isEmpty, shapes.isEmpty { return [] }
    var steps: [Step] = []
    var firsts: Set<Int32> = []
    func step(_ circle: Int32, isInside: Bool, isCrossing: Bool) {
      steps.append(
        Step(
          region: plan.numbers[Int(circle)], circle: circle, isInside: isInside,
          isCrossing: isCrossing))
    }
    for change in findings.changes {
      guard case .region(let circle) = change.condition else { continue }
      let isInside = change.state == .satisfied
      // That it is outside of what it was never inside of is no step.
      guard isInside || change.crossedAt != nil else { continue }
      if !plan.isOfShapes || plan.all.regions[Int(circle)].shape == nil {
        step(circle, isInside: isInside, isCrossing: change.crossedAt != nil)
      } else if isInside {
        shapes[circle] = false
        if change.crossedAt == nil { firsts.insert(circle) }
      } else if shapes.removeValue(forKey: circle) == true {
        step(circle, isInside: false, isCrossing: true)
      }
    }
    for (circle, wasInside) in shapes {
      let isInside = plan.all.regions[Int(circle)].shape?.contains(vector) ?? false
      if isInside == wasInside { continue }
      shapes[circle] = isInside
      step(circle, isInside: isInside, isCrossing: !firsts.contains(circle))
    }
    return steps.sorted { $0.circle < $1.circle }
  }

  /// Shows a fix to everything that watches.
  ///
  /// - Parameters:
  ///   - steps: how the device entered or left the regions themselves.
  ///   - lastTime: the time of the fix before.
  mutating func advance(
    to fix: Fix, _ vector: EarthVector, _ reading: Odometer.Reading?, _ steps: [Step],
    _ passages: [Passage], after lastTime: Timestamp
  ) {
    let own = plan.kind.isLarger ? look(fix, vector) : steps
    if !own.isEmpty || !steps.isEmpty { note(own, steps, at: fix, after: lastTime) }
    for passage in passages { for row in rows.indices { rows[row].judge(passage) } }
    move(to: fix, vector, reading)
    for row in rows.indices {
      rows[row].judgeStays(fix, vector)
      if !rows[row].verdicts.isIdle { isIdle = false }
    }
  }

  /// Begins a fix.
  mutating func begin(at time: Timestamp, after lastTime: Timestamp, _ steps: LongSteps) {
    for row in rows.indices { rows[row].verdicts.begin(at: time, after: lastTime, steps) }
  }

  private mutating func move(
    to fix: Fix, _ vector: EarthVector, _ reading: Odometer.Reading?
  ) {
    (isIdle, hasFirstMoved) = (true, false)
    for row in rows.indices where !rows[row].questions.isEmpty {
      isIdle = false
      rows[row].observe(fix, vector)
    }
    for number in recorded.indices {
      findings.removeAll()
      recorded[number].observe(fix, vector, into: &findings)
    }
    if isPositioned, let reading, wait.isOver(at: reading) == false { return }
    for number in watches.indices {
      if !isPositioned {
        confirm(number, fix, vector)
      } else if let reading, let seen = watches[number].see(reading) {
        confirm(number, seen, EarthVector(seen.coordinate))
        watches[number].settle()
      }
    }
    for row in rows.indices where !quietZones[row].covers(fix) {
      guard let zone = rows[row].move(to: fix, vector, reading) else { continue }
      isIdle = false
      hasFirstMoved = hasFirstMoved || row == 0
      quietZones[row] = zone
    }
    if isPositioned { beginWait() }
  }

  /// Adds the regions that the device has passed between two fixes: it was outside at both, and the
  /// straight line between them crosses the region.
  ///
  /// - Precondition: the geometry was evaluated at the second fix.
  /// - Complexity: O(log n + m) for the m of n regions whose boundary is near the line; O(1) where
  ///   the next boundary is farther away than the first fix.
  mutating func addPassages(
    from last: Fix, to fix: Fix, _ vector: EarthVector, to passages: inout [Passage]
  ) {
    let step = fix.time - last.time
    guard step.milliseconds > 0, step <= CrossingVerdict.soon else { return }
    let start = EarthVector(last.coordinate)
    let chord = vector.squaredChord(to: start).squareRoot()
    // A device that is faster than this was put elsewhere.
    guard chord > 0, chord <= 100 * step.seconds else { return }
    let middle = EarthVector(
      x: (start.x + vector.x) / 2, y: (start.y + vector.y) / 2, z: (start.z + vector.z) / 2)
    // The line runs below the ground: of 30 km by less than 18 m.
    let reach = chord / 2 + chord * chord / 5e7 + 1
    if shapes.isEmpty, geometry.allowance(at: vector).distance > chord / 2 + reach { return }
    var found: [Int32] = []
    plan.all.index.find(within: reach, depth: reach, of: middle, into: &found)
    var way: Geodesic?
    // Within a circle a shape may be passed whose boundary is not the circle's.
    for circle in shapes.isEmpty ? found.sorted() : Set(found).union(shapes.keys).sorted() {
      let region = plan.all.regions[Int(circle)]
      let shape = plan.isOfShapes ? region.shape : nil
      let change = findings.changes.first { $0.condition == .region(circle) }
      guard region.notifyOnEntry, findings.outside?.contains(circle) != true,
        let state = geometry.crossing(of: .region(circle))?.state,
        // What was evaluated first or crossed at this fix was not passed.
        shape == nil
          ? state == .unsatisfied && change == nil : change.map({ $0.crossedAt != nil }) ?? true
      else { continue }
      if let shape, shape.contains(start) || shape.contains(vector) { continue }
      let center = EarthVector(region.center)
      var share = center.share(from: start, to: vector)
      if shape != nil { share = min(1, max(0, share)) }
      guard shape != nil || share > 0 && share < 1 else { continue }
      let path = way ?? Geodesic(from: last.coordinate, to: fix.coordinate)
      way = path
      let nearest = path.coordinate(at: path.distance * share)
      let distance = Geodesic(from: nearest, to: region.center).distance
      guard distance <= region.radius else { continue }
      let half = (region.radius * region.radius - distance * distance).squareRoot()
      let part = shape?.share(from: start, to: vector) ?? min(1, 2 * half / path.distance)
      guard part > 0 else { continue }
      passages.append(
        Passage(
          region: plan.numbers[Int(circle)], from: last.time, to: fix.time, distance: distance,
          inside: Interval(seconds: part * step.seconds)))
    }
  }

  /// Records how the device entered or left the circles, and the regions themselves.
  private mutating func note(
    _ own: [Step], _ steps: [Step], at fix: Fix, after lastTime: Timestamp
  ) {
    // Of each of the rules when they confirmed a crossing that was still to come.
    var ahead: [[Timestamp?]] = []
    if isPositioned {
      ahead = watches.indices.map { number in
        own.map { step in
          guard step.isCrossing else { return nil }
          return watches[number].early.take(
            of: step.region, entering: step.isInside, at: fix.time)?.time
        }
      }
    }
    for row in rows.indices {
      let rules = rows[row].run.rules
      func note(_ number: Int) {
        let step = own[number]
        let unlimited = plan.positions[Int(step.circle)].flatMap { circle in
          rules.flatMap { watches[Int($0.value)].monitor.crossing(of: .region(circle)) }
        }
        var decided = unlimited
        if isPositioned {
          decided = plan.positions[Int(step.circle)].flatMap { circle in
            rules.flatMap {
              recorded.isEmpty ? nil : recorded[Int($0.value)].crossing(of: .region(circle))
            }
          }
        }
        rows[row].cross(
          step, at: fix.time, unlimited: unlimited,
          followsUnknownSide: decided?.state == .unknown,
          ahead: rules.flatMap { isPositioned ? ahead[Int($0.value)][number] : nil },
          after: lastTime)
      }
      if !plan.kind.isLarger {
        for number in own.indices {
          note(number)
          rows[row].crossShape(own[number])
        }
        continue
      }
      for number in own.indices where own[number].isInside { note(number) }
      for step in steps { rows[row].crossShape(step) }
      for number in own.indices where !own[number].isInside { note(number) }
    }
  }

  private mutating func confirm(_ number: Int, _ fix: Fix, _ vector: EarthVector) {
    findings.removeAll()
    watches[number].monitor.observe(fix, vector, into: &findings)
    for change in findings.changes {
      guard let crossedAt = change.crossedAt, case .region(let circle) = change.condition
      else { continue }
      let (region, isEnter) = (plan.numbersOfTaken[Int(circle)], change.state == .satisfied)
      var isCredited = false
      for row in rows.indices where rows[row].run.rules.map({ Int($0.value) }) == number {
        let isOwn = rows[row].confirm(
          region, entering: isEnter, since: crossedAt, at: fix.time)
        isCredited = isCredited || isOwn
      }
      if isPositioned {
        watches[number].early.note(
          .init(isEnter: isEnter, time: fix.time), of: region, isCredited: isCredited)
      }
    }
  }

  /// Begins the wait for the next fix that a row, or some of the rules, needs.
  private mutating func beginWait() {
    wait = .endless
    for number in watches.indices {
      wait = wait.joined(with: watches[number].positioner?.wait ?? .none)
    }
    for row in rows.indices { wait = wait.joined(with: rows[row].wait) }
  }

  mutating func allowance(after fix: Fix, _ vector: EarthVector) -> QuietZone.Allowance {
    // In the circle of a shape the next fix may lie beyond its boundary.
    guard shapes.isEmpty else { return QuietZone.Allowance(distance: 0) }
    var allowance = hasLooked ? geometry.allowance(at: vector) : QuietZone.Allowance()
    for number in watches.indices where allowance.distance > 0 {
      allowance = allowance.joined(with: watches[number].monitor.allowance(at: vector))
    }
    for number in recorded.indices where allowance.distance > 0 {
      allowance = allowance.joined(with: recorded[number].allowance(at: vector))
    }
    for row in rows.indices where allowance.distance > 0 {
      allowance = allowance.joined(with: rows[row].verdicts.allowance(at: vector))
        .joined(with: rows[row].allowance(after: fix, vector))
    }
    return allowance
  }

  // MARK: the set

  /// Changes the set of regions as the scenario, or an alarm that has fired, does.
  ///
  /// - Parameter lastTime: the time of the fix before.
  /// - Returns: the regions that are gone, or other circles now.
  mutating func change(_ action: DeviceAction, after lastTime: Timestamp) -> [RegionNumber] {
    if case .complete(_, let regions) = action {
      return regions.flatMap { change(.remove($0), after: lastTime) }
    }
    for number in watches.indices {
      _ = watches[number].monitor.change(action)
      watches[number].settle()
    }
    wait = .none
    for number in recorded.indices { _ = recorded[number].change(action) }
    let gone = geometry.change(action)
    // An equal circle keeps what is known of its shape.
    if case .add(let region) = action, let circle = plan.all.position(of: region),
      let old = shapes.keys.first(where: {
        plan.all.regions[Int($0)].identifier == region.identifier && $0 != gone
      })
    {
      shapes[circle] = shapes.removeValue(forKey: old)
    }
    if let gone {
      shapes[gone] = nil
      let region = plan.numbers[Int(gone)]
      for number in watches.indices { watches[number].early.forget(region) }
      for row in rows.indices { rows[row].forget(region, after: lastTime) }
      return [region]
    }
    if case .add(let region) = action, let circle = plan.all.position(of: region) {
      for row in rows.indices { rows[row].move(plan.numbers[Int(circle)], to: circle) }
    }
    return []
  }

  /// Returns true if the device is in a region of the set, or in the circle that is watched for it.
  func isInside(_ region: RegionIdentifier) -> Bool {
    guard let circle = plan.all.position(of: region, in: geometry.members),
      geometry.crossing(of: .region(circle))?.state == .satisfied
    else { return false }
    return shapes[circle] ?? true
  }

  mutating func settle() {
    for row in rows.indices where !rows[row].touched.isEmpty {
      let rules = rows[row].run.rules
      rows[row].settle { circle in
        rules.map { watches[Int($0.value)].earliestNews(of: circle) } ?? .distantFuture
      }
    }
  }

  mutating func finish(at lastTime: Timestamp) {
    for row in rows.indices { rows[row].finish(at: lastTime) }
  }
}
