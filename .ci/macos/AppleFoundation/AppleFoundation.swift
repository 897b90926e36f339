// What Apple's Foundation and C library have in Swift and those of Linux lack, as far as the sources use it.
public import Foundation

extension ProcessInfo {
  public var isLowPowerModeEnabled: Bool { false }
}
