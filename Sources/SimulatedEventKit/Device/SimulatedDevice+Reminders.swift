extension SimulatedDevice {
  var reminders: RemindersService { service(RemindersService.self, RemindersService.init) }

  /// The alarms of reminders that have fired, in the order in which they did.
  public var alarms: [SimulatedAlarm] { reminders.alarms }

  /// Completes a reminder, as the person does in another app or on another device.
  ///
  /// The app gets `EKEventStoreChanged`. A name that no incomplete reminder has is a mistake of the
  /// test.
  ///
  /// - Parameter name: The title of the reminder, or its `calendarItemIdentifier`.
  public func completeReminder(
    _ name: String, file: String = #filePath, line: Int = #line,
    isolation: isolated (any Actor)? = #isolation
  ) async {
    log(.action, "complete \(name)")
    do {
      if try !reminders.complete(name) {
        report(
          mistake: "no incomplete reminder is called \"\(name)\"",
          help: "give the title of one, or its calendarItemIdentifier",
          place: .init(file: file, line: line))
      }
    } catch {
      report(mistake: "\(error)", place: .init(file: file, line: line))
    }
    await settle()
  }

  /// Changes the app's access to reminders, as the person does in Settings; the app gets
  /// `EKEventStoreChanged`.
  public func authorizeReminders(
    _ status: EKAuthorizationStatus, isolation: isolated (any Actor)? = #isolation
  ) async {
    reminders.setStatus(.init(status))
    await settle()
  }

  /// Runs `body` with a new device whose app has this access to reminders.
  ///
  /// ```swift
  /// await SimulatedDevice.run(remindersAccess: .notDetermined, answering: .fullAccess) { device in
  ///   await device.launch { await ShoppingApp().run() }
  ///   await device.move(to: shop, after: 60)
  ///   print(device.alarms)
  /// }
  /// ```
  ///
  /// `answer` is the person's answer when the app asks for access. `reminders` are the paths of
  /// iCalendar files or folders that the device's reminders are read from and written to; without
  /// them the run has its own, with `lists` of these titles. The other arguments, and what is thrown,
  /// are those of `run` without reminders.
  public static func run<Value, Failure: Error>(
    _ configuration: SimulatedDeviceConfiguration = .init(),
    remindersAccess access: EKAuthorizationStatus,
    answering answer: EKAuthorizationStatus = .fullAccess, reminders: [String] = [],
    lists: [String] = ["Reminders"], authorization: CLAuthorizationStatus? = nil,
    positioning: SimulatedPositioning? = nil, seed: UInt64? = nil, startingAt start: Date? = nil,
    places: [String: CLLocation]? = nil, file: String = #filePath, line: Int = #line,
    isolation: isolated (any Actor)? = #isolation,
    _ body: (SimulatedDevice) async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    try await run(
      configuration.with(access, answer, reminders, lists), authorization: authorization,
      positioning: positioning, seed: seed, startingAt: start, places: places, file: file,
      line: line, body)
  }
}

extension SimulatedDeviceConfiguration {
  /// Returns the configuration of a device whose app has this access to reminders; for a test trait.
  ///
  /// ```swift
  /// @Test(.simulatedDevice(.reminders(.notDetermined, answering: .denied)))
  /// ```
  ///
  /// - Parameters:
  ///   - access: The app's access at the start.
  ///   - answer: The person's answer when the app asks for access.
  ///   - files: The paths of iCalendar files or folders that the reminders are read from and
  ///     written to; empty for reminders that the run alone has.
  ///   - lists: The titles of the lists of such a run at the start; empty for none.
  public static func reminders(
    _ access: EKAuthorizationStatus = .fullAccess,
    answering answer: EKAuthorizationStatus = .fullAccess, files: [String] = [],
    lists: [String] = ["Reminders"]
  ) -> Self {
    Self().with(access, answer, files, lists)
  }

  fileprivate func with(
    _ access: EKAuthorizationStatus, _ answer: EKAuthorizationStatus, _ files: [String],
    _ lists: [String]
  ) -> Self {
    // The alarms of files fire from the first fix on, whether or not the app has opened a store.
    SimulatedDevice.provide(RemindersService.self, RemindersService.init)
    var configuration = self
    configuration.reminders.status = .init(access)
    configuration.reminders.answer = .init(answer)
    configuration.reminders.paths = files
    configuration.reminders.lists = lists
    return configuration
  }
}

extension RemindersAccess.Status {
  fileprivate init(_ status: EKAuthorizationStatus) {
    self = Self(rawValue: status.rawValue) ?? .notDetermined
  }
}
