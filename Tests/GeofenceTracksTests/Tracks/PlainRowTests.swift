import GeofenceCore
import TestSupport
import Testing

/// A row in a long file, which may be read by another path than a row that stands alone.
@Suite(.slow) struct PlainRowTests {
  private static let numbers = [
    "46.0500831", "-46.05", "+46.05", "46", "4.605e1", ".5", "5.", "46.050083123456789", "0046.05",
    "46.05000000000000000000000001", " 46.05", "46.05 ", "\"46.05\"", "", "91", "x", "46.0x", "-",
    "-0.0", "46,05", "1234567.12345678", "12345678.1", "89.99999999",
  ]

  private static func times(_ second: Int) -> [String] {
    let seconds = String(100 + second % 60).dropFirst()
    let minutes = String(100 + second / 60).dropFirst()
    return [
      "2024-01-01T00:\(minutes):\(seconds)Z", "2024-01-01T00:\(minutes):\(seconds).000Z",
      "2024-01-01 00:\(minutes):\(seconds)Z", "2024-01-01t00:\(minutes):\(seconds)z",
      "2024-01-01T01:\(minutes):\(seconds)+01:00", "\(1_704_067_200 + second)",
      "\((1_704_067_200 + second) * 1000)", "2024-01-01T00:\(minutes):\(seconds),000Z",
      "\"2024-01-01T00:\(minutes):\(seconds)Z\"", "2024-13-01T00:\(minutes):\(seconds)Z",
      "2024-01-01T00:\(minutes):\(seconds):00Z", " 2024-01-01T00:\(minutes):\(seconds)Z",
    ]
  }

  @Test(arguments: [",", ";", "\t"], ["\n", "\r\n"])
  func `a row says the same among many as alone`(_ delimiter: String, _ end: String) throws {
    // Other rows for each delimiter and end.
    let seed = delimiter.utf8.reduce(UInt64(end.utf8.count)) { $0 * 256 + UInt64($1) }
    var generator = SeededGenerator(seed: seed)
    func pick(_ all: [String], mostly first: Int) -> String {
      let isPlain = generator.number(in: 0...1) < 0.9
      return all[Int(generator.number(in: 0...0.999) * Double(isPlain ? first : all.count))]
    }
    let header = ["note", "time", "lat", "lon", "acc", "device", "rest"].joined(
      separator: delimiter)
    let rows = (0..<300).map { second in
      let cells = [
        pick(["a", "", "b c", "é+(x)", "\"q\""], mostly: 4), pick(Self.times(second), mostly: 2),
        pick(Self.numbers, mostly: 2), pick(Self.numbers, mostly: 2),
        pick(["5.5", "", "7", "-1", "x"], mostly: 3), pick(["d", "", " d ", "\"d\""], mostly: 2),
        pick(["", "x", "\"two\(end)lines\"", "5\" pipe"], mostly: 2),
      ]
      return cells.prefix(generator.number(in: 0...1) < 0.95 ? 7 : 4).joined(separator: delimiter)
    }
    var expected: [Fix] = []
    for row in rows { expected += try read("\(header)\(end)\(row)\(end)").fixes }
    let together = try read(([header] + rows).joined(separator: end) + end)
    #expect(together.fixes.count > 130)
    #expect(together.fixes == expected)
  }
}
