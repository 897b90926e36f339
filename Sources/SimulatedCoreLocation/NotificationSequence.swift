#if !canImport(Darwin)
  public import Foundation

  extension NotificationCenter {
    /// Returns the notifications of a name as an asynchronous sequence, which Foundation has on
    /// Apple's platforms only.
    ///
    /// An iterator gets what is posted since it was made; what nobody has asked for yet waits.
    ///
    /// - Parameter object: The sender of the notifications; `nil` for any.
    public func notifications(
      named name: Notification.Name, object: (any AnyObject & Sendable)? = nil
    ) -> Notifications {
      Notifications(center: self, name: name, object: object)
    }

    /// The notifications of a name.
    public final class Notifications: AsyncSequence, Sendable {
      public typealias Element = Notification
      public typealias Failure = Never

      private let center: NotificationCenter
      private let name: Notification.Name
      private let object: (any AnyObject & Sendable)?

      fileprivate init(
        center: NotificationCenter, name: Notification.Name, object: (any AnyObject & Sendable)?
      ) {
        (self.center, self.name, self.object) = (center, name, object)
      }

      public func makeAsyncIterator() -> Iterator {
        let (stream, continuation) = AsyncStream<Box>.makeStream()
        nonisolated(unsafe) let token = center.addObserver(
          forName: name, object: object, queue: nil
        ) { continuation.yield(Box(notification: $0)) }
        continuation.onTermination = { [center] _ in center.removeObserver(token) }
        return Iterator(stream: stream.makeAsyncIterator())
      }

      public struct Iterator: AsyncIteratorProtocol {
        fileprivate var stream: AsyncStream<Box>.Iterator

        public mutating func next() async -> Notification? { await stream.next()?.notification }

        public mutating func next(isolation actor: isolated (any Actor)?) async -> Notification? {
          await stream.next(isolation: actor)?.notification
        }
      }

      fileprivate struct Box: @unchecked Sendable { let notification: Notification }
    }
  }
#endif
