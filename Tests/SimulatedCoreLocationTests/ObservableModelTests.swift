import SimulatedCoreLocation
import Testing

/// A model that SwiftUI would show, in a file that imports Core Location alone, as apps have them.
@Observable private final class Places {
  var names: [String] = []
}

struct ObservableModelTests {
  @Test func `an observable model compiles with the import of Core Location`() async {
    let places = Places()
    await confirmation { changes in
      withObservationTracking {
        _ = places.names
      } onChange: {
        changes()
      }
      places.names.append("home")
    }
  }
}
