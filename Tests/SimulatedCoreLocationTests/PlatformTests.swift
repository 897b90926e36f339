import SimulatedCoreLocation
import SimulatedCoreLocationStartup
import Testing

#if os(Linux)
  /// What a platform lets a run do is probed, so that no test is skipped where it can run.
  struct PlatformTests {
    @Test func `Linux shows a run everything, and without its own means the tasks alone`() async {
      let interposes = !scl_is_like_darwin()
      #expect(await SimulatedDevice.tryExactness())
      #expect(SimulatedDevice.watchesQueues == interposes)
      #expect(SimulatedDevice.simulatesDate == interposes)
      #expect(SimulatedDevice.renewsSingletons == interposes)
      #expect(SimulatedDevice.namesCallers == interposes)
    }
  }
#endif
