extension String {
  /// Creates the text of a path or argument from the system's bytes; one that is no character
  /// becomes one of private use, U+10FF80 to U+10FFFF, so that nothing is lost.
  package init(nativePath bytes: some Sequence<UInt8>) {
    let bytes = Array(bytes)
    if let text = String(validating: bytes, as: UTF8.self) {
      self = text
      return
    }
    self = ""
    var rest = bytes[...]
    while !rest.isEmpty {
      var parser = UTF8.ForwardParser()
      var input = rest.makeIterator()
      switch parser.parseScalar(from: &input) {
      case .valid(let character):
        unicodeScalars.append(UTF8.decode(character))
        rest = rest.dropFirst(character.count)
      case .error(let length):
        unicodeScalars.append(
          contentsOf: rest.prefix(length).compactMap(Unicode.Scalar.init(lost:)))
        rest = rest.dropFirst(length)
      case .emptyInput: return
      }
    }
  }

  package var nativePath: [CChar] {
    var bytes: [CChar] = []
    for scalar in unicodeScalars {
      if let byte = scalar.lostByte {
        bytes.append(CChar(bitPattern: byte))
      } else {
        bytes += String(scalar).utf8.map(CChar.init(bitPattern:))
      }
    }
    return bytes + [0]
  }
}

extension Unicode.Scalar {
  private static let firstLostByte: UInt32 = 0x10_FF00

  fileprivate init?(lost byte: UInt8) { self.init(Self.firstLostByte + UInt32(byte)) }

  /// The byte of a file's name that this character stands for, if it is not a character itself.
  package var lostByte: UInt8? { value >= Self.firstLostByte + 0x80 ? UInt8(value & 0xFF) : nil }
}
