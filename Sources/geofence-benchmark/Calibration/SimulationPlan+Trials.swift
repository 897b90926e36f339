import GeofenceCore

extension SimulationPlan {
  /// Returns the events of each of `count` phones along a path.
  func events(along path: [Fix], phones count: Int) -> [[Event]] {
    var odometer = Odometer()
    // The metres along the path are measured once for all phones.
    let readings = positioning == nil ? [] : path.map { odometer.read($0) }
    return (0..<count).map { trial in
      var simulation = Simulation(self, .empty, trial: UInt64(trial))
      var events: [Event] = []
      if readings.isEmpty {
        for fix in path { simulation.advance(to: fix, into: &events) }
      } else {
        for reading in readings { simulation.advance(to: reading, into: &events) }
      }
      return events
    }
  }
}

func metres(_ number: Double?) -> String { number.map { "\(Int($0.rounded())) m" } ?? "–" }
