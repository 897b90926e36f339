// What Apple's Foundation and C library have in Swift and those of Linux lack, as far as the sources use it.
public import Foundation

extension ProcessInfo {
  public var isLowPowerModeEnabled: Bool { false }
}

extension NSObject: @retroactive CVarArg {
  public var _cVarArgEncoding: [Int] { [] }
}

extension NotificationCenter {
  public func notifications(named name: Notification.Name, object: AnyObject? = nil)
    -> AsyncStream<Notification>
  {
    AsyncStream { $0.finish() }
  }
}
