import SimulatedCoreLocation
import Testing

extension Trait where Self == ConditionTrait {
  /// Passes over tests of what only an exact run has: an order that yields and sleeps cannot change.
  static var exactRuns: Self {
    .enabled("this runtime does not show every yield and sleep, so runs are not exact") {
      await SimulatedDevice.tryExactness()
    }
  }
}
