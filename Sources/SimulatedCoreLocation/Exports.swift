// As Apple's module does: app code that imports it alone uses Foundation, too.
@_exported import Foundation

#if canImport(FoundationNetworking)
  // Elsewhere a part of Foundation.
  @_exported import FoundationNetworking
#endif

#if !canImport(Darwin)
  // What Foundation brings along on Apple's platforms, and apps compute sleeps with.
  // swift-format-ignore: AlwaysUseLowerCamelCase
  public let NSEC_PER_SEC: UInt64 = 1_000_000_000
  // swift-format-ignore: AlwaysUseLowerCamelCase
  public let NSEC_PER_MSEC: UInt64 = 1_000_000
  // swift-format-ignore: AlwaysUseLowerCamelCase
  public let NSEC_PER_USEC: UInt64 = 1_000
  // swift-format-ignore: AlwaysUseLowerCamelCase
  public let USEC_PER_SEC: UInt64 = 1_000_000

  extension ProcessInfo {
    /// Always false: what has no battery does not save it.
    public var isLowPowerModeEnabled: Bool { false }
  }

  extension Notification.Name {
    /// Never posted.
    // swift-format-ignore: AlwaysUseLowerCamelCase
    public static let NSProcessInfoPowerStateDidChange = Notification.Name(
      "NSProcessInfoPowerStateDidChangeNotification")
  }
#endif
