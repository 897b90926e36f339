import TestSupport
import Testing

@testable import GeofenceCore

/// The times and contents of location updates.
struct PositionerTests {
  private typealias Grade = PositioningModel.Grade

  /// Returns the location updates along a straight path with a fix a second, and the true
  /// positions.
  private func sightings(
    _ grade: PositioningModel.Grade, fixes: Int, metresPerSecond: Double = 10, seed: UInt64 = 1
  ) -> [(seen: Fix, truth: Fix)] {
    let model = PositioningModel(far: grade, near: grade, nearWithin: 0)
    var positioner = Positioner(model, Draws(seed: seed, device: nil))
    var odometer = Odometer()
    return (0..<fixes).compactMap { second in
      let fix = Line.fix(second: Int64(second), at: Double(second) * metresPerSecond)
      return positioner.see(odometer.read(fix)).map { ($0, fix) }
    }
  }

  private func quantile(_ share: Double, of numbers: [Double]) -> Double {
    numbers.sorted()[Int(Double(numbers.count) * share)]
  }

  @Test func `draws are the published hash of what they are for`() {
    #expect(Draws(seed: 1, device: nil).number(.errorSize, atFix: 0) == 0.4962493653664265)
    #expect(Draws(seed: 1, device: nil).number(.missed, atFix: 0) == 0.027777208146315346)
    #expect(
      Draws(seed: 1, device: "phone é").number(.thresholdSize, atFix: 1234) == 0.9616149457664388)
    #expect(
      Draws(seed: .max, trial: 99, device: "a").number(.errorDirection, atFix: 3)
        == 0.579098521603891)
  }

  @Test func `without distance and interval every fix is a look`() {
    #expect(sightings(Grade(), fixes: 50).count == 50)
  }

  @Test func `an interval is the longest time from one look to the next`() {
    let seen = sightings(Grade(interval: Interval(seconds: 7)), fixes: 50)
    #expect(seen.map { $0.seen.time.milliseconds / 1000 } == [0, 7, 14, 21, 28, 35, 42, 49])
  }

  // MARK: at rest, and pauses

  /// The seconds of the location updates along fixes ten seconds apart.
  private func seconds(_ positioner: Positioner, at metres: [Double]) -> [Int64] {
    var (positioner, odometer) = (positioner, Odometer())
    return metres.enumerated().compactMap { number, place in
      let fix = Line.fix(second: Int64(number) * 10, at: place)
      return positioner.see(odometer.read(fix)).map { $0.time.milliseconds / 1000 }
    }
  }

  /// A model that updates every 60 s, and every 200 s within 50 m of the last update.
  private var resting: PositioningModel {
    let moving = Grade(interval: Interval(seconds: 60))
    var model = PositioningModel(far: moving, near: moving, nearWithin: 0)
    model.still = Grade(interval: Interval(seconds: 200))
    model.stillWithin = 50
    return model
  }

  @Test func `a device at rest is updated as the grade for that says, until it moves`() {
    let positioner = Positioner(resting, Draws(seed: 1, device: nil))
    #expect(seconds(positioner, at: Array(repeating: 0, count: 50)) == [0, 190, 390])
    // It walks on the spot at first: what counts is the distance from the last update.
    let walk = (0..<12).map { Double($0 % 2) * 40 } + [60] + Array(repeating: 60, count: 30)
    #expect(seconds(positioner, at: walk) == [0, 120, 320])
  }

  @Test func `the metres of the recorded place decide whether a device rests, not those it walked`()
  {
    let positioner = Positioner(resting, Draws(seed: 1, device: nil))
    #expect(seconds(positioner, at: (0..<25).map { Double($0 % 2) * 49 }) == [0, 190])
  }

  @Test func `a device that has to stay for a while rests only then`() {
    var model = resting
    model.stillAfter = Interval(seconds: 150)
    let positioner = Positioner(model, Draws(seed: 1, device: nil))
    #expect(seconds(positioner, at: Array(repeating: 0, count: 60)) == [0, 60, 120, 320, 520])
    // What counts is where it came to rest, so that a slow walk is no rest.
    let slow = (0..<40).map { Double($0) * 4 }
    #expect(seconds(positioner, at: slow) == [0, 60, 120, 180, 240, 300, 360])
  }

  @Test func `a crossing that has begun keeps the grade near, also at rest and far away`() {
    let quiet = Grade(interval: Interval(seconds: 600))
    var model = PositioningModel(
      far: quiet, near: Grade(interval: Interval(seconds: 20)), nearWithin: 0)
    (model.still, model.stillWithin) = (quiet, 50)
    var positioner = Positioner(model, Draws(seed: 1, device: nil))
    var odometer = Odometer()
    let times = (0..<60).compactMap { number -> Int? in
      let fix = Line.fix(second: Int64(number) * 10, at: 0)
      defer {
        positioner.settle(isCrossing: (5..<11).contains(number)) { _, _ in false }
      }
      return positioner.see(odometer.read(fix)) == nil ? nil : number * 10
    }
    // The crossing lasts from 50 s to 110 s; then the wait of the grade at rest goes on.
    #expect(times == [0, 60, 80, 100])
  }

  @Test func `the first wait is cut to a share, so that each seed has a phase`() {
    let grade = Grade(interval: Interval(seconds: 1000))
    let first = (0..<400).compactMap { seed -> Int64? in
      sightings(grade, fixes: 1002, seed: UInt64(seed)).dropFirst().first
        .map { $0.seen.time.milliseconds / 1000 }
    }
    #expect(first.count == 400)
    for share in [0.25, 0.5, 0.75] {
      #expect(abs(quantile(share, of: first.map { Double($0) }) / 1000 - share) < 0.08)
    }
    let ways = sightings(
      Grade(distance: .init(median: 1000, p95: 1000)), fixes: 500, metresPerSecond: 10)
    #expect(ways.prefix(2).map { $0.seen.time.milliseconds / 1000 } == [0, 91])
  }

  @Test func `a pause makes updates rarer, under a model and without`() {
    let pause = Interval(seconds: 25)
    let recorded = Positioner(.recorded, Draws(seed: 1, device: nil), pause: pause)
    #expect(seconds(recorded, at: [0, 0, 0, 0, 0, 0, 0]) == [0, 30, 60])
    let model = Positioner(resting, Draws(seed: 1, device: nil), pause: Interval(seconds: 75))
    #expect(seconds(model, at: (0..<20).map { Double($0) * 100 }) == [0, 80, 160])
  }

  @Test func `the model of a recorded track changes nothing of a fix, its accuracy included`() {
    var positioner = Positioner(.recorded, Draws(seed: 1, device: nil))
    var odometer = Odometer()
    var fix = Line.fix(second: 0, at: 12)
    fix.horizontalAccuracy = 33
    #expect(positioner.see(odometer.read(fix)) == fix)
  }

  @Test func `the way from one look to the next is log-normal`() {
    let grade = Grade(distance: .init(median: 400, p95: 1500))
    let seen = sightings(grade, fixes: 400_000, metresPerSecond: 5)
    let ways = zip(seen, seen.dropFirst()).map { last, next in
      Double((next.truth.time - last.truth.time).milliseconds) / 1000 * 5
    }
    #expect(abs(quantile(0.5, of: ways) / 400 - 1) < 0.05)
    #expect(abs(quantile(0.95, of: ways) / 1500 - 1) < 0.1)
  }

  @Test func `whichever comes first, distance or interval, is the next look`() {
    let grade = Grade(
      distance: .init(median: 99.5, p95: 99.5), interval: Interval(seconds: 20))
    #expect(sightings(grade, fixes: 101, metresPerSecond: 10).count == 11)
    #expect(sightings(grade, fixes: 101, metresPerSecond: 1).count == 6)
  }

  @Test func `68 of 100 looks lie within the error`() {
    let seen = sightings(Grade(error: 74, accuracy: 65), fixes: 20_000, metresPerSecond: 0)
    let errors = seen.map {
      Geodesic(from: $0.truth.coordinate, to: $0.seen.coordinate).distance
    }
    let share = Double(errors.count { $0 <= 74 }) / Double(errors.count)
    #expect(abs(share - 0.68) < 0.01)
    #expect(seen.allSatisfy { $0.seen.horizontalAccuracy == 65 })
    // The error is as often to the north as to the east.
    let north = seen.count { $0.seen.coordinate.latitude > $0.truth.coordinate.latitude }
    let east = seen.count { $0.seen.coordinate.longitude > $0.truth.coordinate.longitude }
    for count in [north, east] { #expect(abs(Double(count) / 20_000 - 0.5) < 0.015) }
  }

  @Test func `an error lasts as long as it settles, and is as large as before`() {
    func correlation(_ settles: Double) -> Double {
      let seen = sightings(
        Grade(error: 50, settles: Interval(seconds: settles)), fixes: 20_000, metresPerSecond: 0)
      let errors = seen.map { $0.seen.coordinate.latitude - $0.truth.coordinate.latitude }
      let products = zip(errors, errors.dropFirst()).map { $0 * $1 }.reduce(0, +)
      return products / errors.map { $0 * $0 }.reduce(0, +)
    }
    #expect(abs(correlation(0)) < 0.03)
    #expect(abs(correlation(1) - 0.3679) < 0.05)
    #expect(abs(correlation(10) - 0.9048) < 0.03)
    let seen = sightings(
      Grade(error: 50, settles: Interval(seconds: 10)), fixes: 60_000, metresPerSecond: 0)
    let within = seen.count {
      Geodesic(from: $0.truth.coordinate, to: $0.seen.coordinate).distance <= 50
    }
    #expect(abs(Double(within) / 60_000 - 0.68) < 0.03)
  }

  @Test func `looks that find nothing start the wait anew, the first one finds something`() {
    let grade = Grade(interval: Interval(seconds: 10), missed: 0.4)
    let seen = sightings(grade, fixes: 100_001)
    #expect(abs(Double(seen.count) / 10_001 - 0.6) < 0.02)
    #expect(seen.allSatisfy { $0.seen.time.milliseconds % 10_000 == 0 })
    for seed in UInt64(0)..<20 {
      #expect(sightings(Grade(missed: 1), fixes: 5, seed: seed).count == 1)
    }
  }

  @Test func `a place is moved along the radii of curvature, around a pole and the antimeridian`() {
    for latitude in [0.0, 46, -89.99] {
      for (east, north) in [(300.0, 0.0), (0, -400), (-500, 250)] {
        let place = Coordinate(latitude: latitude, longitude: 179.999)
        let moved = place.moved(east: east, north: north)
        #expect(moved.isValid)
        let metres = (east * east + north * north).squareRoot()
        let distance = Geodesic(from: place, to: moved).distance
        #expect(abs(distance - metres) < (latitude == -89.99 ? 150 : 0.05), "\(place)")
      }
    }
    #expect(Coordinate(latitude: 90, longitude: 5).moved(east: 10, north: 20).latitude == 90)
  }
}
