public import Foundation

/// An app's answer to a push that asks for its location; the simulated device gets no pushes.
public protocol CLLocationPushServiceExtension: NSObjectProtocol {
  func didReceiveLocationPushPayload(
    _ payload: [String: Any], completion: @escaping () -> Void)
  func serviceExtensionWillTerminate()
}

extension CLLocationPushServiceExtension {
  public func serviceExtensionWillTerminate() {}
}
