#if canImport(Testing)
  package import SimulatedCoreLocation
  public import Testing

  /// Traits of tests that rely on what not every platform lets a simulated device do: elsewhere they are
  /// skipped, and the runner says why.
  extension Trait where Self == ConditionTrait {
    /// Skips a test where the device does not wait for every `Task.yield()` and `Task.sleep` of the app.
    public static var exactRuns: Self {
      .enabled("this runtime does not show every yield and sleep, so runs are not exact") {
        await SimulatedDevice.tryExactness()
      }
    }

    /// Skips a test where the device does not wait for the app's dispatch queues, and timers of queues and
    /// run loops fire on the machine's clock.
    public static var watchedQueues: Self {
      .enabled("this platform does not show an app's dispatch queues and timers to the device") {
        _ = await SimulatedDevice.tryExactness()
        return SimulatedDevice.watchesQueues
      }
    }

    /// Skips a test where `Date()` in the app's code is the machine's time.
    public static var simulatedDate: Self {
      .enabled("this platform does not let Date() be the device's time") {
        _ = await SimulatedDevice.tryExactness()
        return SimulatedDevice.simulatesDate
      }
    }

    /// Skips a test where a `static let` of the app is not made anew for each run and start of the app.
    public static var renewedSingletons: Self {
      .enabled(
        if: SimulatedDevice.renewsSingletons,
        "this platform does not let singletons be made anew for each run")
    }

    /// Skips a test where the library does not find the line of the app that made a mistake.
    public static var namedCallers: Self {
      .enabled(
        if: SimulatedDevice.namesCallers, "this platform does not name the line of a mistake")
    }
  }

  extension SimulatedDevice {
    /// Cancels a case of a test that relies on queues and timers where these are not watched; the runner
    /// says why.
    package static func skipUnlessQueuesAreWatched(
      sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
      _ = await tryExactness()
      if !watchesQueues {
        try Test.cancel(
          "this platform does not show an app's dispatch queues and timers to the device",
          sourceLocation: sourceLocation)
      }
    }
  }
#endif
