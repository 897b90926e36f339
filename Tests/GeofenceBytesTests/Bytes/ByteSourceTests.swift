import TestSupport
import Testing

@testable import GeofenceBytes

struct ByteSourceTests {
  @Test func `a whole input that need not end is read up to a limit`() {
    let error = #expect(throws: InputError.self) {
      try ByteSource.contents(of: "/dev/zero", limit: 1 << 20)
    }
    #expect(error?.source == "/dev/zero")
    #expect(error?.problem == "more than 1 MiB have come, and no end")
  }

  @Test func `a file is read whole, however large`() throws {
    let input = try withFile(repeatElement(UInt8(ascii: "x"), count: 3000)) { path in
      try ByteSource.contents(of: path, limit: 1000)
    }
    #expect(input.bytes.count == 3000)
  }
}
