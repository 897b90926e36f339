import SimulatedCoreLocation
import Testing

#if os(Linux)
  /// What a platform lets a run do is probed, so that no test is skipped where it can run.
  struct PlatformTests {
    /// Whether functions of the executable come before those of the system's libraries.
    private static var interposes: Bool {
      #if LIKE_DARWIN
        false
      #else
        true
      #endif
    }

    @Test func `Linux shows a run everything, and without its own means the tasks alone`() async {
      #expect(await SimulatedDevice.tryExactness())
      #expect(SimulatedDevice.watchesQueues == Self.interposes)
      #expect(SimulatedDevice.simulatesDate == Self.interposes)
      #expect(SimulatedDevice.renewsSingletons == Self.interposes)
      #expect(SimulatedDevice.namesCallers == Self.interposes)
    }
  }
#endif
