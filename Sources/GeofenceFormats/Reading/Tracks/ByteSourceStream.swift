internal import Foundation

/// A byte source as the stream that an XML parser reads: it gives what is there and does not wait
/// for a full buffer.
final class ByteSourceStream: InputStream {
  private var source: ByteSource
  private(set) var failure: InputError?
  /// Whether everything has been read.
  private(set) var isAtEnd = false
  private var status = Stream.Status.notOpen

  init(_ source: consuming ByteSource) {
    self.source = source
    super.init(data: Data())
  }

  var wasInterrupted: Bool { source.wasInterrupted }

  override func open() { status = .open }
  override func close() { status = .closed }
  override var streamStatus: Stream.Status { status }
  override var streamError: (any Error)? { failure }
  override var hasBytesAvailable: Bool { !isAtEnd }

  override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength: Int) -> Int {
    do throws(InputError) {
      if source.count == 0, try !source.fill() {
        isAtEnd = true
        status = .atEnd
        return 0
      }
    } catch {
      failure = error
      status = .error
      return -1
    }
    let count = min(maxLength, source.count)
    source.copy(count, to: UnsafeMutableBufferPointer(start: buffer, count: count))
    source.consume(count)
    return count
  }
}
