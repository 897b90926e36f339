import GeofenceInputs

extension FuzzTarget {
  /// A model of what a phone's location service sees.
  static let positioning = FuzzTarget("positioning", readsPaths: true) { input in
    try input.withPath { path in
      try saying(path) { "\(try PositioningReader.read(path: path))" }
    }
  }
}
