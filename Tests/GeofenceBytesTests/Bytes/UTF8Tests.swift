import GeofenceBytes
import TestSupport
import Testing

/// What is UTF-8 is what the standard library reads as such, without repairing it.
struct UTF8Tests {
  /// Checks the verdict on some bytes, and where the first fault lies.
  private func check(_ bytes: [UInt8]) {
    let (count, isCut) = bytes.span.wellFormed
    #expect(bytes.span.isUTF8 == (String(validating: bytes, as: UTF8.self) != nil), "\(bytes)")
    #expect(String(validating: bytes.prefix(count), as: UTF8.self) != nil, "\(bytes)")
    if count < bytes.count {
      // A longer beginning is never well formed: the first character of the rest is at fault.
      let longer = (count + 1)...min(count + 4, bytes.count)
      #expect(longer.allSatisfy { String(validating: bytes.prefix($0), as: UTF8.self) == nil })
    }
    if isCut {
      let ends: [[UInt8]] = [
        [0x80], [0x80, 0x80], [0x80, 0x80, 0x80], [0xBF], [0xA0, 0x80], [0x90, 0x80, 0x80],
      ]
      #expect(
        ends.contains { String(validating: bytes[count...] + $0, as: UTF8.self) != nil }, "\(bytes)"
      )
    }
  }

  @Test func `every beginning of a character is judged as the standard library does`() {
    let followers: [UInt8] = [
      0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xED, 0xFF,
    ]
    for first in UInt8.min...UInt8.max {
      check([first])
      for second in UInt8.min...UInt8.max { check([first, second]) }
      guard first >= 0xE0 else { continue }
      for second in followers {
        for third in followers {
          check([first, second, third])
          if first >= 0xF0 { for fourth in followers { check([first, second, third, fourth]) } }
        }
      }
    }
  }

  @Test func `texts with single faults are judged as the standard library does`() {
    let text = Array("Plätze am Fluß, 東京 und 🏞️, then a long run of plain letters".utf8)
    check(text)
    for place in text.indices {
      check(Array(text.prefix(place)))
      for byte: UInt8 in [0x80, 0xC0, 0xE2, 0xF0, 0xFF] {
        var broken = text
        broken[place] = byte
        check(broken)
      }
    }
  }
}
