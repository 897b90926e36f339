// Apple's module re-exports Foundation, too: app code that imports Core Location alone uses it.
@_exported import Foundation
// So are `@Observable` and its module seen with Apple's SDK, without an import of their own.
@_exported import Observation

#if canImport(FoundationNetworking)
  // On other platforms this is a part of Foundation.
  @_exported import FoundationNetworking
#endif

#if !canImport(Darwin)
  // Foundation exports these constants on Apple's platforms, where apps compute sleeps with them.
  // swift-format-ignore: AlwaysUseLowerCamelCase
  public let NSEC_PER_SEC: UInt64 = 1_000_000_000
  // swift-format-ignore: AlwaysUseLowerCamelCase
  public let NSEC_PER_MSEC: UInt64 = 1_000_000
  // swift-format-ignore: AlwaysUseLowerCamelCase
  public let NSEC_PER_USEC: UInt64 = 1_000
  // swift-format-ignore: AlwaysUseLowerCamelCase
  public let USEC_PER_SEC: UInt64 = 1_000_000

  extension ProcessInfo {
    /// A Boolean value that is always false, because the simulated device has no battery to save.
    public var isLowPowerModeEnabled: Bool { false }
  }

  extension Notification.Name {
    /// A notification that is never posted, because the power state never changes.
    // swift-format-ignore: AlwaysUseLowerCamelCase
    public static let NSProcessInfoPowerStateDidChange = Notification.Name(
      "NSProcessInfoPowerStateDidChangeNotification")
  }
#endif
