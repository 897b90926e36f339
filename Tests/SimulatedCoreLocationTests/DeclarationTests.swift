import TestSupport
import Testing

#if os(Linux)
  /// The page that lists every declaration of Core Location says what the module has.
  struct DeclarationTests {
    /// The members that every object, error or value has, and those that only this module has, for
    /// tests and for `delegate?.` calls.
    private static let unlisted: Set = [
      "copy(with:)", "encode(with:)", "init(coder:)", "isEqual(_:)", "hash", "description",
      "supportsSecureCoding", "==(_:_:)", "~=(_:_:)", "hash(into:)", "init(from:)", "encode(to:)",
      "errorCode", "errorDomain", "errorUserInfo", "withSerialExecutor(_:)",
      "CLAuthorizationStatus.always", "CLAuthorizationStatus.whenInUse",
      "CLLocationManagerDelegate.locationManager",
      "CLLocationManagerDelegate.locationManagerDidChangeAuthorization",
      "CLLocationManagerDelegate.locationManagerDidPauseLocationUpdates",
      "CLLocationManagerDelegate.locationManagerDidResumeLocationUpdates",
      "CLLocationManagerDelegate.locationManagerShouldDisplayHeadingCalibration",
    ]

    @Test func `the page lists what the module has, and misses what it does not have`() throws {
      let symbols = try SymbolGraph.of("SimulatedCoreLocation").symbols.filter {
        ($0.name.hasPrefix("CL") || $0.name.hasPrefix("kCL"))
          && !$0.isSynthesized
          && !Self.unlisted.contains($0.name)
          && !Self.unlisted.contains($0.pathComponents.last ?? "")
      }
      let page = try SymbolGraph.page(of: "SimulatedCoreLocation")
      #expect(Set(page.values) == ["simulated", "says so", "missing"])
      #expect(symbols.count > 300)
      #expect(
        Set(symbols.map(\.name)).symmetricDifference(
          page.filter { $0.value != "missing" }.keys) == [])
    }

    @Test func `managers, regions, visits and events promise no more than Apple's`() throws {
      let promises = try SymbolGraph.of("SimulatedCoreLocation").conformances
      for name in ["CLLocationManager", "CLRegion", "CLCircularRegion", "CLVisit"] {
        #expect(promises[name]?.contains("Swift.Sendable") != true, "\(name)")
      }
      #expect(promises["CLLocation"]?.contains("Swift.Sendable") == true)
      #expect(promises["CLMonitor.Event"]?.contains("Swift.Sendable") == true)
      #expect(promises["CLMonitor.Event"]?.contains("Swift.Hashable") == false)
      #expect(promises["CLMonitor.Event"]?.contains("Swift.Equatable") == false)
    }
  }
#endif
