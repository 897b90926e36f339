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
      Notifications { [self] in
        let (stream, continuation) = AsyncStream<Notifications.Box>.makeStream()
        nonisolated(unsafe) let token = addObserver(forName: name, object: object, queue: nil) {
          continuation.yield(Notifications.Box(notification: $0))
        }
        continuation.onTermination = { [self] _ in removeObserver(token) }
        return stream
      }
    }

    /// The notifications of a name.
    public final class Notifications: AsyncSequence, Sendable {
      public typealias Element = Notification
      public typealias Failure = Never

      fileprivate struct Box: @unchecked Sendable { let notification: Notification }

      private let observe: @Sendable () -> AsyncStream<Box>

      fileprivate init(_ observe: @escaping @Sendable () -> AsyncStream<Box>) {
        self.observe = observe
      }

      public func makeAsyncIterator() -> Iterator {
        Iterator(stream: observe().makeAsyncIterator())
      }

      public struct Iterator: AsyncIteratorProtocol {
        fileprivate var stream: AsyncStream<Box>.Iterator

        public mutating func next() async -> Notification? { await stream.next()?.notification }

        public mutating func next(isolation actor: isolated (any Actor)?) async -> Notification? {
          await stream.next(isolation: actor)?.notification
        }
      }
    }
  }
#endif
