import Foundation
import Synchronization

/// Tells whether code runs in the initializer of a `static let` or a global.
///
/// What is made there lives as long as the process, and belongs to every later start of the app. The
/// stack shows it: wherever an initializer runs, one place in the runtime has called it.
enum StaticInitialization {
  /// The return addresses that only the stacks of initializers have.
  private static let marks = Mutex<Set<UInt>?>(nil)

  /// Finds them out by comparing the stack here with that of an initializer.
  static func prepare() {
    if marks.withLock({ $0 != nil }) { return }
    let outside = addresses
    let inside = Probe.addresses
    marks.withLock { $0 = inside.subtracting(outside) }
  }

  static var isRunning: Bool {
    marks.withLock { $0.map { !$0.isDisjoint(with: addresses) } ?? false }
  }

  private enum Probe {
    static let addresses = StaticInitialization.addresses
  }

  private static var addresses: Set<UInt> {
    Set(Thread.callStackReturnAddresses.map(\.uintValue))
  }
}
