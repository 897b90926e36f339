import TestSupport
import Testing

#if os(Linux)
  /// The page that lists every declaration of EventKit says what the module has.
  struct DeclarationTests {
    /// The members that every object, error or value has.
    private static let unlisted: Set = [
      "copy(with:)", "isEqual(_:)", "hash", "description", "==(_:_:)", "~=(_:_:)", "hash(into:)",
      "errorCode", "errorDomain", "errorUserInfo", "rawValue", "init(rawValue:)",
    ]

    @Test func `the page lists what the module has, and misses what it does not have`() throws {
      let names = try SymbolGraph.of("SimulatedEventKit").symbols.filter {
        $0.name.hasPrefix("EK") && !$0.isSynthesized
          && !Self.unlisted.contains($0.pathComponents.last ?? "")
      }.map(\.name)
      let page = try SymbolGraph.page(of: "SimulatedEventKit")
      #expect(Set(page.values) == ["simulated", "says so", "missing"])
      #expect(names.count > 300)
      let listed = page.filter { $0.value != "missing" }.keys
      #expect(Set(names).symmetricDifference(listed) == [])
    }

    @Test func `no object of the store promises to be Sendable, as Apple's do not`() throws {
      let conformances = try SymbolGraph.of("SimulatedEventKit").conformances
      let promising = conformances.filter { $0.value.contains("Swift.Sendable") }.keys
      for name in ["EKEventStore", "EKReminder", "EKAlarm", "EKCalendar", "EKStructuredLocation"] {
        #expect(!promising.contains(name), "\(name)")
      }
      #expect(promising.contains("EKAlarmProximity"))
      #expect(promising.contains("EKAuthorizationStatus"))
    }
  }
#endif
